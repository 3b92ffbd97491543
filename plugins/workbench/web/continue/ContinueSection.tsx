import { useId } from 'react';

import { LoadError } from '#core/web/components/LoadError.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { pluginTitle } from '#core/web/kernel/plugin-title.ts';
import { PLUGINS } from '#core/web/plugins/plugins.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { CardImage } from '#core/web/components/Card.tsx';

import { CardsStore } from './CardsStore.ts';
import { CardView } from './CardView.tsx';
import { useRestingCards } from './use-resting-cards.ts';
import './ContinueSection.css';

/** What the account worked on last, as pictures. */
export const ContinueSection = observer(function ContinueSection() {
  const t = useText();
  const i18n = useService(I18N);
  const plugins = useService(PLUGINS);
  const store = useStore(CardsStore);
  const heading = useId();
  const { isRead } = store;
  const { others: cards } = useRestingCards();
  const failed = store.sources.filter(({ live }) => live.failure !== null);

  // All of it stands elsewhere on the page.
  if (isRead && cards.length === 0 && store.cards.length > 0 && failed.length === 0) return null;
  return (
    <section aria-labelledby={heading} aria-busy={!isRead}>
      <header className="rp-workbench__head">
        <h2 id={heading}>{t('workbench:continue.title')}</h2>
      </header>
      {failed.map(({ key, plugin, live }) => (
        <LoadError
          key={key}
          text={t('workbench:continue.failed', { plugin: pluginTitle(plugins, i18n, plugin) })}
          error={live.failure?.error}
          onRetry={() => void live.load()}
        />
      ))}
      {cards.length > 0 ? (
        <ul className="rp-cards">
          {cards.map((card) => (
            <CardView key={card.key} card={card} />
          ))}
        </ul>
      ) : isRead ? (
        failed.length === 0 && <p className="rp-workbench__quiet rp-cards__none">{t('workbench:continue.none')}</p>
      ) : (
        <Outlines />
      )}
    </section>
  );
});

function Outlines() {
  return (
    <div className="rp-cards rp-workbench__outline" aria-hidden="true">
      {[1, 2, 3, 4].map((number) => (
        <div key={number} className="rp-card">
          <CardImage />
          <div className="rp-card__bar" />
          <div className="rp-card__bar rp-card__bar--short" />
        </div>
      ))}
    </div>
  );
}
