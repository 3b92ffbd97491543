import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import type { AccessLock } from './lock.ts';
import type { Disposable, Scope, Undo } from './scope.ts';
import type { Slot } from './slot.ts';
import { token, type Token } from './token.ts';

/** A class whose constructor parameters are all marked with `@inject(TOKEN)`. */
export type Injectable<T> = new (...dependencies: never[]) => T;

/**
 * Everything that a plugin's code is given while it is active. Whatever is added through it is removed when the plugin
 * stops.
 */
export interface PluginContext {
  readonly id: string;
  /**
   * The lock that the user's tier puts on the plugin: its pages can be viewed, and the server refuses changes. Null
   * when there is none. Observable; in components use `useLocked`.
   */
  readonly locked: AccessLock | null;
  /** Fires when the plugin stops. */
  readonly signal: AbortSignal;
  /** The plugin's lifetime: for timers and listeners that end with it, and for child scopes that end earlier. */
  readonly scope: Scope;
  /**
   * Returns a service of the kernel, of this plugin, or of a partner that the manifest lists under `uses`.
   * @throws TypeError naming the token when there is none
   */
  get<T>(token: Token<T>): T;
  /** Like `get`, but undefined when there is none: a partner may be missing, locked or hidden. */
  tryGet<T>(token: Token<T>): T | undefined;
  /**
   * A store of this plugin, created on first use and kept until the plugin stops, when its `dispose()`, if any, is
   * called.
   */
  store<T>(store: Injectable<T>): T;
  /**
   * Offers a service to other plugins, under a token that the manifest lists in `provides`. It is created on first use;
   * its `dispose()`, if any, is called when the plugin stops.
   */
  provide<T>(token: Token<T>, make: () => T): void;
  /** Adds an item to a slot. */
  contribute<T>(slot: Slot<T>, item: T): void;
  /** Ties something to the plugin's lifetime: it is undone when the plugin stops. */
  own<T extends Undo | Disposable>(owned: T): T;
  /** A text in the user's language. */
  t(key: MessageKey, params?: MessageParams): string;
  readonly log: PluginLog;
}

/** Writes to the browser's console, marked with the plugin's id. */
export interface PluginLog {
  info(message: string, details?: unknown): void;
  warn(message: string, details?: unknown): void;
  error(message: string, details?: unknown): void;
}

/** The token with which a store injects its plugin's context. */
export const PLUGIN_CONTEXT = token<PluginContext>('plugin-context', 1);
