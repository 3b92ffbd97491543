import type { ComponentType } from 'react';

import { defineWeb, type WebPlugin } from '#core/web/define-web.ts';
import type { Kernel } from '#core/web/kernel/kernel.ts';
import { KernelProvider } from '#core/web/react/KernelProvider.tsx';
import { PluginPage } from '#core/web/views/plugins/PluginPage.tsx';
import {
  buildManifest,
  fakeKernel,
  openBench,
  type Bench,
  type FakeKernelOptions,
  type TestedPlugin,
} from '#core/web/testing/index.ts';

/** A plugin with one page. */
export const manifest = buildManifest({ routes: [{ path: '/demo', page: 'Demo' }] });

/** The plugin with a component as its page; `state` may be changed before the index is read again. */
export function withPage(Demo: ComponentType, more: WebPlugin = {}): TestedPlugin {
  return { manifest, web: defineWeb({ pages: { Demo: () => Promise.resolve({ default: Demo }) }, ...more }) };
}

/** Shows the plugin's page as a kernel has it. */
export function showPage(kernel: Kernel): Promise<Bench> {
  return openBench(
    <KernelProvider kernel={kernel}>
      <PluginPage plugin="demo" page="Demo" route="/demo" />
    </KernelProvider>,
  );
}

/** Shows the plugin's page, however it goes: nothing is awaited of it. */
export async function openPage(plugin: TestedPlugin, options?: FakeKernelOptions) {
  const fake = await fakeKernel(plugin, options);
  const bench = await showPage(fake.kernel);
  return {
    ...fake,
    bench,
    async close() {
      await bench.remove();
      await fake.kernel.dispose();
    },
  };
}
