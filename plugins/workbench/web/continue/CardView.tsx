import { useState } from 'react';

import { MovingPicture } from '#core/web/components/MovingPicture.tsx';
import { RelativeTime } from '#core/web/components/RelativeTime.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { CardLink, CardImage, CardStatus } from '#core/web/components/Card.tsx';

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
      <CardImage progress={progress} label={card.title}>
        <MovingPicture picture={card.picture} isPlaying={isNear} />
      </CardImage>
      <h3 className="rp-card__title" title={card.title}>
        {to === null ? card.title : <CardLink to={to}>{card.title}</CardLink>}
      </h3>
      <CardStatus tone={tone}>{t(text, params)}</CardStatus>
      <RelativeTime className="rp-card__time" time={card.changedAt} />
    </li>
  );
});
