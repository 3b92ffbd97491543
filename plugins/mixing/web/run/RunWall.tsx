import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ItemWall } from '#core/web/runs/ItemWall.tsx';

import { useMaterials } from '../parts/use-materials.ts';
import type { FollowedRun } from './FollowedRun.ts';
import { EmptyCell, OutputCell } from './OutputCell.tsx';
import type { ShownOutput } from './OutputDialog.tsx';
import { RunActions } from './RunActions.ts';

interface RunWallProps {
  run: FollowedRun;
  /** What is scrolled; null before it is there. */
  scroller: HTMLElement | null;
}

/** A cell for each video, and for those that are still to be planned. */
export const RunWall = observer(function RunWall({ run, scroller }: RunWallProps) {
  const t = useText();
  const dialogs = useService(DIALOGS);
  const actions = useStore(RunActions);
  const materials = useMaterials(run.materials);
  return (
    <ItemWall
      run={run}
      label={t('mixing:wall.label')}
      ratio={run.run?.ratio ?? '9:16'}
      cells={run.cells}
      scroller={scroller}
      open={(id) => dialogs.show<ShownOutput>(() => import('./OutputDialog.tsx'), { run, id }, { width: 760 })}
      draw={(id, place) => (
        <OutputCell key={id} run={run} id={id} place={place} materials={materials} retry={actions.retry} />
      )}
      drawEmpty={(place, column) => <EmptyCell key={place} place={place} column={column} />}
    />
  );
});
