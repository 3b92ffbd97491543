import type { MessageKey } from '#core/contract/message-keys.ts';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { pluginTitle } from '#core/web/kernel/plugin-title.ts';
import { PLUGINS } from '#core/web/plugins/plugins.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { WorkbenchJobs } from '#plugins/workbench/api.ts';
import { CardsStore } from '../continue/CardsStore.ts';
import { JobsStore } from './JobsStore.ts';
import { timeLeft, type ShownJob } from './shown-job.ts';

/** One job: what it is, how far it is, and a way to stop it. */
export const JobRow = observer(function JobRow({ job, plugin }: { job: ShownJob; plugin: WorkbenchJobs | undefined }) {
  const t = useText();
  const i18n = useService(I18N);
  const plugins = useService(PLUGINS);
  const store = useStore(JobsStore);
  const card = useStore(CardsStore).ofSubject(job.subjectId);
  const stage = plugin?.stages[job.job];
  const owner = pluginTitle(plugins, i18n, job.job.split('.')[0] ?? job.job);
  const title = card?.title ?? (stage === undefined ? owner : t(stage));
  const fault = store.faultOf(job.id);
  const isBusy = store.isBusy(job.id);
  const isFailed = job.state === 'failed';
  const mayRetry = isFailed && job.error !== null && plugin?.mayRetry !== false;
  const cancel = usePluginCallback(() => store.cancel(job, title, plugin));
  const retry = usePluginCallback(() => store.retry(job));
  const isTold = card?.state.tone === 'working' && !isFailed;
  const facts = [
    // What the plugin says of the work is better than a count of tasks, of which some may be done twice.
    ...(isTold ? [t(card.state.text, card.state.params)] : card !== undefined && stage !== undefined ? [t(stage)] : []),
    ...factsOf(job, t, isTold),
  ];

  return (
    <li className="rp-job" data-state={job.state}>
      <div className="rp-job__words">
        <h3 className="rp-job__title">{title}</h3>
        <p className="rp-job__facts">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        {isFailed && <p className="rp-job__error">{job.error?.message}</p>}
        {fault !== undefined && (
          <p className="rp-job__error" role="alert">
            {fault}
          </p>
        )}
      </div>
      <div className="rp-job__acts">
        {mayRetry && (
          <IconButton
            icon="refresh"
            label={t('workbench:job.retry-of', { job: title })}
            disabled={isBusy}
            onClick={retry}
          />
        )}
        {isFailed ? (
          <IconButton icon="close" label={t('workbench:job.hide-of', { job: title })} onClick={() => store.hide(job)} />
        ) : (
          <IconButton
            icon="stop"
            label={t('workbench:job.cancel-of', { job: title })}
            disabled={isBusy || job.state === 'cancelling'}
            onClick={cancel}
          />
        )}
      </div>
      {!isFailed && (job.state !== 'queued' || job.progress > 0) && (
        <progress
          // A new stage is a new bar: it does not run backwards to begin.
          key={job.job}
          className="rp-job__bar"
          max={1}
          value={job.progress}
          aria-label={title}
        />
      )}
    </li>
  );
});

const STATES = {
  queued: 'workbench:job.queued',
  paused: 'workbench:job.paused',
  cancelling: 'workbench:job.cancelling',
  failed: 'workbench:job.failed',
} as const satisfies Partial<Record<ShownJob['state'], MessageKey>>;

const LEFT = {
  seconds: 'workbench:job.left-seconds',
  minutes: 'workbench:job.left-minutes',
  hours: 'workbench:job.left-hours',
} as const;

function factsOf(job: ShownJob, t: ReturnType<typeof useText>, isTold: boolean): string[] {
  if (job.state !== 'running') return [t(STATES[job.state])];
  const facts = isTold
    ? []
    : [
        job.total === 1
          ? t('workbench:job.percent', { percent: Math.floor(job.progress * 100) })
          : t('workbench:job.of', { ended: job.ended, total: job.total }),
      ];
  if (job.secondsLeft !== null) {
    const { unit, value } = timeLeft(job.secondsLeft);
    facts.push(t(LEFT[unit], { [unit]: value }));
  }
  return facts;
}
