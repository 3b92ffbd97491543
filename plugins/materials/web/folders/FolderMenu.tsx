import { IconButton } from '#core/web/components/IconButton.tsx';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropdownMenu, MenuItem } from '#core/web/ui/DropdownMenu.tsx';

import type { MaterialFolder } from '#plugins/materials/calls.ts';
import { FolderActionItems } from '../actions/FolderActionItems.tsx';
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
      <DropdownMenu
        label={t('materials:folder.actions', { name })}
        trigger={(menu) => (
          <IconButton
            {...menu}
            icon="more"
            size="small"
            tabIndex={isStop ? 0 : -1}
            label={t('materials:folder.actions', { name })}
          />
        )}
      >
        <FolderActionItems folder={folder} />
        {entries.map(({ icon, text, run }) => (
          <MenuItem key={icon} icon={icon} danger={icon === 'trash'} onChoose={run}>
            {text}
          </MenuItem>
        ))}
      </DropdownMenu>
    </span>
  );
}
