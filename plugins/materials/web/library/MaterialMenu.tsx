import { PLAYER } from '#core/web/player/player.ts';
import { observer } from '#core/web/react/observer.ts';
import { useOptionalService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ContextMenu, MenuItem, MenuLine } from '#core/web/ui/DropdownMenu.tsx';

import { ActionMenuItems } from '../actions/ActionButtons.tsx';
import { LibraryActions } from '../actions/LibraryActions.ts';
import type { Library } from '../list/Library.ts';
import { PLAY_LOOKS, playTogether } from './play-together.ts';

/** Where a menu was asked for, and for what. */
export interface MenuPlace {
  ids: readonly string[];
  x: number;
  y: number;
}

export interface MaterialMenuProps {
  library: Library;
  /** Null while it is closed. */
  place: MenuPlace | null;
  close(isDone: boolean): void;
  /** Shows the details of one. */
  open(id: string): void;
}

/** What can be done with the materials under the pointer: those chosen, or the one. */
export const MaterialMenu = observer(function MaterialMenu({ library, place, close, open }: MaterialMenuProps) {
  const t = useText();
  const actions = useStore(LibraryActions);
  const player = useOptionalService(PLAYER);
  const ids = place?.ids ?? [];
  const materials = library.list.pick(ids);
  const [only, second] = materials;
  const isOne = only !== undefined && second === undefined;
  const isVideos = library.kind === 'video' && player !== undefined && materials.length > 1;
  return (
    <ContextMenu label={t('materials:menu')} at={place} onClose={close}>
      {library.query.filters.trash ? (
        <>
          <MenuItem icon="history" onChoose={() => void actions.restore(ids)}>
            {t('materials:restore')}
          </MenuItem>
          <MenuItem icon="trash" danger onChoose={() => void actions.purge(ids, ids.length)}>
            {t('materials:purge.some')}
          </MenuItem>
        </>
      ) : (
        <>
          <ActionMenuItems kind={library.kind} materials={materials} />
          {isOne && (
            <>
              <MenuItem icon="info" onChoose={() => open(only.id)}>
                {t('materials:details.open')}
              </MenuItem>
              <MenuItem icon="edit" keys="F2" onChoose={() => library.rename(only.id)}>
                {t('materials:rename')}
              </MenuItem>
            </>
          )}
          {isVideos &&
            PLAY_LOOKS.map((look) => (
              <MenuItem key={look} icon="play" onChoose={() => void playTogether(player, materials, look, t)}>
                {t(`materials:play-${look}`)}
              </MenuItem>
            ))}
          <MenuItem icon="folder-move" onChoose={() => void actions.chooseAndMove({ ids })}>
            {t('materials:move-to')}
          </MenuItem>
          <MenuItem icon="download" onChoose={() => void actions.download(materials)}>
            {t('materials:download')}
          </MenuItem>
          <MenuLine />
          <MenuItem icon="trash" danger onChoose={() => void actions.remove({ ids })}>
            {t('materials:delete')}
          </MenuItem>
        </>
      )}
    </ContextMenu>
  );
});
