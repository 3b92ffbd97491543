import 'reflect-metadata/lite';
import { Container } from 'inversify';

import type { PluginEntry, PluginIndex } from '#core/contract/plugin-index.ts';

import { createScope, isDisposable } from '../create-scope.ts';
import { lockOfPlugin } from '../lock.ts';
import { I18N } from '../i18n/i18n.ts';
import { createPlugins, type OutsideReports } from '../plugins/create-plugins.ts';
import { PLUGINS, type PluginShutdown, type FaultPhase, type Plugins } from '../plugins/plugins.ts';
import { tokenName, type Token } from '../token.ts';
import { TRACE } from '../trace/trace.ts';
import { createFaults } from './create-faults.ts';
import { createPluginHost } from './create-plugin-host.ts';
import { createSlots } from './create-slots.ts';
import type { Kernel } from './kernel.ts';
import type { LoadedCode } from '../plugins/service-grants.ts';
import { createPluginLog } from './plugin-log.ts';
import { createPluginTokens } from './plugin-tokens.ts';
import { service, type GetService, type KernelService } from '../service.ts';

/** What a kernel is created from. */
export interface KernelOptions {
  /** Every service except `PLUGINS`, which the kernel brings itself; `I18N` must be among them. */
  services: readonly KernelService[];
  /** Reads `GET /api/plugins`. */
  loadIndex(get: GetService): Promise<PluginIndex>;
  /** Loads a plugin's browser half. After a failure it is called again, and must then make a new attempt. */
  loadCode(entry: PluginEntry): Promise<LoadedCode>;
  /** Closes the pages of a plugin that has to stop; see `PluginsOptions`. */
  closePages?(shutdown: PluginShutdown, get: GetService): Promise<void> | undefined;
  /** Receives the health of external plugins, to report it to the server. */
  reports?: OutsideReports;
  /** Receives every fault of a plugin; they go to the console by default. */
  onFault?(plugin: string, phase: FaultPhase | 'dispose', error: unknown): void;
}

/**
 * Creates the kernel. Nothing is loaded and no service is created until it is asked for.
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
      throw new TypeError(`services need each other: ${circle}; get one later`);
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
    open: (entry, code) => host.open(entry, code),
    reports: options.reports,
    measure: (plugin, step, run) => tryGet(TRACE)?.measure(plugin, step, run) ?? run(),
    closePages: (shutdown) => options.closePages?.(shutdown, get),
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
    find: (plugin) => plugins.find(plugin)?.entry,
    lockOf(plugin) {
      const entry = plugins.find(plugin)?.entry;
      return entry === undefined ? null : lockOfPlugin(entry);
    },
    report: (plugin, phase, error) => faults.take(plugin, phase, error),
  });
  const faults = createFaults({ plugins, tryGet, log });

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
    faults,
    get,
    tryGet,
    census() {
      const { containers, bindings } = host.count();
      const { items, shown } = slots.count();
      const running = [...plugins.list, ...plugins.leaving];
      const activePlugins = running.filter(({ state }) => state.name === 'active').length;
      return { activePlugins, containers, bindings, tokens: tokens.size, slotItems: items, shownSlots: shown };
    },
    async dispose() {
      const all = [...plugins.list, ...plugins.leaving];
      await Promise.all(all.map(({ entry }) => plugins.stop(entry.manifest.id)));
      const faults = await scope.dispose();
      root.unbindAll();
      return faults;
    },
  };
}
