import { useEffect, useRef, useState, type RefObject } from 'react';

import { I18N, type Language } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { THEME, type Theme } from '#core/web/theme/theme.ts';

import { useInSight } from '../site/use-in-sight.ts';

/** Screenshots, by the names of their texts; taken by `scripts/make-landing-screens.ts`. */
const SCREENS = ['editor', 'library', 'run', 'certificate'] as const;

/** Size of each screenshot in pixels. */
const SCREEN_SIZE = { width: 1200, height: 750 } as const;

const pictures = import.meta.webpackContext('../media/screens', { regExp: /\.webp$/, mode: 'sync' });

/** Four screenshots of the product, in the user's language and theme. */
export const Screens = observer(function Screens() {
  const t = useText();
  const { language } = useService(I18N);
  const { mode } = useService(THEME);
  const list = useRef<HTMLDivElement>(null);
  const isWanted = useCameNear(list);
  return (
    <section className="rp-home__section" aria-labelledby="screens">
      <h2 id="screens" className="rp-home__title">
        {t('landing:screens.title')}
      </h2>
      <div ref={list} className="rp-screens">
        {SCREENS.map((name) => (
          <figure key={name} className="rp-screen">
            <img
              {...SCREEN_SIZE}
              src={isWanted ? screenAddress(name, language, mode) : undefined}
              alt=""
              decoding="async"
            />
            <figcaption>
              <h3>{t(`landing:screens.${name}`)}</h3>
              <p>{t(`landing:screens.${name}-text`)}</p>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
});

/** Nearer than where browsers begin to fetch lazy pictures: most readers of the first lines never need these. */
const NEAR = { rootMargin: '300px' };

/** Whether something has ever been near the window. */
function useCameNear(element: RefObject<HTMLElement | null>): boolean {
  const isNear = useInSight(element, NEAR);
  const [came, setCame] = useState(false);
  useEffect(() => {
    if (isNear) setCame(true);
  }, [isNear]);
  return came;
}

/** The address of a screenshot in a language and a theme. */
function screenAddress(screen: (typeof SCREENS)[number], language: Language, mode: Theme['mode']): string {
  // An asset's module is its address.
  return pictures(`./${screen}-${language}-${mode}.webp`) as string;
}
