import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ItemCell } from '#core/web/runs/ItemCell.tsx';

import type { Material } from '#plugins/materials/api.ts';
import { clockOf } from '../parts/clock-of.ts';
import type { FollowedRun } from './FollowedRun.ts';
import { ShotStrip } from './ShotStrip.tsx';

interface OutputCellProps {
  run: FollowedRun;
  id: string;
  place: { column: number; prefix: string };
  /** The clips of the run, by id. */
  materials: ReadonlyMap<string, Material>;
  retry(run: FollowedRun, outputs: readonly string[]): Promise<void>;
}

/** One video with the strip of its shots. */
export const OutputCell = observer(function OutputCell({ run, id, place, materials, retry }: OutputCellProps) {
  const t = useText();
  const i18n = useService(I18N);
  const output = run.get(id);
  if (output === undefined) return null;
  const { name, position, error, poster, seconds, size, url, shots } = output;
  const known = run.stateOf(output);
  const state = known === 'made' && url === null ? 'gone' : known;
  return (
    <ItemCell
      {...{ id, position, name, state, error, poster, ...place }}
      words={t(`mixing:output.is-${state}`, { name, error: error ?? '' })}
      progress={run.progressOf(id)}
      facts={[...(seconds === null ? [] : [clockOf(seconds)]), ...(size === null ? [] : [i18n.bytes(size)])]}
      selection={run.selection}
      retryLabel={t('mixing:output.retry')}
      onRetry={() => void retry(run, [id])}
      onLost={() => run.renew(id)}
    >
      <ShotStrip shots={shots} materials={materials} ratio={run.run?.ratio ?? '9:16'} />
    </ItemCell>
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
