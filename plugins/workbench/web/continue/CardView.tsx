import { useState } from 'react';

import { Link } from '#core/web/router/links.ts';
import { MovingPicture } from '#core/web/components/MovingPicture.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import { RelativeTime } from '#core/web/components/RelativeTime.tsx';
import { useKnownPage } from '../parts/use-known-page.ts';
import type { ShownCard } from './CardsStore.ts';

/** One piece of work: its picture, its name, how far it is. */
export const CardView = observer(function CardView({ card }: { card: ShownCard }) {
  const t = useText();
  const to = useKnownPage(card.to);
  const [isNear, setNear] = useState(false);
  const { tone, text, params, progress } = card.state;

  return (
    <li
      className="rp-card"
      data-link={to !== null || undefined}
      onPointerEnter={({ pointerType }) => setNear(pointerType === 'mouse')}
      onPointerLeave={() => setNear(false)}
      onFocus={() => setNear(true)}
      onBlur={() => setNear(false)}
    >
      <div className="rp-card__picture">
        <MovingPicture picture={card.picture} isPlaying={isNear} />
        {progress !== undefined && (
          <progress className="rp-card__progress" max={1} value={progress} aria-label={card.title} />
        )}
      </div>
      <h3 className="rp-card__title" title={card.title}>
        {to === null ? card.title : <Link to={to}>{card.title}</Link>}
      </h3>
      <p className="rp-card__state" data-tone={tone}>
        {t(text, params)}
      </p>
      <RelativeTime className="rp-card__time" time={card.changedAt} />
    </li>
  );
});
