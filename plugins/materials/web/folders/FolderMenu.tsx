import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { Popover } from '#core/web/components/Popover.tsx';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { MaterialFolder } from '#plugins/materials/calls.ts';
import { LibraryActions } from '../actions/LibraryActions.ts';
import { FoldersStore } from '../list/FoldersStore.ts';

export interface FolderMenuProps {
  folder: MaterialFolder;
  /** Whether the tab key stops here. */
  isStop: boolean;
  /** Begins a folder in this one. */
  make(): void;
}

/** What can be done with a folder. */
export function FolderMenu({ folder, isStop, make }: FolderMenuProps) {
  const t = useText();
  const folders = useStore(FoldersStore);
  const actions = useStore(LibraryActions);
  const { id, name } = folder;
  const entries = [
    { icon: 'folder-plus', text: t('materials:folder.new-in'), run: make },
    { icon: 'edit', text: t('materials:rename'), run: () => folders.rename(id) },
    { icon: 'folder-move', text: t('materials:move-to'), run: () => void actions.chooseAndMove({ folderIds: [id] }) },
    { icon: 'trash', text: t('materials:delete'), run: () => void actions.remove({ folderIds: [id] }) },
  ] as const;
  return (
    // Presses in the menu do not open the folder.
    <span className="rp-folder__menu" onClick={(event) => event.stopPropagation()}>
      <Popover
        kind="menu"
        label={t('materials:folder.actions', { name })}
        trigger={(properties) => (
          <IconButton
            {...properties}
            icon="more"
            size="small"
            tabIndex={isStop ? 0 : -1}
            label={t('materials:folder.actions', { name })}
          />
        )}
      >
        {(close) =>
          entries.map(({ icon, text, run }) => (
            <button
              key={icon}
              type="button"
              role="menuitem"
              className="rp-choice"
              onClick={() => {
                close();
                run();
              }}
            >
              <Icon name={icon} size={16} />
              {text}
            </button>
          ))
        }
      </Popover>
    </span>
  );
}
