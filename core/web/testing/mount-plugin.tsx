import { observer } from 'mobx-react-lite';
import type { ComponentType, ReactNode } from 'react';

import { webFileOf } from '../plugins/plugin-file.ts';
import type { PluginContext } from '../plugin-context.ts';
import { KernelProvider } from '../react/KernelProvider.tsx';
import { PluginPage } from '../views/plugins/PluginPage.tsx';
import { PluginScope } from '../react/PluginScope.tsx';
import { useKernel } from '../react/use-kernel.ts';
import { ROUTER } from '../router/router.ts';
import { openBench, type Bench } from './bench.tsx';
import { fakeKernel, type FakeKernel, type FakeKernelOptions, type TestedPlugin } from './fake-kernel.ts';

/** Which part of a plugin to show. */
export interface MountOptions extends FakeKernelOptions {
  /** Name of a page; the first route's page when neither page nor dialog is given. */
  page?: string;
  /** Name of a dialog, with its own properties. */
  dialog?: string;
  properties?: object;
}

/** A plugin that is active and on screen. */
export interface MountedPlugin extends FakeKernel, Omit<Bench, 'remove'> {
  context: PluginContext;
  /** The values that the dialog was closed with, one element each time. */
  closedWith: unknown[];
  /** Removes the page and stops everything; the last line of a test. */
  unmount(): Promise<void>;
}

/**
 * Shows a page or a dialog of a plugin, surrounded by fake services.
 * @throws what activating or rendering the plugin threw
 * @example
 * const page = await mountPlugin({ manifest, web }, { page: 'Safe', calls: [answer(listSessions, sessions)] });
 * await page.click(page.byRole('button', '退出登录'));
 */
export async function mountPlugin(plugin: TestedPlugin, options: MountOptions = {}): Promise<MountedPlugin> {
  const fake = await fakeKernel(plugin, options);
  const { id } = plugin.manifest;
  const active = await fake.kernel.plugins.ensure(id, 'route:test');
  const closedWith: unknown[] = [];
  const content =
    options.dialog === undefined
      ? drawPage(plugin, options.page)
      : await drawDialog(plugin, active.context, options.dialog, {
          ...options.properties,
          close: (result?: unknown) => void closedWith.push(result),
        });
  const bench = await openBench(<KernelProvider kernel={fake.kernel}>{content}</KernelProvider>);
  const mounted: MountedPlugin = Object.defineProperties(
    { ...fake, context: active.context, closedWith, unmount } as MountedPlugin,
    Object.getOwnPropertyDescriptors(bench),
  );
  // Faults of others that take part are theirs, and for the test to judge.
  const faultOf = () => fake.faults.find(({ plugin: at }) => at === id);
  await bench.until(() => faultOf() ?? bench.element.querySelector(`[data-plugin="${id}"]`));
  const fault = faultOf();
  if (fault === undefined) return mounted;
  await unmount();
  throw fault.error;

  async function unmount(): Promise<void> {
    await bench.remove();
    await fake.kernel.dispose();
  }
}

/** Renders a page of a plugin, or that of its first route. */
export function drawPage({ manifest }: TestedPlugin, page?: string): ReactNode {
  const shown = page ?? manifest.routes.find((route) => route.page !== undefined)?.page;
  if (shown === undefined) throw new TypeError(`"${manifest.id}" has no page: say which page or dialog is shown`);
  return <TestedPage plugin={manifest.id} page={shown} />;
}

/** A page wherever the router stands: its parameters are those of its own routes, and none anywhere else. */
const TestedPage = observer(function TestedPage({ plugin, page }: { plugin: string; page: string }) {
  const { route } = useKernel().get(ROUTER);
  return <PluginPage plugin={plugin} page={page} route={route?.page === page ? route.path : '*'} isPublic />;
});

/** Renders a dialog of a plugin, without the window around it. */
export async function drawDialog(
  { manifest, web }: TestedPlugin,
  context: PluginContext,
  dialog: string,
  properties: object,
): Promise<ReactNode> {
  const load = web.dialogs?.[dialog];
  if (load === undefined) throw new TypeError(`${webFileOf(manifest.id)} has no dialog "${dialog}"`);
  const Dialog: ComponentType<object> = (await load()).default;
  return (
    <PluginScope context={context}>
      <Dialog {...properties} />
    </PluginScope>
  );
}
