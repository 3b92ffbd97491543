import { useMemo } from 'react';

import type { CallData } from '#core/contract/call.ts';
import { Button } from '#core/web/components/Button.tsx';
import { PageSkeleton } from '#core/web/components/PageSkeleton.tsx';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { readPage } from '#plugins/landing/calls.ts';
import type { PageName } from '#plugins/landing/page-names.ts';
import { SiteFooter } from '../site/SiteFooter.tsx';
import { SiteHeader } from '../site/SiteHeader.tsx';
import { Markdown } from './Markdown.tsx';
import { readDocument, type Chapter } from './read-document.ts';
import './Document.css';

type Page = CallData<typeof readPage>;

/** A document such as the user agreement, with its table of contents; made to be read and to be printed. */
export const DocumentPage = observer(function DocumentPage({ name }: { name: PageName }) {
  const http = useService(HTTP);
  const i18n = useService(I18N);
  const { value, failure, load } = useLive((scope) => {
    // Sent by hand, so that the page needs no schemas.
    const read = (signal: AbortSignal): Promise<Page> =>
      http.send({ method: 'GET', path: `/api/landing/pages/${name}`, signal, handlesErrors: true });
    return new LiveValue(scope, read, { watch: () => i18n.language });
  });

  return (
    <div className="rp-site rp-document">
      <SiteHeader />
      {value !== null && <Read markdown={value.markdown} language={value.language} />}
      {value === null && failure === null && (
        <div className="rp-document__wait">
          <PageSkeleton plugin="landing" />
        </div>
      )}
      {value === null && failure !== null && <Failed onRetry={() => void load()} />}
      <SiteFooter />
    </div>
  );
});

function Read({ markdown, language }: { markdown: string; language: string }) {
  const t = useText();
  const { title, date, blocks, chapters } = useMemo(() => readDocument(markdown), [markdown]);
  return (
    <div className="rp-document__sheet" lang={language === 'zh' ? 'zh-CN' : 'en'}>
      <div className="rp-document__head">
        <h1>{title}</h1>
        {date !== '' && <p>{date}</p>}
      </div>
      {chapters.length > 1 && <Contents chapters={chapters} />}
      <article className="rp-document__text">
        <Markdown tokens={blocks} chapters={chapters} />
        <Button className="rp-document__print" icon="script" onClick={() => window.print()}>
          {t('landing:document.print')}
        </Button>
      </article>
    </div>
  );
}

function Contents({ chapters }: { chapters: readonly Chapter[] }) {
  const t = useText();
  return (
    <nav className="rp-contents" aria-label={t('landing:document.contents')}>
      <p className="rp-contents__title">{t('landing:document.contents')}</p>
      <ol className="rp-contents__list">
        {chapters.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Failed({ onRetry }: { onRetry(): void }) {
  const t = useText();
  return (
    <div className="rp-document__wait" role="alert">
      <p>{t('landing:document.failed')}</p>
      <Button icon="refresh" onClick={onRetry}>
        {t('landing:document.retry')}
      </Button>
    </div>
  );
}
