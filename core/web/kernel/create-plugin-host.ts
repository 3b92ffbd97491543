import 'reflect-metadata/lite';
import { Container, type Newable } from 'inversify';

import type { PluginEntry } from '#core/contract/plugin-index.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';

import { createScope, isDisposable } from '../create-scope.ts';
import type { WebPlugin } from '../define-web.ts';
import type { AccessLock } from '../lock.ts';
import { I18N } from '../i18n/i18n.ts';
import { PLUGIN_CONTEXT, type Injectable, type PluginContext } from '../plugin-context.ts';
import type { OpenedPlugin } from '../plugins/create-plugins.ts';
import { PLUGINS, type FaultPhase } from '../plugins/plugins.ts';
import type { Scope } from '../scope.ts';
import { tokenName, tokenNamed, type Token } from '../token.ts';
import type { LoadedCode, ServiceGrants } from '../plugins/service-grants.ts';
import { createPluginLog } from './plugin-log.ts';
import type { PluginTokens } from './plugin-tokens.ts';
import { viewFor } from './plugin-views.ts';
import { manifestFileOf, webFileOf } from '../plugins/plugin-file.ts';
import { proveProvided, provePlugin } from './prove-plugin.ts';
import type { GetService, KernelService } from '../service.ts';
import type { Slots } from './slots.ts';

/** What plugins are opened with. */
export interface PluginHostOptions {
  root: Container;
  services: readonly KernelService[];
  get: GetService;
  tokens: PluginTokens;
  slots: Slots;
  /** The index entry of another plugin; undefined for an unknown one. */
  find(plugin: string): PluginEntry | undefined;
  /** The lock that a tier puts on a plugin; null when there is none. Observable. */
  lockOf(plugin: string): AccessLock | null;
  report(plugin: string, phase: FaultPhase, error: unknown): void;
}

/** Opens plugins: each gets a scope, a container that inherits from the kernel's, and a context. */
export interface PluginHost {
  /**
   * @throws TypeError when the browser half lacks something that the manifest names, or for an external plugin without
   *   grants
   */
  open(entry: PluginEntry, code: LoadedCode): OpenedPlugin;
  /** How much is open at the moment. */
  count(): { containers: number; bindings: number };
}

/** Creates the plugin host. */
export function createPluginHost(options: PluginHostOptions): PluginHost {
  const { get, tokens, slots } = options;
  const boundBy = new Map<Container, number>();

  function open({ manifest, source }: PluginEntry, { default: web, outside }: LoadedCode): OpenedPlugin {
    const { id } = manifest;
    if (source !== undefined && outside === undefined) {
      throw new TypeError(`plugin "${id}" comes from outside, and nothing says what it may have`);
    }
    provePlugin(manifest, web);
    const scope = createScope(id, { onFault: (error) => options.report(id, 'effect', error) });
    const { container, stores, made, partnerTokens, denied } = fill(manifest, web, scope, outside);

    const mayUse = (token: Token<unknown>): boolean =>
      partnersOf(manifest, outside).some((plugin) => tokens.isFrom(token, plugin));

    function tryGet<T>(token: Token<T>): T | undefined {
      if (scope.disposed) return undefined;
      if (tokens.has(token)) return mayUse(token) ? tokens.get(token) : undefined;
      // Bound for constructor injection, but no plugin provides it at the moment.
      if (partnerTokens.has(token) || denied.has(token)) return undefined;
      return container.isBound(token) ? container.get(token) : undefined;
    }

    const context: PluginContext = Object.freeze<PluginContext>({
      id,
      get locked() {
        return options.lockOf(id);
      },
      signal: scope.signal,
      scope,
      tryGet,
      get<T>(token: Token<T>) {
        const found = tryGet(token);
        if (found !== undefined) return found;
        throw new TypeError(
          scope.disposed
            ? `plugin "${id}" has stopped and asks for "${tokenName(token)}"`
            : outside !== undefined && denied.has(token)
              ? refusal(id, token, outside)
              : `plugin "${id}" asks for "${tokenName(token)}", which neither the kernel nor a plugin under "uses" provides now`,
        );
      },
      store<T>(store: Injectable<T>) {
        if (scope.disposed) throw new TypeError(`plugin "${id}" has stopped and asks for its store ${store.name}`);
        // Refuse stores of other plugins here, before they are created.
        if (!stores.has(store as Injectable<object>))
          throw new TypeError(`${webFileOf(id)}: add ${store.name} to stores`);
        return container.get(store as Newable<T>);
      },
      provide(token, make) {
        const name = tokenName(token);
        if (!manifest.provides.includes(name)) {
          throw new TypeError(`${manifestFileOf(id)}: add "${name}" to provides`);
        }
        // An external plugin must not provide tokens outside its own namespace, such as those of kernel services.
        if (outside !== undefined && !name.startsWith(`${id}.`)) {
          throw new TypeError(
            `plugin "${id}" comes from outside: what it provides begins with "${id}.", not "${name}"`,
          );
        }
        scope.own(tokens.add(token, id, () => disposeWith(scope, make())));
      },
      contribute(slot, item) {
        if (!manifest.slots.includes(slot.id)) {
          throw new TypeError(`${manifestFileOf(id)}: add "${slot.id}" to slots`);
        }
        scope.own(slots.add(slot, context, item));
      },
      own: (owned) => scope.own(owned),
      t: (key, params) => get(I18N).t(key, params),
      log: createPluginLog(id),
    });
    container.bind(PLUGIN_CONTEXT).toConstantValue(context);

    return {
      context,
      proveProvided: () => proveProvided(manifest, (name) => tokens.isFrom(tokenNamed(name), id)),
      async close() {
        outside?.snapshots?.take(made);
        const faults = await scope.dispose();
        container.unbindAll();
        boundBy.delete(container);
        return faults;
      },
    };
  }

  /** Fills a plugin's container: its stores, its partners' tokens, and its own views of services. */
  function fill(manifest: PluginManifest, web: WebPlugin, scope: Scope, outside: ServiceGrants | undefined) {
    const { id } = manifest;
    // Inheriting from the kernel's container would give an external plugin everything.
    const parent = outside === undefined ? { parent: options.root } : {};
    const container = new Container({ ...parent, defaultScope: 'Singleton', jitless: true });
    const denied = new Set<Token<unknown>>();
    let bindings = 1;
    for (const { token } of outside === undefined ? options.services : [...options.services, { token: PLUGINS }]) {
      if (outside?.allows(token) === false) denied.add(token);
      container
        .bind(token)
        .toDynamicValue(() => {
          if (outside === undefined) return viewFor(token, get(token), { id, scope });
          if (denied.has(token)) throw new TypeError(refusal(id, token, outside));
          return outside.service(token, get, { id, scope });
        })
        .inSingletonScope();
      bindings += 1;
    }
    const names = partnersOf(manifest, outside).flatMap(providedBy);
    const partnerTokens = new Set(names.map(tokenNamed));
    for (const token of partnerTokens) {
      // For constructor injection only: a partner may stop and come back, so nothing is cached.
      container
        .bind(token)
        .toDynamicValue(() => tokens.get(token))
        .inTransientScope();
      bindings += 1;
    }
    const stores = new Set<Injectable<object>>(web.stores);
    const made = new Set<object>();
    for (const store of stores) {
      container
        .bind(store as Newable<object>)
        .toSelf()
        .inSingletonScope()
        .onActivation((_resolution, store) => {
          made.add(store);
          outside?.snapshots?.give(store);
          return disposeWith(scope, store);
        });
      bindings += 1;
    }
    boundBy.set(container, bindings);
    return { container, stores, made, partnerTokens, denied };
  }

  function providedBy(plugin: string): readonly string[] {
    const entry = options.find(plugin);
    if (entry === undefined) return [];
    const { provides } = entry.manifest;
    return entry.source === undefined ? provides : provides.filter((name) => name.startsWith(`${plugin}.`));
  }

  /** The plugins whose tokens a plugin may use; an external plugin may only use those of other external plugins. */
  function partnersOf({ id, uses }: PluginManifest, outside: ServiceGrants | undefined): string[] {
    return [id, ...uses.filter((used) => outside === undefined || options.find(used)?.source !== undefined)];
  }

  return {
    open,
    count: () => ({
      containers: boundBy.size,
      bindings: [...boundBy.values()].reduce((sum, bindings) => sum + bindings, 0),
    }),
  };
}

function refusal(id: string, token: Token<unknown>, outside: ServiceGrants): string {
  return `plugin "${id}" was not granted "${tokenName(token)}": ${outside.hint(token)}`;
}

function disposeWith<T>(scope: Scope, made: T): T {
  if (isDisposable(made)) scope.own(made);
  return made;
}
