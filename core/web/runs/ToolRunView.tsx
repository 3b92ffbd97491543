import { useEffect, useState, type ReactNode } from 'react';

import type { ToolItem } from '#core/contract/tool-run-calls.ts';

import { LoadError } from '../components/LoadError.tsx';
import { DIALOGS } from '../dialogs/dialogs.ts';
import { EVENTS } from '../events/events.ts';
import { HTTP } from '../http/http.ts';
import { I18N } from '../i18n/i18n.ts';
import { observer } from '../react/observer.ts';
import { usePluginContext } from '../react/use-plugin-context.ts';
import { useService } from '../react/use-service.ts';
import { useText } from '../react/use-text.ts';
import { FollowedToolRun } from './FollowedToolRun.ts';
import { ItemCell } from './ItemCell.tsx';
import { ItemWall } from './ItemWall.tsx';
import { ToolRunActions } from './ToolRunActions.ts';
import { ToolRunBar } from './ToolRunBar.tsx';
import { ToolRunHead } from './ToolRunHead.tsx';
import type { ShownItem } from './ToolItemDialog.tsx';
import './ToolRunView.css';

interface ToolRunViewProps {
  /** The run's. Give the component a `key` by it. */
  id: string;
  /** Where runs of this tool are started. */
  back: { to: string; title: string };
  /** Shape of the outputs; `9:16` by default. */
  ratio?: string;
  /** What is told of a finished item beside its size, such as its length. */
  facts?: (item: ToolItem) => readonly string[];
  /** More about an item, below it in the dialog. */
  details?: (item: ToolItem) => ReactNode;
  /** The run does not exist, or was removed. */
  missing: ReactNode;
}

/**
 * The page of a tool's run: how far it is, how it is steered, a wall of what was made, and what can be done with it.
 * @example <ToolRunView key={id} id={id} back={{ to: '/videoCrop', title: t('crop:title') }} missing={<Missing />} />
 */
export const ToolRunView = observer(function ToolRunView(props: ToolRunViewProps) {
  const { id, back, ratio = '9:16', facts = () => [], details, missing } = props;
  const t = useText();
  const i18n = useService(I18N);
  const http = useService(HTTP);
  const events = useService(EVENTS);
  const dialogs = useService(DIALOGS);
  const { scope } = usePluginContext();
  const [run] = useState(() => new FollowedToolRun(id, { scope, http, events, i18n }));
  const [actions] = useState(() => new ToolRunActions(run, { http, dialogs }));
  const [isRemoved, setRemoved] = useState(false);
  // The wall needs the element itself, and is drawn before a reference would be there.
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  useEffect(() => run.follow(), [run]);

  if (isRemoved || run.isMissing) return missing;
  const { failure } = run.live;
  return (
    <div className="rp-tool-run rp-full-page" ref={setScroller}>
      {run.run === null ? (
        failure !== null && (
          <div className="rp-tool-run__trouble">
            <LoadError text={t('shell:runs.unread')} error={failure.error} onRetry={() => void run.live.load()} />
          </div>
        )
      ) : (
        <>
          <ToolRunHead run={run} facts={run.run} actions={actions} back={back} />
          <ToolRunBar run={run} actions={actions} onRemoved={() => setRemoved(true)} />
        </>
      )}
      <ItemWall
        run={run}
        label={t('shell:runs.wall')}
        ratio={ratio}
        cells={run.order.length}
        scroller={scroller}
        open={(item) =>
          dialogs.show<ShownItem>(
            () => import('./ToolItemDialog.tsx'),
            { run, actions, id: item, details },
            { width: 760 },
          )
        }
        draw={(item, place) => <RunCell key={item} run={run} actions={actions} id={item} facts={facts} place={place} />}
      />
    </div>
  );
});

interface RunCellProps {
  run: FollowedToolRun;
  actions: ToolRunActions;
  id: string;
  facts: (item: ToolItem) => readonly string[];
  place: { column: number; prefix: string };
}

const RunCell = observer(function RunCell({ run, actions, id, facts, place }: RunCellProps) {
  const t = useText();
  const i18n = useService(I18N);
  const item = run.get(id);
  if (item === undefined) return null;
  const { name, position, error, poster, files } = item;
  const state = run.stateOf(item);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <ItemCell
      {...{ id, position, name, state, error, poster, ...place }}
      words={t(`shell:runs.item-${state}`, { name, error: error ?? '' })}
      progress={run.progressOf(id)}
      facts={state === 'made' ? [...facts(item), i18n.bytes(bytes)] : []}
      selection={run.selection}
      retryLabel={t('shell:runs.retry')}
      onRetry={() => void actions.retry([id])}
      onLost={() => run.renew(id)}
    />
  );
});
