import { listToolRuns, type ToolRun } from '#core/contract/tool-run-calls.ts';
import { toolRunChanged } from '#core/contract/tool-run-events.ts';

import { Button } from '../components/Button.tsx';
import { LoadError } from '../components/LoadError.tsx';
import { EVENTS } from '../events/events.ts';
import { HTTP } from '../http/http.ts';
import { eventTrigger } from '../live/event-trigger.ts';
import { LiveList } from '../live/LiveList.ts';
import { observer } from '../react/observer.ts';
import { useLive } from '../react/use-live.ts';
import { useService } from '../react/use-service.ts';
import { useText } from '../react/use-text.ts';
import { RunList } from './RunList.tsx';
import './ToolRunHistory.css';

interface ToolRunHistoryProps {
  /** The tool's name, such as `crop.cut`. */
  tool: string;
  /** Only runs of one thing, such as a project's id, for a tool that lists them by that. */
  of?: string;
  /** Where the page of a run is. */
  to(id: string): string;
  /** Runs that are shown at first; 6 by default. */
  shown?: number;
}

/**
 * The earlier runs of a tool, the newest first, kept up to date; nothing before the first one.
 * @example <ToolRunHistory tool="crop.cut" to={(id) => `/videoCrop/run/${id}`} />
 */
export const ToolRunHistory = observer(function ToolRunHistory({ tool, of, to, shown = 6 }: ToolRunHistoryProps) {
  const t = useText();
  const http = useService(HTTP);
  const events = useService(EVENTS);
  const runs = useLive(
    (scope) =>
      new LiveList<ToolRun>(
        scope,
        ({ cursor, limit, signal }) =>
          http.call(
            listToolRuns,
            { query: { tool, cursor, limit, ...(of === undefined ? {} : { of }) } },
            { signal, handlesErrors: true },
          ),
        { events, follows: [eventTrigger(toolRunChanged, (changed) => changed.tool === tool)], pageSize: shown },
      ),
  );
  const { items, failure, hasMore, loading } = runs;
  if (failure !== null) {
    return <LoadError text={t('shell:runs.history-unread')} error={failure.error} onRetry={() => void runs.retry()} />;
  }
  if (items === null || items.length === 0) return null;
  return (
    <section className="rp-run-history">
      <h2>{t('shell:runs.history')}</h2>
      <RunList runs={items.map((run) => ({ run, to: to(run.id) }))} />
      {hasMore && (
        <Button size="small" busy={loading === 'more'} onClick={() => void runs.more()}>
          {t('shell:runs.history-more')}
        </Button>
      )}
    </section>
  );
});
