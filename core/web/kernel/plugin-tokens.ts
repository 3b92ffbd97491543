import type { Undo } from '../scope.ts';
import { tokenName, type Token } from '../token.ts';

/** The services that active plugins offer each other. */
export interface PluginTokens {
  has(token: Token<unknown>): boolean;
  /** Returns the service, created on first use. @throws TypeError when no active plugin offers it */
  get<T>(token: Token<T>): T;
  /** @throws TypeError when another plugin already offers it */
  add<T>(token: Token<T>, plugin: string, make: () => T): Undo;
  /** Whether the given plugin offers it. */
  isFrom(token: Token<unknown>, plugin: string): boolean;
  readonly size: number;
}

interface Offer {
  plugin: string;
  get(): unknown;
}

/** Creates the registry of services that plugins offer each other. */
export function createPluginTokens(): PluginTokens {
  const offers = new Map<Token<unknown>, Offer>();
  return {
    has: (token) => offers.has(token),
    isFrom: (token, plugin) => offers.get(token)?.plugin === plugin,
    get<T>(token: Token<T>) {
      const offer = offers.get(token);
      if (offer === undefined) throw new TypeError(`no active plugin provides "${tokenName(token)}"`);
      // `add` ties the service to the type of its token.
      return offer.get() as T;
    },
    add(token, plugin, make) {
      const other = offers.get(token);
      if (other !== undefined) {
        throw new TypeError(`"${tokenName(token)}" is provided twice, by "${other.plugin}" and by "${plugin}"`);
      }
      let made: { service: unknown } | undefined;
      offers.set(token, {
        plugin,
        get() {
          made ??= { service: make() };
          return made.service;
        },
      });
      return () => void offers.delete(token);
    },
    get size() {
      return offers.size;
    },
  };
}
