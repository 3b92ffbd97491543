import { FREE_SERVICES, GRANTABLE_SERVICES } from '#core/contract/grants.ts';
import type { PluginSource } from '#core/contract/plugin-index.ts';
import { SDK_SURFACE } from '#core/contract/sdk-surface.ts';

import type { WebPlugin } from '../define-web.ts';
import { COMMANDS, type Commands } from '../commands/commands.ts';
import { DIALOGS, type Dialogs } from '../dialogs/dialogs.ts';
import { EVENTS, type Events } from '../events/events.ts';
import { FEATURE_GATE, type FeatureGate } from '../features/feature-gate.ts';
import { HTTP, type Http } from '../http/http.ts';
import { I18N, type I18n } from '../i18n/i18n.ts';
import type { LoadedCode, ServiceGrants, ServiceConsumer } from '../plugins/service-grants.ts';
import { pluginTitle } from '../kernel/plugin-title.ts';
import { viewFor } from '../kernel/plugin-views.ts';
import type { GetService } from '../service.ts';
import { PERMISSIONS, type UserPermissions } from '../permissions/permissions.ts';
import { PLAYER, type Player } from '../player/player.ts';
import { PLUGINS } from '../plugins/plugins.ts';
import { SESSION, type Session } from '../session/session.ts';
import { TASKS, type Tasks } from '../tasks/tasks.ts';
import { THEME, type Theme } from '../theme/theme.ts';
import { TOASTS } from '../toasts/toasts.ts';
import { tokenName, type Token } from '../token.ts';
import { createStoreSnapshots } from './store-snapshots.ts';
import { narrowDialogs } from './narrow-dialogs.ts';
import { narrowEvents, narrowSubscriptions, type CountUse } from './narrow-events.ts';
import { narrowHttp } from './narrow-http.ts';
import { sessionFacts } from './session-facts.ts';

const HTTP_NAME = tokenName(HTTP);

/** @param used counts a use of the service */
type Narrow<T> = (whole: T, plugin: ServiceConsumer, used: () => void) => T;

/** Services without views per plugin, of which an external plugin sees only what the interface names. */
const NARROWED = new Map<Token<unknown>, (whole: never, plugin: ServiceConsumer, used: () => void) => unknown>([
  narrowed<I18n>(I18N, (whole) =>
    only(whole, ['language', 't', 'load', 'setLanguage', 'ago', 'time', 'date', 'count', 'number', 'bytes']),
  ),
  narrowed<Theme>(THEME, (whole) => only(whole, ['mode', 'system', 'setMode', 'toggle'])),
  narrowed<Commands>(COMMANDS, ownCommands),
  narrowed<Session>(SESSION, sessionFacts),
  narrowed<UserPermissions>(PERMISSIONS, (whole) => only(whole, ['list', 'has', 'load'])),
  narrowed<FeatureGate>(FEATURE_GATE, (whole, _, used) =>
    only(whole, ['allows', 'require', 'offerUpgrade'], { used, by: ['require', 'offerUpgrade'] }),
  ),
  narrowed<Dialogs>(DIALOGS, narrowDialogs),
  narrowed<Events>(EVENTS, (whole, _, used) => narrowEvents(whole, used)),
  narrowed<Player>(PLAYER, (whole, _, used) => only(whole, ['open'], { used, by: ['open'] })),
  narrowed<Tasks>(TASKS, (whole, _, used) =>
    only(
      whole,
      [
        ...(['jobs', 'open', 'ended', 'total', 'unlisted', 'progress', 'failure'] as const),
        ...(['follow', 'load', 'isBusy', 'faultOf', 'cancel', 'retry', 'hide'] as const),
      ],
      { used, by: ['load', 'cancel', 'retry', 'hide'] },
    ),
  ),
]);

/** Services that are mostly read: a plugin that is given one uses it from then on. */
const READ: readonly Token<unknown>[] = [SESSION, PERMISSIONS, FEATURE_GATE, TASKS];

/**
 * The code of an external plugin with what it was granted.
 * @param used is told of each use of a service that needs a grant
 */
export function grantedCode(
  plugin: string,
  web: WebPlugin,
  source: PluginSource,
  used: CountUse = () => undefined,
): LoadedCode {
  return {
    default: narrowSubscriptions(web, plugin, source, used),
    outside: grantedServices(plugin, source, used),
  };
}

/**
 * What an external plugin may use: the services that every plugin has, those that it was granted, and calls to the
 * server if it was granted any or has a server half of its own.
 * @param used is told of each use of a service that needs a grant; calls are counted by the server
 */
export function grantedServices(plugin: string, source: PluginSource, used: CountUse): ServiceGrants {
  const { grants, calls } = source;
  const names = new Set<string>([
    ...FREE_SERVICES,
    ...grants.flatMap((grant) =>
      grant.kind === 'service' && (GRANTABLE_SERVICES as readonly string[]).includes(grant.token) ? [grant.token] : [],
    ),
    ...(calls !== null || grants.some(({ kind }) => kind === 'http') ? [HTTP_NAME] : []),
  ]);

  return {
    allows: (token) => names.has(tokenName(token)),
    service<T>(token: Token<T>, get: GetService, consumer: ServiceConsumer): T {
      const view = viewFor(token, get(token), consumer);
      // Each view stands beside the token of its own service.
      if (token === HTTP)
        return narrowHttp(view as Http, { plugin, grants, calls, ...refusalText(get, consumer) }) as T;
      const count = (): void => used(tokenName(token));
      if (READ.includes(token)) count();
      const narrow = NARROWED.get(token) as Narrow<T> | undefined;
      return narrow === undefined ? view : narrow(view, consumer, count);
    },
    hint(token) {
      const name = tokenName(token);
      if (name === HTTP_NAME)
        return `add to its grants each call that it makes, such as ask(listMaterials, '${plugin}:why.…')`;
      const [constant] = Object.entries(SDK_SURFACE.tokenOf).find(([, named]) => named === name) ?? [];
      return (GRANTABLE_SERVICES as readonly string[]).includes(name)
        ? `add to its grants ask(${constant}, '${plugin}:why.…'), and ask an operator to give it`
        : 'no plugin from outside can have it';
    },
    ...(source.dev ? { snapshots: createStoreSnapshots(plugin, source.revision) } : {}),
  };
}

function narrowed<T>(token: Token<T>, narrow: Narrow<T>): [Token<unknown>, Narrow<T>] {
  return [token, narrow];
}

/** How a refusal is shown to the user. */
function refusalText(get: GetService, { id, scope }: ServiceConsumer) {
  return {
    text: (params: { method: string; path: string }) =>
      get(I18N).t('shell:plugin-not-granted', { ...params, plugin: pluginTitle(get(PLUGINS), get(I18N), id) }),
    tell: (text: string): void =>
      void viewFor(TOASTS, get(TOASTS), { id, scope }).show({
        kind: 'error',
        text,
        key: `${id}:${text}`,
        throttle: 3000,
      }),
  };
}

/** The plugin's own commands: it can neither list nor run those of others. */
function ownCommands(commands: Commands, { id }: ServiceConsumer): Commands {
  const isOwn = (command: string): boolean => command.startsWith(`${id}.`);
  return {
    get list() {
      return commands.list.filter((command) => isOwn(command.id));
    },
    add: (command) => commands.add(command),
    run: async (command) => {
      if (!isOwn(command)) throw new TypeError(`plugin "${id}" runs its own commands only, not "${command}"`);
      await commands.run(command);
    },
  };
}

/**
 * A view of a service with only the named members. Observable members stay observable.
 * @param counting.by methods of which each call is a use
 * @example only(theme, ['mode', 'toggle'])
 */
function only<T extends object, K extends keyof T>(
  whole: T,
  names: readonly K[],
  counting?: { used: () => void; by: readonly K[] },
): Pick<T, K> & T {
  const bound = new Map<K, unknown>();
  const view = {};
  const counted =
    (method: Function) =>
    (...args: unknown[]): unknown => {
      counting?.used();
      return Reflect.apply(method, whole, args);
    };
  for (const name of names) {
    Object.defineProperty(view, name, {
      enumerable: true,
      get() {
        const value: unknown = whole[name];
        if (typeof value !== 'function') return value;
        if (!bound.has(name)) bound.set(name, counting?.by.includes(name) ? counted(value) : value.bind(whole));
        return bound.get(name);
      },
    });
  }
  // Callers use the service's interface, so it is typed as T; members beyond the interface must not be reachable.
  return Object.freeze(view) as T;
}
