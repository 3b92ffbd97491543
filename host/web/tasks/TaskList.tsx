import { useId } from 'react';

import { I18N } from '#core/web/i18n/i18n.ts';
import { pluginTitle } from '#core/web/kernel/plugin-title.ts';
import { observer } from '#core/web/react/observer.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { useSlot } from '#core/web/react/use-slot.ts';
import { useText } from '#core/web/react/use-text.ts';
import { describeJob } from '#core/web/tasks/describe-job.ts';
import { JobRow } from '#core/web/views/tasks/JobRow.tsx';
import type { ShownJob } from '#core/web/tasks/shown-job.ts';
import { ownerOf, TASK_WORK, workOf, type TaskWork } from '#core/web/tasks/task-work.ts';
import { TASKS, type EndedJob } from '#core/web/tasks/tasks.ts';

/** Jobs that are running, have failed, or have just ended: one row per job, however many tasks it consists of. */
export const TaskList = observer(function TaskList() {
  const { get } = useKernel();
  const t = useText();
  const heading = useId();
  const contributed = useSlot(TASK_WORK);
  const { jobs, ended, failure, unlisted } = get(TASKS);
  return (
    <div className="rp-tasks">
      <h2 className="rp-tasks__title">{t('shell:tasks.title')}</h2>
      {failure !== null && <p className="rp-tasks__fault">{t('shell:tasks.unread')}</p>}
      {failure === null && jobs.length === 0 && ended.length === 0 && (
        <div className="rp-tasks__none">
          <p>{t('shell:tasks.none')}</p>
          <p>{t('shell:tasks.none-hint')}</p>
        </div>
      )}
      {jobs.length > 0 && (
        <ul className="rp-tasks__list">
          {jobs.map((job) => (
            <OwnedJob key={job.id} job={job} work={workOf(job, contributed)} />
          ))}
        </ul>
      )}
      {unlisted > 0 && <p className="rp-tasks__rest">{t('shell:tasks.unlisted', { count: unlisted })}</p>}
      {ended.length > 0 && (
        <section aria-labelledby={heading}>
          <h3 id={heading} className="rp-tasks__part">
            {t('shell:tasks.recent')}
          </h3>
          <ul className="rp-tasks__ended">
            {ended.map((job) => (
              <EndedRow key={job.id} job={job} work={workOf(job, contributed)} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
});

const OwnedJob = observer(function OwnedJob({ job, work }: { job: ShownJob; work: TaskWork | undefined }) {
  const { get, plugins } = useKernel();
  const t = useText();
  const stage = work?.stages[job.job];
  const facts = [...(stage === undefined ? [] : [t(stage)]), ...describeJob(job, t)];
  return <JobRow job={job} title={pluginTitle(plugins, get(I18N), ownerOf(job))} facts={facts} work={work} />;
});

const EndedRow = observer(function EndedRow({ job, work }: { job: EndedJob; work: TaskWork | undefined }) {
  const { get, plugins } = useKernel();
  const t = useText();
  const stage = work?.stages[job.job];
  return (
    <li data-end={job.end}>
      <span>{pluginTitle(plugins, get(I18N), ownerOf(job))}</span>
      {stage !== undefined && <span>{t(stage)}</span>}
      <span className="rp-tasks__end">{t(`shell:tasks.${job.end}`)}</span>
    </li>
  );
});
