import { afterEach } from '@rstest/core';
import type { ReactNode } from 'react';

import { I18N } from '#core/web/i18n/i18n.ts';
import { createKernel } from '#core/web/kernel/create-kernel.ts';
import { service } from '#core/web/service.ts';
import { KernelProvider } from '#core/web/react/KernelProvider.tsx';
import { ROUTER } from '#core/web/router/router.ts';
import { buildManifest, FakeI18n, FakeRouter, openBench, type Bench } from '#core/web/testing/index.ts';

const open: Bench[] = [];
afterEach(async () => {
  for (const bench of open.splice(0)) await bench.remove();
});

/** Draws a part as it stands on a page; it goes when the test ends. */
export async function drawPart(part: ReactNode): Promise<Bench> {
  const kernel = createKernel({
    services: [service(I18N, () => new FakeI18n('en')), service(ROUTER, () => new FakeRouter(buildManifest(), '/'))],
    loadIndex: () => Promise.resolve({ plugins: [], build: '' }),
    loadCode: () => Promise.reject(new Error('there is no plugin')),
  });
  const bench = await openBench(<KernelProvider kernel={kernel}>{part}</KernelProvider>);
  open.push(bench);
  return bench;
}
