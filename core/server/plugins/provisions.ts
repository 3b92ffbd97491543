import type { Logger } from 'pino';

import { nearestName } from '#core/contract/nearest-name.ts';

import { serverTokenName, type Provision, type ServerToken } from './server-token.ts';

/** A plugin whose server half may offer something to others. */
export interface Provider {
  id: string;
  /** What it offers; called once, by {@link Provisions.open} or when one of its tokens is used before. */
  make(): readonly Provision[];
  /** Puts something around what it offers. */
  wrap?(provision: Provision): Provision;
  /** Whether it serves now; while it does not, its tokens answer undefined. By default it always does. */
  isUp?(): boolean;
  /** Takes an error of {@link make} when another plugin's use has called it; without this the error goes there. */
  failed?(error: unknown): void;
}

/** What the server halves of one process offer each other. */
export interface Provisions {
  /** Adds a plugin, in place of what it offered before. */
  add(provider: Provider): void;
  /**
   * Makes what a plugin offers, unless a use has done so already.
   * @returns the names of its tokens
   * @throws TypeError for a token of another plugin, one that is offered twice, or a circle; and what its code throws
   */
  open(id: string): readonly string[];
  /**
   * What stands behind a token; undefined while its plugin is not installed, is switched off or has failed, or when it
   * offers no such token.
   * @throws TypeError for what is no token, and in a circle of plugins whose `provides` need each other
   */
  use<T>(token: ServerToken<T>): T | undefined;
}

export interface ProvisionOptions {
  log: Pick<Logger, 'warn'>;
  /** Whether a plugin is installed and switched on. */
  isOn(id: string): boolean;
}

/** Creates the {@link Provisions} of a process, with no providers yet. */
export function createProvisions({ log, isOn }: ProvisionOptions): Provisions {
  const providers = new Map<string, Provider>();
  const offered = new Map<string, ReadonlyMap<string, object>>();
  /** The tokens by which those that are being made were asked for, or their ids. */
  const making = new Map<string, string>();
  const told = new Set<string>();

  function made(provider: Provider, askedAs: string): ReadonlyMap<string, object> {
    const { id } = provider;
    const known = offered.get(id);
    if (known !== undefined) return known;
    making.set(id, askedAs);
    try {
      const own = checked(provider, provider.make());
      offered.set(id, own);
      return own;
    } finally {
      making.delete(id);
    }
  }

  /** The fault is that of the plugin which closes the circle. */
  function assertNoCircle(id: string, askedAs: string): void {
    if (!making.has(id)) return;
    const circle = [...making.values(), askedAs].join(' → ');
    throw new TypeError(`${circle}: "provides" of these plugins need each other; call ctx.use inside the methods`);
  }

  /** Tells once what to do about a token that its plugin does not offer. */
  function tellUnknown(name: string, plugin: string, own: ReadonlyMap<string, object>): void {
    if (told.has(name)) return;
    told.add(name);
    const word = (full: string) => full.replace(/@.*/, '');
    const others = [...own.keys()];
    const major = others.find((other) => word(other) === word(name));
    const nearest = major ?? nearestName(name, others);
    const advice =
      major !== undefined
        ? `it offers ${major}: update the plugin that is older`
        : nearest !== undefined
          ? `is ${nearest} meant?`
          : others.length > 0
            ? `it offers ${others.join(', ')}`
            : 'it offers nothing: add "provides" to its server half';
    log.warn({ plugin, token: name }, `the server half of "${plugin}" offers no ${name}; ${advice}`);
  }

  return {
    add(provider) {
      providers.set(provider.id, provider);
      offered.delete(provider.id);
    },

    open(id) {
      const provider = providers.get(id);
      return provider === undefined ? [] : [...made(provider, id).keys()];
    },

    use<T>(token: ServerToken<T>) {
      const { plugin, name } = serverTokenName(token);
      const provider = providers.get(plugin);
      if (provider === undefined || provider.isUp?.() === false) return undefined;
      assertNoCircle(plugin, name);
      try {
        // Made even while it is off, so that circles show at the start.
        const own = made(provider, name);
        if (!isOn(plugin)) return undefined;
        const found = own.get(name);
        if (found === undefined) tellUnknown(name, plugin, own);
        // The token carries the type that `provide` has checked.
        return found as T | undefined;
      } catch (error) {
        if (provider.failed === undefined) throw error;
        provider.failed(error);
        return undefined;
      }
    },
  };
}

/** @throws TypeError for what is no list of provisions, a token of another plugin, and one that is there twice */
function checked({ id, wrap }: Provider, provisions: unknown): ReadonlyMap<string, object> {
  if (!Array.isArray(provisions)) {
    throw new TypeError(`${id}: provides must answer a list: provides: (ctx) => [provide(TOKEN, implementation)]`);
  }
  const own = new Map<string, object>();
  for (const each of provisions as (Provision | undefined)[]) {
    if (each?.token === undefined || typeof each.implementation !== 'object') {
      throw new TypeError(`${id}: provides must list what provide(TOKEN, implementation) returns`);
    }
    const { plugin, name } = serverTokenName(each.token);
    if (plugin !== id) {
      throw new TypeError(`${id}: only "${plugin}" provides ${name}; name a token of your own "${id}.…"`);
    }
    if (own.has(name)) throw new TypeError(`${id}: ${name} has two providers; remove one of them from provides`);
    own.set(name, (wrap?.(each) ?? each).implementation);
  }
  return own;
}
