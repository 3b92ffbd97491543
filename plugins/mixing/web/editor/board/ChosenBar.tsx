import type { ReactNode } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropdownMenu, MenuItem, MenuLine } from '#core/web/ui/DropdownMenu.tsx';

import { MAX_GROUPS } from '#plugins/mixing/project.ts';
import { CopiedClips } from '../store/CopiedClips.ts';
import { addGroup, clipsAt, movePlaced, pasteClips, removePlaced } from '../store/edit-project.ts';
import { newGroupId } from '../store/new-project.ts';
import { useEditor } from '../store/use-editor.ts';
import { ClipActionButtons } from './ClipActions.tsx';
import { useChosenKeys } from './use-chosen-keys.ts';
import { useClipCommands } from './use-clip-commands.ts';
import './ChosenBar.css';

/** What can be done with several clips at once; shown while some are chosen. Its keys work while it is there. */
export const ChosenBar = observer(function ChosenBar() {
  const t = useText();
  const store = useEditor();
  const copied = useStore(CopiedClips);
  const { chosen, project } = store;
  const { clips } = chosen;
  const count = clips.length;
  useChosenKeys();
  useClipCommands();
  if (count === 0 && copied.clips.length === 0) return null;

  const copyTo = (group: string): void =>
    store.edit(
      pasteClips(
        group,
        clipsAt(project, clips).map(({ clip }) => clip),
      ),
    );
  const copyToNew = (): void => {
    const id = newGroupId();
    const name = t('mixing:editor.group-number', { number: project.groups.length + 1 });
    const taken = clipsAt(project, clips).map(({ clip }) => clip);
    store.edit((now) => pasteClips(id, taken)(addGroup({ id, name })(now)));
  };
  const groupsMenu = (label: string, run: (group: string) => void, more: ReactNode = null) => (
    <DropdownMenu
      label={label}
      side="below-start"
      trigger={(menu) => (
        <Button {...menu} size="small">
          {label}
        </Button>
      )}
    >
      {project.groups.map(({ id, name }, index) => (
        <MenuItem key={id} onChoose={() => run(id)}>
          {name === '' ? t('mixing:editor.group-number', { number: index + 1 }) : name}
        </MenuItem>
      ))}
      {more}
    </DropdownMenu>
  );
  return (
    <div className="rp-ed-several" role="toolbar" aria-label={t('mixing:editor.chosen-label')}>
      {count > 0 && (
        <>
          <p role="status">{t('mixing:editor.chosen', { count })}</p>
          {groupsMenu(t('mixing:editor.chosen-move'), (group) => {
            store.edit(movePlaced(clips, { group }));
            chosen.clear();
          })}
          {groupsMenu(
            t('mixing:editor.chosen-duplicate'),
            copyTo,
            project.groups.length < MAX_GROUPS && (
              <>
                <MenuLine />
                <MenuItem icon="plus" onChoose={copyToNew}>
                  {t('mixing:library.new-group')}
                </MenuItem>
              </>
            ),
          )}
          <Button size="small" icon="copy" onClick={() => copied.take(clipsAt(project, clips).map(({ clip }) => clip))}>
            {t('mixing:editor.chosen-copy')}
          </Button>
          <ClipActionButtons clips={clips} />
          <Button size="small" icon="trash" onClick={() => store.edit(removePlaced(clips))}>
            {t('mixing:editor.clip-remove')}
          </Button>
        </>
      )}
      {copied.clips.length > 0 &&
        groupsMenu(t('mixing:editor.paste', { count: copied.clips.length }), (group) =>
          store.edit(pasteClips(group, copied.clips)),
        )}
      <IconButton
        icon="close"
        size="small"
        label={t('mixing:editor.chosen-clear')}
        onClick={() => {
          chosen.clear();
          copied.take([]);
        }}
      />
    </div>
  );
});
