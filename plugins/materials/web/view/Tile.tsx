import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Tick } from '#core/web/selection/Tick.tsx';
import { useHoverScrub } from '#core/web/studio/HoverScrub.tsx';

import { Badges } from '../badges/Badges.tsx';
import { clockOf, daysLeft } from '../parts/material-facts.ts';
import { cellState, factsOf, type CellProps } from './cell.ts';
import { Picture } from './Picture.tsx';
import { TileState } from './TileState.tsx';
import { RenameField } from './RenameField.tsx';
import './Tile.css';

/** A video or a picture in the grid. */
export const Tile = observer(function Tile({
  library,
  viewActions,
  id,
  prefix,
  column,
}: CellProps & { column: number }) {
  const t = useText();
  const i18n = useService(I18N);
  const material = library.list.get(id);
  const scrub = useHoverScrub(material?.sprite ?? null);
  if (material === undefined) return null;
  const { name, state, seconds, deletedAt } = material;
  const { isChosen, refusal, isRenaming, attributes } = cellState({ library, viewActions, id, prefix }, material);
  const facts = factsOf(material, i18n);
  return (
    <div {...attributes} role="gridcell" className="rp-tile" aria-colindex={column + 1}>
      <div className="rp-tile__frame" onPointerMove={scrub.move} onPointerLeave={scrub.leave}>
        {state === 'ready' ? (
          <Picture material={material} />
        ) : (
          <TileState material={material} canAct={viewActions.drag !== undefined} isNamed />
        )}
        {material.sprite !== null && <span ref={scrub.ref} className="rp-scrub" aria-hidden="true" />}
        <Tick isChosen={isChosen} number={viewActions.numberOf(id)} />
        {state === 'ready' && (
          <span className="rp-tile__facts">
            {refusal === null ? (
              <>
                <span>{facts.is}</span>
                <span>{facts.did}</span>
              </>
            ) : (
              <span className="rp-tile__refusal">{refusal}</span>
            )}
          </span>
        )}
        <span className="rp-tile__marks">
          {deletedAt !== null && <span>{t('materials:days-left', { days: daysLeft(deletedAt) })}</span>}
          {state === 'ready' && deletedAt === null && <Badges material={material} />}
          {seconds !== null && <span>{clockOf(seconds)}</span>}
        </span>
      </div>
      {isRenaming ? (
        <span className="rp-tile__rename">
          <RenameField library={library} material={material} />
        </span>
      ) : (
        <span className="rp-tile__name" title={name}>
          {name}
        </span>
      )}
    </div>
  );
});
