import type { Undo } from '../scope.ts';
import { tokenName, type Token } from '../token.ts';

/** The services that active plugins provide to each other. */
export interface PluginTokens {
  has(token: Token<unknown>): boolean;
  /** Returns the service, created on first use. @throws TypeError when no active plugin provides it */
  get<T>(token: Token<T>): T;
  /** @throws TypeError when another plugin already provides it */
  add<T>(token: Token<T>, plugin: string, make: () => T): Undo;
  /** Whether the given plugin provides it. */
  isFrom(token: Token<unknown>, plugin: string): boolean;
  readonly size: number;
}

interface Provision {
  plugin: string;
  get(): unknown;
}

/** Creates the registry of services that plugins provide to each other. */
export function createPluginTokens(): PluginTokens {
  const provisions = new Map<Token<unknown>, Provision>();
  return {
    has: (token) => provisions.has(token),
    isFrom: (token, plugin) => provisions.get(token)?.plugin === plugin,
    get<T>(token: Token<T>) {
      const provision = provisions.get(token);
      if (provision === undefined) throw new TypeError(`no active plugin provides "${tokenName(token)}"`);
      // `add` ties the service to the type of its token.
      return provision.get() as T;
    },
    add(token, plugin, make) {
      const other = provisions.get(token);
      if (other !== undefined) {
        throw new TypeError(`"${tokenName(token)}" is provided twice, by "${other.plugin}" and by "${plugin}"`);
      }
      let made: { service: unknown } | undefined;
      provisions.set(token, {
        plugin,
        get() {
          made ??= { service: make() };
          return made.service;
        },
      });
      return () => void provisions.delete(token);
    },
    get size() {
      return provisions.size;
    },
  };
}
