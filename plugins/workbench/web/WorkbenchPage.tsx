import { useEffect, useState } from 'react';

import { EVENTS } from '#core/web/events/events.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TASKS } from '#core/web/tasks/tasks.ts';
import { SlotItems } from '#core/web/views/plugins/SlotItems.tsx';

import { WORKBENCH_CARDS, WORKBENCH_OUTPUTS } from '#plugins/workbench/api.ts';
import { CardsStore } from './continue/CardsStore.ts';
import { ContinueSection } from './continue/ContinueSection.tsx';
import { NextStep } from './continue/NextStep.tsx';
import { RecentOutputs } from './outputs/RecentOutputs.tsx';
import { JobsSection } from './jobs/JobsSection.tsx';
import { News } from './news/News.tsx';
import { Widgets } from './parts/Widgets.tsx';
import { useWholeSlot } from '#core/web/react/use-whole-slot.ts';
import { EmptyStart } from './start/EmptyStart.tsx';
import { FirstSteps } from './steps/FirstSteps.tsx';
import './WorkbenchPage.css';

/** Milliseconds for which what is read already waits for the rest. */
const OPENING = 1500;

/** The workbench: latest work and running jobs on the left, help on the right. */
const WorkbenchPage = observer(function WorkbenchPage() {
  const t = useText();
  const cards = useStore(CardsStore);
  const tasks = useService(TASKS);
  const events = useService(EVENTS);
  const { items, isWhole } = useWholeSlot(WORKBENCH_CARDS);
  useEffect(() => cards.show(items, isWhole), [cards, items, isWhole]);
  useEffect(() => cards.hide, [cards]);
  useEffect(() => tasks.follow() as () => void, [tasks]);
  const [isOpening, setOpening] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setOpening(false), OPENING);
    return () => clearTimeout(timer);
  }, []);
  const isEmpty = cards.isEmpty && tasks.total === 0;
  const isRead = cards.isRead && (tasks.total !== null || tasks.failure !== null);

  return (
    <div className="rp-workbench" data-opening={isOpening ? '' : undefined}>
      <h1 className="rp-visually-hidden">{t('workbench:page.title')}</h1>
      {/* Painted before the code is there, by first-paint/Workbench.html; nothing that comes later is larger. */}
      <p className="rp-workbench__lead">{t('workbench:lead')}</p>
      <div className="rp-workbench__main" data-unread={isRead ? undefined : ''}>
        {isEmpty ? (
          <EmptyStart />
        ) : (
          <>
            <NextStep />
            <JobsSection />
            <ContinueSection />
            <SlotItems slot={WORKBENCH_OUTPUTS}>
              {(source) => <RecentOutputs source={source} events={events} />}
            </SlotItems>
          </>
        )}
        <Widgets size="wide" />
      </div>
      <aside className="rp-workbench__side">
        <FirstSteps />
        <Widgets size="narrow" />
        <News />
      </aside>
    </div>
  );
});

export default WorkbenchPage;
