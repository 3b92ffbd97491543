import { useEffect, useState } from 'react';

import { useText } from '#core/web/react/use-text.ts';
import { CardImage } from '#core/web/components/Card.tsx';

/** Responses that arrive sooner need no placeholders. */
const LATE_MILLISECONDS = 150;
const CARDS = 8;

/** Outlines of cards that are being read. */
export function CardOutlines() {
  const t = useText();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return <span hidden data-unread="" />;
  return (
    <div className="rp-projects__cards" role="status" data-unread="">
      <span className="rp-visually-hidden">{t('mixing:projects.reading')}</span>
      {Array.from({ length: CARDS }, (_, index) => (
        <div key={index} className="rp-project rp-project--outline">
          <CardImage />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
