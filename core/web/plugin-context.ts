import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import type { Lock } from './lock.ts';
import type { Disposable, Scope, Undo } from './scope.ts';
import type { Slot } from './slot.ts';
import { token, type Token } from './token.ts';

/** A class whose constructor parameters are all marked by `@inject(TOKEN)`. */
export type Injectable<T> = new (...dependencies: never[]) => T;

/**
 * What a plugin's code gets while it is active, and all that it gets. Everything that is added through it is
 * taken back when the plugin stops.
 */
export interface PluginContext {
  readonly id: string;
  /**
   * What would open the plugin when the reader's tier has it locked: its pages are for looking at then, and the
   * server refuses what would change something. Null when it is open. Observable; `useLocked` in components.
   */
  readonly locked: Lock | null;
  /** Fires when the plugin stops. */
  readonly signal: AbortSignal;
  /** The plugin's life: timers and listeners that end with it, and parts of it that end earlier. */
  readonly scope: Scope;
  /**
   * A service of the kernel, of this plugin, or of a partner that the manifest lists under `uses`.
   * @throws TypeError that names the token when there is none
   */
  get<T>(token: Token<T>): T;
  /** The same, or undefined: a partner may be missing, locked or hidden. */
  tryGet<T>(token: Token<T>): T | undefined;
  /** A store of this plugin, made on first use and kept until the plugin stops; its `dispose()`, if any, is called then. */
  store<T>(store: Injectable<T>): T;
  /**
   * Offers a service to other plugins, under a token that the manifest lists in `provides`. It is made on first
   * use; its `dispose()`, if any, is called when the plugin stops.
   */
  provide<T>(token: Token<T>, make: () => T): void;
  /** Adds to a slot. */
  contribute<T>(slot: Slot<T>, item: T): void;
  /** Takes something into the plugin's life: it is undone when the plugin stops. */
  own<T extends Undo | Disposable>(owned: T): T;
  /** A text in the reader's language. */
  t(key: MessageKey, params?: MessageParams): string;
  readonly log: PluginLog;
}

/** Lines for the browser's console, marked with the plugin's id. */
export interface PluginLog {
  info(message: string, details?: unknown): void;
  warn(message: string, details?: unknown): void;
  error(message: string, details?: unknown): void;
}

/** What a store injects to reach its plugin's context. */
export const PLUGIN_CONTEXT = token<PluginContext>('plugin-context', 1);
