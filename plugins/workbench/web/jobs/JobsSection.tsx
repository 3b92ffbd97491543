import { useId } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useSlot } from '#core/web/react/use-slot.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { WORKBENCH_JOBS } from '#plugins/workbench/api.ts';
import { Trouble } from '../parts/Trouble.tsx';
import { JobRow } from './JobRow.tsx';
import { JobsStore } from './JobsStore.ts';
import './JobsSection.css';

/** What is under way, with progress, time left and a way to stop it. */
export const JobsSection = observer(function JobsSection() {
  const t = useText();
  const store = useStore(JobsStore);
  const contributed = useSlot(WORKBENCH_JOBS);
  const heading = useId();
  const { reading, shown, more, rest } = store;
  const isRead = reading.value !== null;

  return (
    <section aria-labelledby={heading} aria-busy={!isRead && reading.failure === null}>
      <header className="rp-workbench__head">
        <h2 id={heading}>{t('workbench:jobs.title')}</h2>
      </header>
      {reading.failure !== null && (
        <Trouble text={t('workbench:jobs.failed')} error={reading.failure.error} onRetry={() => void reading.load()} />
      )}
      {isRead && shown.length === 0 && reading.failure === null && (
        <p className="rp-workbench__quiet rp-jobs__none">{t('workbench:jobs.none')}</p>
      )}
      {shown.length > 0 && (
        <ul className="rp-jobs">
          {shown.map((job) => (
            <JobRow
              key={job.id}
              job={job}
              // A job's name begins with its plugin's id.
              plugin={contributed.find(({ context }) => job.job.startsWith(`${context.id}.`))?.item}
            />
          ))}
        </ul>
      )}
      {more > 0 && (
        <Button variant="quiet" size="small" className="rp-jobs__more" onClick={store.showMore}>
          {t('workbench:jobs.more', { count: more })}
        </Button>
      )}
      {rest > 0 && <p className="rp-workbench__quiet rp-jobs__none">{t('workbench:jobs.rest', { count: rest })}</p>}
      {!isRead && reading.failure === null && <Outlines />}
    </section>
  );
});

function Outlines() {
  return (
    <div className="rp-jobs rp-workbench__outline" aria-hidden="true">
      <div className="rp-job rp-job--outline" />
      <div className="rp-job rp-job--outline" />
    </div>
  );
}
