import { IconButton } from '#core/web/components/IconButton.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import { Link } from '#core/web/router/links.ts';
import type { ShownJob } from '#core/web/tasks/shown-job.ts';
import type { TaskWork } from '#core/web/tasks/task-work.ts';
import { TASKS } from '#core/web/tasks/tasks.ts';
import './JobRow.css';

interface JobRowProperties {
  job: ShownJob;
  title: string;
  /** More facts about it: its stage, its progress, the remaining time. */
  facts: readonly string[];
  /** What its plugin declares about it. */
  work: TaskWork | undefined;
  /** The page of what it works for; absent or null for none. */
  to?: string | null;
}

/** One job as a list item: its title, its progress, and a button to cancel it. */
export const JobRow = observer(function JobRow({ job, title, facts, work, to = null }: JobRowProperties) {
  const t = useText();
  const tasks = useService(TASKS);
  const fault = tasks.faultOf(job.id);
  const isBusy = tasks.isBusy(job.id);
  const isFailed = job.state === 'failed';
  const mayRetry = isFailed && job.error !== null && work?.mayRetry !== false;

  return (
    <li className="rp-job" data-state={job.state}>
      <div className="rp-job__words">
        <h3 className="rp-job__title">{to === null ? title : <Link to={to}>{title}</Link>}</h3>
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
            label={t('shell:tasks.retry', { job: title })}
            disabled={isBusy}
            onClick={() => void tasks.retry(job)}
          />
        )}
        {isFailed ? (
          <IconButton icon="close" label={t('shell:tasks.hide', { job: title })} onClick={() => tasks.hide(job)} />
        ) : (
          <IconButton
            icon="stop"
            label={t('shell:tasks.cancel', { job: title })}
            disabled={isBusy || job.state === 'cancelling'}
            onClick={() => void tasks.cancel(job, title, work)}
          />
        )}
      </div>
      {!isFailed && (job.state !== 'queued' || job.progress > 0) && (
        <div className="rp-job__bar">
          {/* A new stage gets a new bar, so that the bar never runs backwards. */}
          <ProgressBar key={job.job} value={job.progress} label={title} waiting={job.state !== 'running'} />
        </div>
      )}
    </li>
  );
});
