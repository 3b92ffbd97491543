import { I18N } from '#core/web/i18n/i18n.ts';
import { pluginTitle } from '#core/web/kernel/plugin-title.ts';
import { PLUGINS } from '#core/web/plugins/plugins.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { describeJob, describeTimeLeft } from '#core/web/tasks/describe-job.ts';
import { JobRow } from '#core/web/views/tasks/JobRow.tsx';
import type { ShownJob } from '#core/web/tasks/shown-job.ts';
import { ownerOf, type TaskWork } from '#core/web/tasks/task-work.ts';

import { useKnownPage } from '../parts/use-known-page.ts';
import { CardsStore } from '../continue/CardsStore.ts';

/** A job under the title of the card that it works for. */
export const NamedJob = observer(function NamedJob({ job, work }: { job: ShownJob; work: TaskWork | undefined }) {
  const t = useText();
  const i18n = useService(I18N);
  const plugins = useService(PLUGINS);
  const card = useStore(CardsStore).ofSubject(job.subjectId);
  const to = useKnownPage(card?.to ?? null);
  const stage = work?.stages[job.job];
  const title = card?.title ?? (stage === undefined ? pluginTitle(plugins, i18n, ownerOf(job)) : t(stage));
  const isRunning = job.state === 'running';
  const isTold = card?.state.tone === 'working' && job.state !== 'failed';
  const facts = isTold
    ? // What the plugin says of the work is better than a count of tasks, of which some may be done twice.
      [t(card.state.text, card.state.params), ...(isRunning ? describeTimeLeft(job, t) : describeJob(job, t))]
    : [...(card !== undefined && stage !== undefined ? [t(stage)] : []), ...describeJob(job, t)];
  return <JobRow job={job} title={title} facts={facts} work={work} to={to} />;
});
