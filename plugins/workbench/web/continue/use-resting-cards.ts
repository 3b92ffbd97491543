import { PLUGINS } from '#core/web/plugins/plugins.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { isPageAddress } from '#core/web/router/route-objects.ts';
import { TASKS } from '#core/web/tasks/tasks.ts';

import { CardsStore, type ShownCard } from './CardsStore.ts';

/**
 * The cards of what is not under way: that stands among the jobs, with its one progress. The one that its owner goes on
 * with stands first, apart from the others. For observers.
 */
export function useRestingCards(): { lead: ShownCard | undefined; others: readonly ShownCard[] } {
  const { cards } = useStore(CardsStore);
  const { jobs } = useService(TASKS);
  const plugins = useService(PLUGINS);
  const isUnderWay = (subject: string | undefined): boolean =>
    subject !== undefined && jobs.some(({ subjectId, state }) => subjectId === subject && state !== 'failed');
  const resting = cards.filter(({ subjectId }) => !isUnderWay(subjectId));
  const [first] = resting;
  const lead = first?.next !== undefined && isPageAddress(plugins, first.next.to) ? first : undefined;
  return { lead, others: lead === undefined ? resting : resting.slice(1) };
}
