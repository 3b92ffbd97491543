import { useId, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useSlot } from '#core/web/react/use-slot.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TASK_WORK, workOf } from '#core/web/tasks/task-work.ts';
import { TASKS } from '#core/web/tasks/tasks.ts';

import { CardsStore } from '../continue/CardsStore.ts';
import { NamedJob } from './NamedJob.tsx';
import './JobsSection.css';

/** Jobs that are shown before somebody asks for more. */
const FEW = 6;

/** What is under way, with progress, time left and a way to stop it. */
export const JobsSection = observer(function JobsSection() {
  const t = useText();
  const tasks = useService(TASKS);
  const contributed = useSlot(TASK_WORK);
  const heading = useId();
  const [isLong, setLong] = useState(false);
  const { jobs, failure, total, unlisted } = tasks;
  const isRead = total !== null;
  const shown = isLong ? jobs : jobs.slice(0, FEW);
  const more = jobs.length - shown.length;
  const { cards } = useStore(CardsStore);
  // Where there is other work to be seen, nothing need be said of none.
  if (isRead && jobs.length === 0 && failure === null && cards.length > 0) return null;

  return (
    <section aria-labelledby={heading} aria-busy={!isRead && failure === null}>
      <header className="rp-workbench__head">
        <h2 id={heading}>{t('workbench:jobs.title')}</h2>
      </header>
      {failure !== null && (
        <LoadError text={t('workbench:jobs.failed')} error={failure.error} onRetry={() => void tasks.load()} />
      )}
      {isRead && shown.length === 0 && failure === null && (
        <p className="rp-workbench__quiet rp-jobs__none">{t('workbench:jobs.none')}</p>
      )}
      {shown.length > 0 && (
        <ul className="rp-jobs">
          {shown.map((job) => (
            <NamedJob key={job.id} job={job} work={workOf(job, contributed)} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <Button variant="quiet" size="small" className="rp-jobs__more" onClick={() => setLong(true)}>
          {t('workbench:jobs.more', { count: more })}
        </Button>
      )}
      {more === 0 && unlisted > 0 && (
        <p className="rp-workbench__quiet rp-jobs__none">{t('workbench:jobs.rest', { count: unlisted })}</p>
      )}
      {!isRead && failure === null && <Outlines />}
    </section>
  );
});

function Outlines() {
  return (
    <div className="rp-jobs rp-workbench__outline" aria-hidden="true">
      <div className="rp-jobs__outline" />
      <div className="rp-jobs__outline" />
    </div>
  );
}
