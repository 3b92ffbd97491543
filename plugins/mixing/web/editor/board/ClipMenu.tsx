import type { IconName } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropdownMenu, MenuItem } from '#core/web/ui/DropdownMenu.tsx';

import { moveClip, removeClips } from '../store/edit-project.ts';
import { useEditor } from '../store/use-editor.ts';
import { ClipActionItems } from './ClipActions.tsx';

/** What can be done with a clip without dragging it. */
export const ClipMenu = observer(function ClipMenu({ group, material }: { group: string; material: string }) {
  const t = useText();
  const store = useEditor();
  const name = store.materials.get(material)?.name ?? t('mixing:editor.clip-unknown');
  const label = t('mixing:editor.clip-menu', { name });
  const { groups } = store.project;
  const clips = store.groupOf(group)?.materials ?? [];
  const at = clips.findIndex((clip) => clip.material === material);
  const isLocked = store.lock !== null;
  const choice = (text: string, icon: IconName, run: () => void, isOff = false) => (
    <MenuItem key={text} icon={icon} disabled={isOff} onChoose={run}>
      {text}
    </MenuItem>
  );
  const move = (to: number) => store.edit(moveClip(material, group, { group, at: to }));
  return (
    <DropdownMenu
      label={label}
      trigger={(trigger) => (
        <IconButton {...trigger} icon="more" size="small" label={label} className="rp-ed-clip__menu" />
      )}
    >
      {choice(t('mixing:editor.clip-windows'), 'crop', () => {
        store.work.select({ kind: 'clip', group, material });
        store.work.setStep('settings');
      })}
      {choice(t('mixing:editor.clip-up'), 'arrow-up', () => move(at - 1), isLocked || at <= 0)}
      {choice(t('mixing:editor.clip-down'), 'arrow-down', () => move(at + 1), isLocked || at >= clips.length - 1)}
      {groups
        .filter(({ id }) => id !== group)
        .map(({ id, name: other, materials }) =>
          choice(
            t('mixing:editor.clip-to', { name: other }),
            'arrow-right',
            () => store.edit(moveClip(material, group, { group: id, at: materials.length })),
            isLocked,
          ),
        )}
      <ClipActionItems clips={[{ group, material }]} />
      {choice(t('mixing:editor.clip-remove'), 'trash', () => store.edit(removeClips(group, [material])), isLocked)}
    </DropdownMenu>
  );
});
