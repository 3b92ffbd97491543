import { useRef, useState } from 'react';

import { useText } from '#core/web/react/use-text.ts';
import { SlotItems } from '#core/web/views/plugins/SlotItems.tsx';

import { LANDING_SECTIONS, type LandingSection } from '#plugins/landing/api.ts';
import { useInSight } from '../site/use-in-sight.ts';

const NEAR = { rootMargin: '600px' };

/**
 * What other plugins tell visitors, such as what memberships hold. Their code comes when somebody scrolls near it: the
 * first screen does without.
 */
export function Sections() {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useInSight(place, NEAR);
  const [wasNear, setWasNear] = useState(false);
  if (isNear && !wasNear) setWasNear(true);
  return (
    <div ref={place} className="rp-home__sections">
      {wasNear && <SlotItems slot={LANDING_SECTIONS}>{(section) => <Contributed {...section} />}</SlotItems>}
    </div>
  );
}

function Contributed({ id, title, Section }: LandingSection) {
  const t = useText();
  return (
    <section className="rp-home__section" aria-labelledby={id}>
      <h2 id={id} className="rp-home__title">
        {t(title)}
      </h2>
      <Section />
    </section>
  );
}
