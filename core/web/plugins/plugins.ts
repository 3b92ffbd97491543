import type { PluginEntry } from '#core/contract/plugin-index.ts';

import type { PluginContext } from '../plugin-context.ts';
import type { WebPlugin } from '../define-web.ts';
import { token } from '../token.ts';

/**
 * Where a plugin stands. `known` to the index and not yet decided; `hidden` when the index no longer lists it,
 * `locked` or `blocked` by the gate, with the reason; `ready` to be activated; `failed` until it is tried again.
 * A locked plugin whose page is shown is `active`: whether the lock is there says `entry.state`.
 */
export type PluginState =
  | { name: 'known' }
  | { name: 'hidden'; reason: string }
  | { name: 'locked'; reason: string; feature: number | null; level: string | null }
  | { name: 'blocked'; reason: string }
  | { name: 'ready' }
  | { name: 'loading' }
  | { name: 'active' }
  | { name: 'stopping' }
  | { name: 'failed'; phase: FaultPhase; attempts: number; error: unknown };

/**
 * When a plugin's code went wrong. `render`: in a component, or in an effect of one; `effect`: in a reaction, a
 * timer or a listener that the plugin owns; `handler`: on what the user did; `promise`: later, with nobody waiting.
 */
export type FaultPhase = 'import' | 'activate' | 'render' | 'effect' | 'handler' | 'promise';

/** One plugin as the kernel sees it. Observable. */
export interface PluginRecord {
  readonly entry: PluginEntry;
  readonly state: PluginState;
}

/** A plugin whose code runs. */
export interface ActivePlugin {
  readonly id: string;
  readonly context: PluginContext;
  readonly web: WebPlugin;
}

/** Why a plugin was not activated although nothing of it went wrong now. */
export class PluginUnavailable extends Error {
  readonly plugin: string;
  /** `quarantined`: it went wrong three times within a minute, and waits for `retry`; `stopped`: while it loaded. */
  readonly reason: 'unknown' | 'locked' | 'blocked' | 'quarantined' | 'stopped';

  constructor(plugin: string, reason: PluginUnavailable['reason'], cause?: unknown) {
    super(`plugin "${plugin}" is not available: ${reason}`, cause === undefined ? undefined : { cause });
    this.name = 'PluginUnavailable';
    this.plugin = plugin;
    this.reason = reason;
  }
}

/** All plugins, and the one writer of their states. Observable. */
export interface Plugins {
  readonly list: readonly PluginRecord[];
  readonly loaded: boolean;
  find(id: string): PluginRecord | undefined;
  /** Reads the index from the server; done at start, at login and logout, and when tiers change. */
  load(): Promise<void>;
  /**
   * Activates a plugin if it is not; calls at the same time share one activation.
   * @param trigger what asked for it: `route:/safe`, `command:…`, `dialog:…`, `slot:…`, `token:…`. What the
   *   router's guard let in by its own gate, `route:`, is activated even when the plugin is locked or blocked.
   * @throws what import or activation threw; the plugin is `failed` then
   * @throws PluginUnavailable
   */
  ensure(id: string, trigger: string): Promise<ActivePlugin>;
  /** Ends an active plugin; it is ready again afterwards. */
  stop(id: string): Promise<void>;
  /** Tries a failed plugin again. */
  retry(id: string): Promise<void>;
  /** Takes note of a fault of an active plugin; the third within a minute stops it, until `retry`. */
  report(id: string, phase: FaultPhase, error: unknown): void;
}

export const PLUGINS = token<Plugins>('plugins', 1);
