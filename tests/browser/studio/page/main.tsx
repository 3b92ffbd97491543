import { useState, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';

import { createI18n } from '#core/web/i18n/create-i18n.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { createKernel } from '#core/web/kernel/create-kernel.ts';
import { KernelProvider } from '#core/web/react/KernelProvider.tsx';
import { ROUTER, type Router } from '#core/web/router/router.ts';
import { service } from '#core/web/service.ts';
import { SemiScope } from '#core/web/ui/semi/SemiScope.tsx';

import en from '../../../../locales/en/shell.json';
import zh from '../../../../locales/zh/shell.json';
import '../../../../host/web/look/base.css';
import '../../../../host/web/look/tokens-dark.css';
import '../../../../host/web/look/tokens-light.css';
import { BatchPage } from './BatchPage.tsx';
import { BeforeAfterPage } from './BeforeAfterPage.tsx';
import { PlayerPage } from './PlayerPage.tsx';
import { StagePage } from './StagePage.tsx';
import { TimelinePage } from './TimelinePage.tsx';

// The parts of video tools by themselves, each with state of its own, for tests in a real browser: `?part=stage`.

const PAGES: Readonly<Record<string, ComponentType>> = {
  batch: BatchPage,
  'before-after': BeforeAfterPage,
  player: PlayerPage,
  stage: StagePage,
  timeline: TimelinePage,
};

/** Links on these pages lead nowhere. */
const NOWHERE: Router = {
  place: { path: '/', query: new URLSearchParams(), hash: '' },
  route: null,
  go: () => Promise.resolve(false),
  back: () => undefined,
  confirmLeaving: () => () => undefined,
};

function Page({ part }: { part: string }) {
  const [Part] = useState(() => PAGES[part] ?? (() => null));
  return (
    <main style={{ padding: 16, maxInlineSize: 1200, marginInline: 'auto' }}>
      <h1 className="rp-visually-hidden">{part}</h1>
      <Part />
    </main>
  );
}

const query = new URLSearchParams(location.search);
document.body.setAttribute('theme-mode', query.get('theme') ?? 'dark');
const language = query.get('language') === 'en' ? 'en' : 'zh';
document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
const kernel = createKernel({
  services: [
    service(I18N, () =>
      createI18n({
        language,
        texts: { shell: language === 'zh' ? zh : en },
        fetchTexts: () => Promise.resolve({}),
        remember: () => undefined,
      }),
    ),
    service(ROUTER, () => NOWHERE),
  ],
  loadIndex: () => Promise.resolve({ plugins: [], build: '' }),
  loadCode: () => Promise.reject(new Error('there are no plugins on this page')),
});
const place = document.createElement('div');
document.body.append(place);
createRoot(place).render(
  <KernelProvider kernel={kernel}>
    <SemiScope>
      <Page part={query.get('part') ?? ''} />
    </SemiScope>
  </KernelProvider>,
);
