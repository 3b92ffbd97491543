import 'reflect-metadata/lite';
import { Container, type Newable } from 'inversify';

import type { PluginManifest } from '#core/contract/plugin.ts';

import { createScope, isDisposable } from '../create-scope.ts';
import type { WebPlugin } from '../define-web.ts';
import { I18N } from '../i18n/i18n.ts';
import { PLUGIN_CONTEXT, type Injectable, type PluginContext } from '../plugin-context.ts';
import type { OpenedPlugin } from '../plugins/create-plugins.ts';
import type { FaultPhase } from '../plugins/plugins.ts';
import type { Scope } from '../scope.ts';
import { tokenName, tokenNamed, type Token } from '../token.ts';
import { createPluginLog } from './plugin-log.ts';
import type { PluginTokens } from './plugin-tokens.ts';
import { viewFor } from './plugin-views.ts';
import { proveProvided, provePlugin } from './prove-plugin.ts';
import type { GetService, KernelService } from './service.ts';
import type { Slots } from './slots.ts';

/** What plugins are opened with. */
export interface PluginHostOptions {
  root: Container;
  services: readonly KernelService[];
  get: GetService;
  tokens: PluginTokens;
  slots: Slots;
  /** Names of the tokens that another plugin's manifest provides; none for an unknown one. */
  providedBy(plugin: string): readonly string[];
  report(plugin: string, phase: FaultPhase, error: unknown): void;
}

/** Opens plugins: each gets a scope, a container below the kernel's, and a context. */
export interface PluginHost {
  /** @throws TypeError when the browser half lacks what the manifest names */
  open(manifest: PluginManifest, web: WebPlugin): OpenedPlugin;
  /** What is open now. */
  count(): { containers: number; bindings: number };
}

/** Makes the host of plugins. */
export function createPluginHost(options: PluginHostOptions): PluginHost {
  const { get, tokens, slots } = options;
  const boundBy = new Map<Container, number>();

  function open(manifest: PluginManifest, web: WebPlugin): OpenedPlugin {
    const { id } = manifest;
    const file = `plugins/${id}/web/index.ts`;
    provePlugin(manifest, web);
    const scope = createScope(id, { onFault: (error) => options.report(id, 'effect', error) });
    const { container, stores, partnerTokens } = fill(manifest, web, scope);

    const mayUse = (token: Token<unknown>): boolean =>
      [id, ...manifest.uses].some((plugin) => tokens.isFrom(token, plugin));

    function tryGet<T>(token: Token<T>): T | undefined {
      if (scope.disposed) return undefined;
      if (tokens.has(token)) return mayUse(token) ? tokens.get(token) : undefined;
      // Bound for constructors, but nobody provides it now.
      if (partnerTokens.has(token)) return undefined;
      return container.isBound(token) ? container.get(token) : undefined;
    }

    const context: PluginContext = Object.freeze<PluginContext>({
      id,
      signal: scope.signal,
      scope,
      tryGet,
      get<T>(token: Token<T>) {
        const found = tryGet(token);
        if (found !== undefined) return found;
        throw new TypeError(
          scope.disposed
            ? `plugin "${id}" has stopped and asks for "${tokenName(token)}"`
            : `plugin "${id}" asks for "${tokenName(token)}", which neither the kernel nor a plugin that its manifest lists under "uses" provides now`,
        );
      },
      store<T>(store: Injectable<T>) {
        if (scope.disposed) throw new TypeError(`plugin "${id}" has stopped and asks for its store ${store.name}`);
        // What is not a store of this plugin is refused here, whatever it makes.
        if (!stores.has(store as Injectable<object>)) throw new TypeError(`${file}: add ${store.name} to stores`);
        return container.get(store as Newable<T>);
      },
      provide(token, make) {
        const name = tokenName(token);
        if (!manifest.provides.includes(name)) {
          throw new TypeError(`plugins/${id}/plugin.ts: add "${name}" to provides; its browser half provides it`);
        }
        scope.own(tokens.add(token, id, () => disposeWith(scope, make())));
      },
      contribute(slot, item) {
        if (!manifest.slots.includes(slot.id)) {
          throw new TypeError(`plugins/${id}/plugin.ts: add "${slot.id}" to slots; its browser half adds to it`);
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
        const faults = await scope.dispose();
        container.unbindAll();
        boundBy.delete(container);
        return faults;
      },
    };
  }

  /** The container of a plugin: its stores, its partners' tokens, and its own views of services. */
  function fill(manifest: PluginManifest, web: WebPlugin, scope: Scope) {
    const { id } = manifest;
    const container = new Container({ parent: options.root, defaultScope: 'Singleton', jitless: true });
    let bindings = 1;
    for (const { token } of options.services) {
      container
        .bind(token)
        .toDynamicValue(() => viewFor(token, get(token), { id, scope }))
        .inSingletonScope();
      bindings += 1;
    }
    const names = [id, ...manifest.uses].flatMap((plugin) => options.providedBy(plugin));
    const partnerTokens = new Set(names.map(tokenNamed));
    for (const token of partnerTokens) {
      // For constructors only: a partner may stop and come back, so nothing is kept.
      container
        .bind(token)
        .toDynamicValue(() => tokens.get(token))
        .inTransientScope();
      bindings += 1;
    }
    const stores = new Set<Injectable<object>>(web.stores);
    for (const store of stores) {
      container
        .bind(store as Newable<object>)
        .toSelf()
        .inSingletonScope()
        .onActivation((_resolution, made) => disposeWith(scope, made));
      bindings += 1;
    }
    boundBy.set(container, bindings);
    return { container, stores, partnerTokens };
  }

  return {
    open,
    count: () => ({
      containers: boundBy.size,
      bindings: [...boundBy.values()].reduce((sum, bindings) => sum + bindings, 0),
    }),
  };
}

function disposeWith<T>(scope: Scope, made: T): T {
  if (isDisposable(made)) scope.own(made);
  return made;
}
