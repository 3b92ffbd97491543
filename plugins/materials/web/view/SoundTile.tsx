import { Icon } from '#core/web/components/Icon.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { LibraryActions } from '../actions/LibraryActions.ts';
import { clockOf, daysLeft } from '../parts/material-facts.ts';
import { NameField } from '#core/web/components/NameField.tsx';
import { factsOf, type CellProps } from './cell.ts';
import { PlayButton } from './PlayButton.tsx';
import { Tick } from '#core/web/selection/Tick.tsx';
import { isFine } from './Tile.tsx';
import { TileState } from './TileState.tsx';
import { Waveform } from './Waveform.tsx';
import './SoundTile.css';

/** A piece of music in the grid: its outline, played where it stands. */
export const SoundTile = observer(function SoundTile({
  library,
  ways,
  id,
  prefix,
  column,
}: CellProps & { column: number }) {
  const t = useText();
  const i18n = useService(I18N);
  const actions = useStore(LibraryActions);
  const material = library.list.get(id);
  if (material === undefined) return null;
  const { name, state, seconds, deletedAt } = material;
  const isChosen = ways.isChosen(id);
  const refusal = ways.refusalOf(material);
  const facts = factsOf(material, i18n);
  const isRenaming = library.renaming === id;
  return (
    <div
      role="gridcell"
      id={`${prefix}${id}`}
      className="rp-sound"
      data-id={id}
      data-focus={library.selection.focus === id || undefined}
      data-chosen={isChosen || undefined}
      data-refused={refusal !== null || undefined}
      data-state={state}
      aria-selected={isChosen}
      aria-disabled={refusal !== null || undefined}
      aria-colindex={column + 1}
      draggable={ways.drag !== undefined && !isRenaming && isFine()}
    >
      {state === 'ready' ? (
        <>
          <span className="rp-sound__head">
            <PlayButton material={material} isStop={false} />
            {isRenaming ? (
              <NameField
                value={name}
                label={t('materials:rename-label')}
                save={(next) => actions.rename(id, next)}
                end={() => library.rename(null)}
              />
            ) : (
              <span className="rp-sound__name" title={name}>
                {name}
              </span>
            )}
            <Tick isChosen={isChosen} number={ways.numberOf(id)} />
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
                <span className="rp-sound__did">
                  {deletedAt === null ? facts.did : t('materials:days-left', { days: daysLeft(deletedAt) })}
                </span>
              </>
            )}
          </span>
        </>
      ) : (
        <>
          <TileState material={material} canAct={ways.drag !== undefined} />
          <Tick isChosen={isChosen} number={ways.numberOf(id)} />
        </>
      )}
    </div>
  );
});
