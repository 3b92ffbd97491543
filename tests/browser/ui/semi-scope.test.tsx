import LocaleConsumer from '@douyinfe/semi-ui-19/lib/es/locale/localeConsumer';
import { afterEach, expect, rs, test } from '@rstest/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';

import { createI18n } from '#core/web/i18n/create-i18n.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { createKernel } from '#core/web/kernel/create-kernel.ts';
import { service } from '#core/web/service.ts';
import { KernelProvider } from '#core/web/react/KernelProvider.tsx';
import { ROUTER } from '#core/web/router/router.ts';
import { buildManifest, FakeRouter } from '#core/web/testing/index.ts';
import { SemiScope } from '#core/web/ui/semi/SemiScope.tsx';

let root: Root | undefined;
afterEach(() => act(() => root?.unmount()));

test('Semi speaks the reader’s language, and changes with it', async () => {
  const kernel = createKernel({
    services: [
      service(I18N, () =>
        createI18n({
          language: 'zh',
          texts: { shell: {} },
          fetchTexts: () => Promise.resolve({}),
          remember: () => undefined,
        }),
      ),
      service(ROUTER, () => new FakeRouter(buildManifest(), '/')),
    ],
    loadIndex: () => Promise.resolve({ plugins: [], build: '' }),
    loadCode: () => Promise.reject(new Error('there is no plugin')),
  });
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(async () =>
    root?.render(
      <KernelProvider kernel={kernel}>
        <SemiScope>
          <LocaleConsumer<{ confirm: string }> componentName="Modal">{(words) => words.confirm}</LocaleConsumer>
        </SemiScope>
      </KernelProvider>,
    ),
  );
  await rs.waitFor(() => expect(place.textContent).toBe('确定'));
  await act(() => kernel.get(I18N).setLanguage('en'));
  await rs.waitFor(() => expect(place.textContent).toBe('Confirm'));
  document.cookie = 'localeLanguage=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/';
});
