import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';

import { createI18n } from '#core/web/i18n/create-i18n.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { createKernel } from '#core/web/kernel/create-kernel.ts';
import { service } from '#core/web/service.ts';
import { KernelProvider } from '#core/web/react/KernelProvider.tsx';
import { ROUTER, type Router } from '#core/web/router/router.ts';
import { SemiScope } from '#core/web/ui/semi/SemiScope.tsx';

import shell from '../../../../locales/zh/shell.json';
import '../base.css';
import '../tokens-dark.css';
import '../tokens-light.css';
import { LookPage } from './LookPage.tsx';
import './LookPage.css';

/** Links on this page lead nowhere. */
const NOWHERE: Router = {
  place: { path: '/', query: new URLSearchParams(), hash: '' },
  route: null,
  go: () => Promise.resolve(false),
  back: () => undefined,
  confirmLeaving: () => () => undefined,
};

/** Renders `docs/look.html`: every token, icon and component, by the product's own components. */
export function draw(place: HTMLElement): void {
  const kernel = createKernel({
    services: [
      service(I18N, () =>
        createI18n({
          language: 'zh',
          texts: { shell },
          fetchTexts: () => Promise.resolve({}),
          remember: () => undefined,
        }),
      ),
      service(ROUTER, () => NOWHERE),
    ],
    loadIndex: () => Promise.resolve({ plugins: [], build: '' }),
    loadCode: () => Promise.reject(new Error('there are no plugins on this page')),
  });
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <KernelProvider kernel={kernel}>
        <SemiScope>
          <LookPage />
        </SemiScope>
      </KernelProvider>,
    ),
  );
}

const place = document.querySelector<HTMLElement>('#look');
if (place !== null) draw(place);
