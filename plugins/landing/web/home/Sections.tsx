import { useText } from '#core/web/react/use-text.ts';
import { SlotItems } from '#core/web/views/plugins/SlotItems.tsx';

import { LANDING_SECTIONS, type LandingSection } from '#plugins/landing/api.ts';

/** What other plugins tell visitors, such as what memberships hold. */
export function Sections() {
  return <SlotItems slot={LANDING_SECTIONS}>{(section) => <Contributed {...section} />}</SlotItems>;
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
