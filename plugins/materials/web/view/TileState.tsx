import { Icon } from '#core/web/components/Icon.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Button } from '#core/web/components/Button.tsx';

import type { Material } from '#plugins/materials/calls.ts';
import { LibraryActions } from '../actions/LibraryActions.ts';
import { MaterialFeed } from '../list/MaterialFeed.ts';

export interface TileStateProps {
  material: Material;
  canAct: boolean;
  /** Its name stands beside this already. */
  isNamed?: boolean;
}

/** What a tile shows instead of its picture: that it is being prepared and how far, or why it cannot be used. */
export const TileState = observer(function TileState({ material, canAct, isNamed = false }: TileStateProps) {
  const t = useText();
  const feed = useStore(MaterialFeed);
  const actions = useStore(LibraryActions);
  const { id, name, state, error } = material;
  if (state === 'preparing') {
    const progress = feed.progressOf(id);
    return (
      <span className="rp-tile-state">
        {!isNamed && <span className="rp-tile-state__name">{name}</span>}
        <span className="rp-tile-state__text">{t('materials:state.preparing')}</span>
        <span className="rp-tile-state__bar" data-open={progress === null || undefined}>
          <span style={{ width: `${Math.round((progress ?? 0) * 100)}%` }} />
        </span>
      </span>
    );
  }
  // A press on it is none on the tile.
  const act = (words: string, run: () => void) => (
    <Button
      variant="link"
      size="small"
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation();
        run();
      }}
    >
      {words}
    </Button>
  );
  return (
    <span className="rp-tile-state rp-tile-state--failed">
      <Icon name="warning" size={16} />
      {!isNamed && <span className="rp-tile-state__name">{name}</span>}
      <span className="rp-tile-state__text">{error ?? t('materials:state.failed')}</span>
      {canAct && (
        <span className="rp-tile-state__actions">
          {act(t('materials:prepare-again'), () => void actions.prepare(id))}
          {act(t('materials:delete'), () => void actions.remove({ ids: [id] }))}
        </span>
      )}
    </span>
  );
});
