import type { IconName } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { PLAYER } from '#core/web/player/player.ts';
import { observer } from '#core/web/react/observer.ts';
import { useOptionalService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropdownMenu, MenuItem } from '#core/web/ui/DropdownMenu.tsx';

import { MAX_GROUPS, type MixGroup } from '#plugins/mixing/project.ts';
import { changeGroup, duplicateGroup, mayRemoveGroup, moveGroup, removeGroup } from '../store/edit-project.ts';
import { newGroupId } from '../store/new-project.ts';
import { useEditor } from '../store/use-editor.ts';

/** Most clips that are played one after the other, and screens side by side. */
const MOST_PLAYED = 30;
const SCREENS = 3;

/** What can be done with a group. */
export const GroupMenu = observer(function GroupMenu({ group, index }: { group: MixGroup; index: number }) {
  const t = useText();
  const store = useEditor();
  const { id, name } = group;
  const label = t('mixing:editor.group-menu', { name: name || String(index + 1) });
  const { groups } = store.project;
  const player = useOptionalService(PLAYER);
  const clips = group.materials.flatMap(({ material }) => {
    const known = store.materials.get(material);
    if (known === undefined || known.state !== 'ready') return [];
    return [{ url: known.url, ...(known.seconds === null ? {} : { duration: known.seconds }) }];
  });
  const focus = (what: string): void => {
    store.work.select({ kind: 'group', group: id });
    store.work.setStep('settings');
    if (what === 'name') store.work.goTo(`groups.${index}.name`);
  };
  const isLocked = store.lock !== null;
  const choice = (text: string, icon: IconName, run: () => void, isOff = false) => (
    <MenuItem key={text} icon={icon} disabled={isOff} onChoose={run}>
      {text}
    </MenuItem>
  );
  return (
    <DropdownMenu
      label={label}
      trigger={(trigger) => <IconButton {...trigger} icon="more" size="small" label={label} />}
    >
      {choice(t('mixing:editor.rename'), 'edit', () => focus('name'), isLocked)}
      {choice(t('mixing:editor.group-settings'), 'settings', () => focus('all'))}
      {player !== undefined &&
        clips.length > 1 &&
        (['sequence', 'parallel'] as const).map((look) =>
          choice(t(`mixing:editor.play-${look}`), 'play', () => {
            const list = look === 'sequence' ? clips.slice(0, MOST_PLAYED) : clips.slice(0, SCREENS);
            void player.open({ type: look === 'sequence' ? 1 : 2, list }, { title: name });
          }),
        )}
      {choice(
        t(group.mirror ? 'mixing:editor.mirror-off' : 'mixing:editor.mirror-on'),
        'split',
        () => store.edit(changeGroup(id, { mirror: !group.mirror })),
        isLocked,
      )}
      {choice(
        t(group.keepSound ? 'mixing:editor.sound-off' : 'mixing:editor.sound-on'),
        group.keepSound ? 'sound-off' : 'sound',
        () => store.edit(changeGroup(id, { keepSound: !group.keepSound })),
        isLocked,
      )}
      {choice(
        t('mixing:editor.move-left'),
        'arrow-left',
        () => store.edit(moveGroup(id, index - 1)),
        isLocked || index === 0,
      )}
      {choice(
        t('mixing:editor.move-right'),
        'arrow-right',
        () => store.edit(moveGroup(id, index + 1)),
        isLocked || index === groups.length - 1,
      )}
      {choice(
        t('mixing:editor.duplicate'),
        'copy',
        () => store.edit(duplicateGroup(id, { id: newGroupId(), name: t('mixing:copy-name', { name }).slice(0, 80) })),
        isLocked || groups.length >= MAX_GROUPS,
      )}
      {choice(
        t('mixing:editor.group-delete', { count: group.materials.length }),
        'trash',
        () => store.edit(removeGroup(id)),
        isLocked || !mayRemoveGroup(store.project, id),
      )}
    </DropdownMenu>
  );
});
