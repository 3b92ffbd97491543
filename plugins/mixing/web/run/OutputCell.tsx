import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { LazyImage } from '#core/web/components/LazyImage.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Tick } from '#core/web/selection/Tick.tsx';

import type { Material } from '#plugins/materials/api.ts';
import type { MixOutput } from '#plugins/mixing/calls.ts';
import { clockOf } from '../parts/clock-of.ts';
import type { FollowedRun } from './FollowedRun.ts';
import { ShotStrip } from './ShotStrip.tsx';
import './OutputCell.css';

interface OutputCellProps {
  run: FollowedRun;
  id: string;
  column: number;
  prefix: string;
  /** The clips of the run, by id. */
  materials: ReadonlyMap<string, Material>;
  retry(run: FollowedRun, outputs: readonly string[]): Promise<void>;
}

/** One video: grey while it waits, its progress while it is made, then its picture; or why there is none. */
export const OutputCell = observer(function OutputCell({ run, id, column, prefix, materials, retry }: OutputCellProps) {
  const t = useText();
  const i18n = useService(I18N);
  const output = run.get(id);
  if (output === undefined) return null;
  const { name, position, error, seconds, size, url } = output;
  const state = run.stateOf(output);
  const isChosen = run.selection.has(id);
  const isGone = state === 'made' && url === null;
  const facts = [
    ...(seconds === null ? [] : [clockOf(seconds)]),
    ...(size === null || isGone ? [] : [i18n.bytes(size)]),
  ];
  return (
    <div
      role="gridcell"
      id={`${prefix}${id}`}
      className="rp-output"
      data-id={id}
      data-state={isGone ? 'gone' : state}
      data-focus={run.selection.focus === id || undefined}
      data-chosen={isChosen || undefined}
      aria-selected={isChosen}
      aria-colindex={column + 1}
    >
      <span className="rp-visually-hidden">
        {t(`mixing:output.is-${isGone ? 'gone' : state}`, { name, error: error ?? '' })}
      </span>
      {state === 'made' && !isGone && (
        <>
          <Poster run={run} output={output} />
          <ShotStrip shots={output.shots} materials={materials} ratio={run.run?.ratio ?? '9:16'} />
        </>
      )}
      <span className="rp-output__number" aria-hidden="true">
        {position + 1}
      </span>
      {state === 'making' && (
        <span className="rp-output__progress">
          <ProgressBar value={run.progressOf(id)} label={name} />
        </span>
      )}
      {(state === 'failed' || isGone) && (
        <div className="rp-output__fault">
          <Icon name="warning" size={16} />
          <p title={error ?? undefined} aria-hidden="true">
            {error}
          </p>
          {state === 'failed' && (
            <Button size="small" tabIndex={-1} onClick={() => void retry(run, [id])}>
              {t('mixing:output.retry')}
            </Button>
          )}
        </div>
      )}
      {(state === 'made' || state === 'failed') && <Tick isChosen={isChosen} />}
      {state === 'made' && !isGone && (
        <span className="rp-output__facts" aria-hidden="true">
          <span className="rp-output__name">{name}</span>
          <span>{facts.join(' · ')}</span>
        </span>
      )}
    </div>
  );
});

/** A place for a video that is not planned yet. */
export function EmptyCell({ place, column }: { place: number; column: number }) {
  const t = useText();
  return (
    <div role="gridcell" className="rp-output" data-state="planning" aria-colindex={column + 1}>
      <span className="rp-visually-hidden">{t('mixing:output.is-planning', { number: place + 1 })}</span>
    </div>
  );
}

function Poster({ run, output: { id, poster } }: { run: FollowedRun; output: MixOutput }) {
  const none = (
    <span className="rp-output__picture rp-output__picture--none" aria-hidden="true">
      <Icon name="film" />
    </span>
  );
  if (poster === null) return none;
  return <LazyImage eager className="rp-output__picture" src={poster} fallback={none} onLost={() => run.renew(id)} />;
}
