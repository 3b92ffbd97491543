import { listToolRuns, type ToolRun } from '#core/contract/tool-run-calls.ts';
import { toolRunChanged } from '#core/contract/tool-run-events.ts';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { EVENTS } from '#core/web/events/events.ts';
import { HTTP } from '#core/web/http/http.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { RunList } from '#core/web/runs/RunList.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';
import type { ToolCard } from '#core/web/tools/tool-cards.ts';

/** Runs that are listed. */
const SHOWN = 8;

/** The latest runs of all these tools, whether they are under way or over, kept up to date. */
export const RecentRuns = observer(function RecentRuns({ cards }: { cards: readonly ToolCard[] }) {
  // Tools come and go with their plugins.
  const tools = cards.map(({ tool }) => tool).join(' ');
  return cards.length === 0 ? null : <RunsOf key={tools} cards={cards} />;
});

const RunsOf = observer(function RunsOf({ cards }: { cards: readonly ToolCard[] }) {
  const t = useText();
  const http = useService(HTTP);
  const events = useService(EVENTS);
  const live = useLive(
    (scope) =>
      new LiveValue(scope, read, {
        events,
        follows: [eventTrigger(toolRunChanged, ({ tool }) => cards.some((card) => card.tool === tool))],
      }),
  );
  const { value, failure } = live;
  if (failure !== null && value === null) {
    return <LoadError text={t('tools:recent-unread')} error={failure.error} onRetry={() => void live.load()} />;
  }
  if (value === null) return <Skeleton shape="rows" />;
  return (
    <section className="rp-tools__recent">
      <h2>{t('tools:recent')}</h2>
      {value.length === 0 ? (
        <p>{t('tools:recent-none')}</p>
      ) : (
        <RunList
          runs={value.map(({ run, card }) => ({
            ...{ run, to: card.at.run(run.id) },
            tool: { icon: card.icon, title: t(card.title) },
          }))}
        />
      )}
    </section>
  );

  async function read(signal: AbortSignal): Promise<{ run: ToolRun; card: ToolCard }[]> {
    const lists = await Promise.all(
      cards.map(async (card) => {
        const query = { tool: card.tool, limit: SHOWN };
        const { items } = await http.call(listToolRuns, { query }, { signal, handlesErrors: true });
        return items.map((run) => ({ run, card }));
      }),
    );
    return lists
      .flat()
      .sort((a, b) => b.run.createdAt.localeCompare(a.run.createdAt))
      .slice(0, SHOWN);
  }
});
