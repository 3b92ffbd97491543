import { useId } from 'react';

import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import news from './news.json';
import './News.css';

/** What this release brought. */
export const News = observer(function News() {
  const t = useText();
  const { language } = useService(I18N);
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <header className="rp-workbench__head">
        <h2 id={heading}>{t('workbench:news.title')}</h2>
        <span className="rp-news__version">{t('workbench:news.version', { version: news.version })}</span>
      </header>
      <ul className="rp-news">
        {news.entries.map((entry) => (
          <li key={entry.en.title}>
            <h3 className="rp-news__title">{entry[language].title}</h3>
            <p className="rp-news__text">{entry[language].text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
});
