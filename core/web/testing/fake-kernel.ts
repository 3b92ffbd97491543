import type { PluginEntry } from '#core/contract/plugin-index.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';

import { COMMANDS } from '../commands/commands.ts';
import { defineWeb, type WebPlugin } from '../define-web.ts';
import { DIALOGS } from '../dialogs/dialogs.ts';
import { EVENTS } from '../events/events.ts';
import { FEATURE_GATE } from '../features/feature-gate.ts';
import { HTTP } from '../http/http.ts';
import { I18N, type Language } from '../i18n/i18n.ts';
import { createKernel } from '../kernel/create-kernel.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { service, type KernelService } from '../service.ts';
import { PERMISSIONS } from '../permissions/permissions.ts';
import { PLAYER } from '../player/player.ts';
import { grantedCode } from '../outside/granted-services.ts';
import { ROUTER } from '../router/router.ts';
import { SESSION } from '../session/session.ts';
import { SETTINGS } from '../settings/settings.ts';
import { FollowedSpace } from '../space/FollowedSpace.ts';
import { SPACE } from '../space/space.ts';
import { STORAGE } from '../storage/storage.ts';
import { AccountTasks } from '../tasks/AccountTasks.ts';
import { TASKS } from '../tasks/tasks.ts';
import { THEME } from '../theme/theme.ts';
import { TOASTS } from '../toasts/toasts.ts';
import { tokenName, type Token } from '../token.ts';
import { TRACE } from '../trace/trace.ts';
import { buildEntry, buildManifest } from './builders.ts';
import { FakeI18n } from './fake-i18n.ts';
import { FakeRouter } from './fake-router.ts';
import { FakeSession, type SessionFacts } from './fake-session.ts';
import {
  FakeFeatureGate,
  FakePermissions,
  FakeTheme,
  ListedCommands,
  MemorySettings,
  MemoryStorage,
  RecordedDialogs,
  RecordedPlayer,
  RecordedToasts,
  RecordedTrace,
  SentEvents,
} from './recorders.ts';
import { ScriptedHttp, type Answer } from './scripted-http.ts';
import { isShipped, isTestedOutside, testedSource } from './tested-outside.ts';

/** A plugin under test: its manifest, and the default export of its `web/index.ts`. */
export interface TestedPlugin {
  manifest: PluginManifest;
  web: WebPlugin;
  /** Its state in the index; ready by default. */
  state?: PluginEntry['state'];
}

/** A replacement for a service that a partner plugin would provide. */
export interface PartnerService<T = unknown> {
  token: Token<T>;
  make(): T;
}

/** Replaces a service that a partner plugin provides. */
export function partnerService<T>(token: Token<T>, make: () => T): PartnerService<T> {
  return { token, make };
}

/** The environment of a plugin under test. */
export interface FakeKernelOptions {
  /** Who is logged in: a free account by default, nobody with `account: null`. */
  session?: SessionFacts;
  language?: Language;
  /** The initial address. */
  path?: string;
  calls?: readonly Answer[];
  /** What the partners in the manifest's `uses` provide. */
  tokens?: readonly PartnerService[];
  /** Real plugins to run alongside it. */
  partners?: readonly TestedPlugin[];
  /**
   * Whether the plugin is one from outside, which has only what its manifest asks for; what it does not ask for is
   * refused as in the workbench. By default in `reelport plugin test`, and nowhere else.
   */
  outside?: boolean;
  /** Replace the fake services. */
  services?: readonly KernelService[];
}

/** A kernel with fake services, without a server or a page around it. */
export interface FakeKernel {
  kernel: Kernel;
  http: ScriptedHttp;
  session: FakeSession;
  i18n: FakeI18n;
  toasts: RecordedToasts;
  dialogs: RecordedDialogs;
  router: FakeRouter;
  events: SentEvents;
  commands: ListedCommands;
  features: FakeFeatureGate;
  permissions: FakePermissions;
  storage: MemoryStorage;
  settings: MemorySettings;
  player: RecordedPlayer;
  theme: FakeTheme;
  trace: RecordedTrace;
  /** Faults in plugin code. */
  faults: Array<{ plugin: string; phase: string; error: unknown }>;
}

/**
 * Creates a kernel around plugins, of which the first one is under test.
 * @throws TypeError when `tokens` names a token of a plugin that is not in `uses`, or that would not give it
 */
export async function fakeKernel(plugin: TestedPlugin, options: FakeKernelOptions = {}): Promise<FakeKernel> {
  const { manifest } = plugin;
  const plugins = [plugin, ...(options.partners ?? []), ...fakePartners(manifest, options.tokens ?? [])];
  const toasts = new RecordedToasts();
  const session = new FakeSession(options.session);
  const firstPath = manifest.routes.find(({ page }) => page !== undefined)?.path.replaceAll(/\/:\w+\?/g, '');
  const fake = {
    toasts,
    session,
    http: new ScriptedHttp(options.calls ?? [], toasts),
    i18n: new FakeI18n(options.language),
    dialogs: new RecordedDialogs(),
    router: new FakeRouter(manifest, options.path ?? firstPath ?? '/'),
    events: new SentEvents(),
    commands: new ListedCommands(),
    features: new FakeFeatureGate(session),
    permissions: new FakePermissions(),
    storage: new MemoryStorage(),
    settings: new MemorySettings(),
    player: new RecordedPlayer(),
    theme: new FakeTheme(),
    trace: new RecordedTrace(),
    faults: [] as FakeKernel['faults'],
  };
  const isOutside = options.outside ?? isTestedOutside();
  // A plugin from outside has partners from outside only.
  const sources = new Map(isOutside ? plugins.map((each) => [each, testedSource(each.manifest)] as const) : []);
  const replaced = new Set(options.services?.map(({ token }) => token));
  const standard: KernelService[] = [
    service(HTTP, () => fake.http),
    service(SESSION, () => session),
    service(I18N, () => fake.i18n),
    service(TOASTS, () => toasts),
    service(DIALOGS, () => fake.dialogs),
    service(ROUTER, () => fake.router),
    service(EVENTS, () => fake.events),
    service(COMMANDS, () => fake.commands),
    service(FEATURE_GATE, () => fake.features),
    service(PERMISSIONS, () => fake.permissions),
    service(STORAGE, () => fake.storage),
    service(SETTINGS, () => fake.settings),
    service(PLAYER, () => fake.player),
    service(TASKS, () => new AccountTasks(fake)),
    service(SPACE, () => new FollowedSpace(fake)),
    service(THEME, () => fake.theme),
    service(TRACE, () => fake.trace),
  ];
  const kernel = createKernel({
    services: [...standard.filter(({ token }) => !replaced.has(token)), ...(options.services ?? [])],
    loadIndex: () =>
      Promise.resolve({
        plugins: plugins.map((known) => {
          const source = sources.get(known);
          return { ...buildEntry(known.manifest, known.state), ...(source === undefined ? {} : { source }) };
        }),
        build: 'tests',
      }),
    loadCode({ manifest: { id } }) {
      const known = plugins.find((other) => other.manifest.id === id);
      if (known === undefined) return Promise.reject(new TypeError(`no code of "${id}"`));
      const source = sources.get(known);
      return Promise.resolve(source === undefined ? { default: known.web } : grantedCode(id, known.web, source));
    },
    onFault: (id, phase, error) => void fake.faults.push({ plugin: id, phase, error }),
  });
  await kernel.plugins.load();
  return { kernel, ...fake };
}

/** Plugins that only provide services: `materials.library@1` comes from `materials`. */
function fakePartners(manifest: PluginManifest, tokens: readonly PartnerService[]): TestedPlugin[] {
  const byPlugin = Map.groupBy(tokens, ({ token }) => tokenName(token).split('.')[0] ?? '');
  return [...byPlugin].map(([id, services]) => {
    if (isShipped(id)) {
      throw new TypeError(
        `tokens: "${id}" ships with the workbench and gives plugins from outside no tokens in the browser; ` +
          'there useService throws, and useOptionalService answers undefined',
      );
    }
    if (!manifest.uses.includes(id)) {
      throw new TypeError(`tokens: add "${id}" to uses in the manifest of "${manifest.id}"`);
    }
    return {
      manifest: buildManifest({ id, provides: services.map(({ token }) => tokenName(token)) }),
      web: defineWeb({
        activate(context) {
          for (const { token, make } of services) context.provide(token, make);
        },
      }),
    };
  });
}
