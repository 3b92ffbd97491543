import { useId } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { MovingPicture } from '#core/web/components/MovingPicture.tsx';
import { RelativeTime } from '#core/web/components/RelativeTime.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useSlot } from '#core/web/react/use-slot.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { CardStatus } from '#core/web/components/Card.tsx';

import { WORKBENCH_STARTS, type WorkbenchStart } from '#plugins/workbench/api.ts';
import { useKnownPage } from '../parts/use-known-page.ts';
import { useRestingCards } from './use-resting-cards.ts';
import './NextStep.css';

/** What to do next: to go on with what changed last, or to begin something new. */
export const NextStep = observer(function NextStep() {
  const t = useText();
  const router = useService(ROUTER);
  const heading = useId();
  const starts = useSlot(WORKBENCH_STARTS);
  const { lead: card } = useRestingCards();
  const next = card?.next;
  const isNext = card !== undefined && next !== undefined;
  if (!isNext && starts.length === 0) return null;
  return (
    <section className="rp-next" aria-labelledby={heading}>
      {isNext && (
        <div className="rp-next__picture">
          <MovingPicture picture={card.picture} isPlaying={false} />
        </div>
      )}
      <div className="rp-next__words">
        <h2 id={heading}>{isNext ? card.title : t('workbench:next.new')}</h2>
        {isNext && (
          <CardStatus tone={card.state.tone}>
            {t(card.state.text, card.state.params)} · <RelativeTime time={card.changedAt} />
          </CardStatus>
        )}
        <p className="rp-next__acts">
          {isNext && (
            <Button variant="primary" onClick={() => void router.go(next.to)}>
              {t(next.title, next.params)}
            </Button>
          )}
          {starts.map(({ key, item }) => (
            <StartButton key={key} start={item} isPrimary={!isNext} />
          ))}
        </p>
      </div>
    </section>
  );
});

const StartButton = observer(function StartButton({ start, isPrimary }: { start: WorkbenchStart; isPrimary: boolean }) {
  const t = useText();
  const router = useService(ROUTER);
  const to = useKnownPage(start.to);
  if (to === null) return null;
  return (
    <Button variant={isPrimary ? 'primary' : 'secondary'} icon={start.icon} onClick={() => void router.go(to)}>
      {t(start.title)}
    </Button>
  );
});
