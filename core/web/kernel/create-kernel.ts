import 'reflect-metadata/lite';
import { Container } from 'inversify';

import type { PluginEntry, PluginIndex } from '#core/contract/plugin-index.ts';

import { createScope, isDisposable } from '../create-scope.ts';
import type { WebPlugin } from '../define-web.ts';
import { I18N } from '../i18n/i18n.ts';
import { createPlugins } from '../plugins/create-plugins.ts';
import { PLUGINS, type FaultPhase, type Plugins } from '../plugins/plugins.ts';
import { tokenName, type Token } from '../token.ts';
import { TRACE } from '../trace/trace.ts';
import { createFaults } from './create-faults.ts';
import { createPluginHost } from './create-plugin-host.ts';
import { createSlots } from './create-slots.ts';
import type { Kernel } from './kernel.ts';
import { createPluginLog } from './plugin-log.ts';
import { createPluginTokens } from './plugin-tokens.ts';
import { service, type GetService, type KernelService } from './service.ts';

/** What a kernel is made of. */
export interface KernelOptions {
  /** Every service but `PLUGINS`, which is the kernel's own; `I18N` must be among them. */
  services: readonly KernelService[];
  /** Reads `GET /api/plugins`. */
  loadIndex(get: GetService): Promise<PluginIndex>;
  /** Fetches a plugin's browser half. After a failure it is called again, and must then try anew. */
  loadCode(entry: PluginEntry): Promise<{ default: WebPlugin }>;
  /** Hears every fault of a plugin; the console does when absent. */
  onFault?(plugin: string, phase: FaultPhase | 'dispose', error: unknown): void;
}

/**
 * Makes the kernel. Nothing is loaded and no service is made until it is asked for.
 * @throws TypeError when a service is declared twice, or `I18N` is missing
 * @example
 * const kernel = createKernel({
 *   services: [service(THEME, () => createTheme()), service(HTTP, (get) => createHttp({ session: () => get(SESSION) }))],
 *   loadIndex: (get) => get(HTTP).send({ method: 'GET', path: '/api/plugins' }),
 *   loadCode: ({ manifest }) => pluginModules(`./${manifest.id}/web/index.ts`),
 * });
 */
export function createKernel(options: KernelOptions): Kernel {
  const root = new Container({ defaultScope: 'Singleton', jitless: true });
  const scope = createScope('kernel');
  const tokens = createPluginTokens();
  const log = createPluginLog('kernel');
  const making: Array<Token<unknown>> = [];

  const get: GetService = (token) => {
    if (!root.isBound(token)) throw new TypeError(`the kernel has no service "${tokenName(token)}"`);
    return root.get(token);
  };
  const tryGet = <T>(token: Token<T>): T | undefined => (root.isBound(token) ? root.get(token) : undefined);

  function make<T>({ token, make: makeService }: KernelService<T>): T {
    if (making.includes(token)) {
      const circle = [...making.slice(making.indexOf(token)), token].map(tokenName).join(' -> ');
      throw new TypeError(`services need each other while being made: ${circle}; get one of them later`);
    }
    making.push(token);
    try {
      const made = makeService(get);
      if (isDisposable(made)) scope.own(made);
      return made;
    } finally {
      making.pop();
    }
  }

  const plugins: Plugins = createPlugins({
    loadIndex: () => options.loadIndex(get),
    loadCode: (entry) => options.loadCode(entry),
    loadTexts: (id) => get(I18N).load(id),
    open: (manifest, web) => host.open(manifest, web),
    measure: (plugin, step, run) => tryGet(TRACE)?.measure(plugin, step, run) ?? run(),
    onFault(plugin, phase, error) {
      if (options.onFault === undefined) log.error(`plugin "${plugin}" failed (${phase})`, error);
      else options.onFault(plugin, phase, error);
    },
  });
  const slots = createSlots(() => plugins);
  const host = createPluginHost({
    root,
    services: options.services,
    get,
    tokens,
    slots,
    providedBy: (plugin) => plugins.find(plugin)?.entry.manifest.provides ?? [],
    report: (plugin, phase, error) => plugins.report(plugin, phase, error),
  });

  for (const declared of [...options.services, service(PLUGINS, () => plugins)]) {
    if (root.isBound(declared.token)) throw new TypeError(`service "${tokenName(declared.token)}" is declared twice`);
    root
      .bind(declared.token)
      .toDynamicValue(() => make(declared))
      .inSingletonScope();
  }
  if (!root.isBound(I18N)) throw new TypeError('createKernel: services must have I18N');

  return {
    plugins,
    slots,
    faults: createFaults({ plugins, tryGet, log }),
    get,
    tryGet,
    census() {
      const { containers, bindings } = host.count();
      const { items, shown } = slots.count();
      const activePlugins = plugins.list.filter(({ state }) => state.name === 'active').length;
      return { activePlugins, containers, bindings, tokens: tokens.size, slotItems: items, shownSlots: shown };
    },
    async dispose() {
      await Promise.all(plugins.list.map(({ entry }) => plugins.stop(entry.manifest.id)));
      const faults = await scope.dispose();
      root.unbindAll();
      return faults;
    },
  };
}
