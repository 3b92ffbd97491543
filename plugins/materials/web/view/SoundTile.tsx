import { Icon } from '#core/web/components/Icon.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import { Badges } from '../badges/Badges.tsx';
import { clockOf, daysLeft } from '../parts/material-facts.ts';
import { cellState, factsOf, type CellProps } from './cell.ts';
import { PlayButton } from './PlayButton.tsx';
import { Tick } from '#core/web/selection/Tick.tsx';
import { TileState } from './TileState.tsx';
import { Waveform } from './Waveform.tsx';
import { RenameField } from './RenameField.tsx';
import './SoundTile.css';

/** Music in the grid: its waveform, playable in place. */
export const SoundTile = observer(function SoundTile({
  library,
  viewActions,
  id,
  prefix,
  column,
}: CellProps & { column: number }) {
  const t = useText();
  const i18n = useService(I18N);
  const material = library.list.get(id);
  if (material === undefined) return null;
  const { name, state, seconds, deletedAt } = material;
  const { isChosen, refusal, isRenaming, attributes } = cellState({ library, viewActions, id, prefix }, material);
  const facts = factsOf(material, i18n);
  return (
    <div {...attributes} role="gridcell" className="rp-sound" aria-colindex={column + 1}>
      {state === 'ready' ? (
        <>
          <span className="rp-sound__head">
            <PlayButton material={material} isStop={false} />
            {isRenaming ? (
              <RenameField library={library} material={material} />
            ) : (
              <span className="rp-sound__name" title={name}>
                {name}
              </span>
            )}
            <Tick isChosen={isChosen} number={viewActions.numberOf(id)} />
          </span>
          <Waveform material={material} />
          <span className="rp-sound__facts">
            {refusal !== null ? (
              <span className="rp-sound__refusal">
                <Icon name="info" size={16} /> {refusal}
              </span>
            ) : (
              <>
                <span>{seconds === null ? '' : clockOf(seconds)}</span>
                <span>{facts.is}</span>
                {deletedAt === null && <Badges material={material} />}
                <span className="rp-sound__did">
                  {deletedAt === null ? facts.did : t('materials:days-left', { days: daysLeft(deletedAt) })}
                </span>
              </>
            )}
          </span>
        </>
      ) : (
        <>
          <TileState material={material} canAct={viewActions.drag !== undefined} />
          <Tick isChosen={isChosen} number={viewActions.numberOf(id)} />
        </>
      )}
    </div>
  );
});
