import type { PluginEntry } from '#core/contract/plugin-index.ts';
import type { Level } from '#core/contract/tiers.ts';

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
  | { name: 'locked'; reason: 'feature' | 'tier'; feature: number | null; level: Level | null }
  | { name: 'blocked'; reason: 'login' | 'requires' | 'update' | 'server'; details?: readonly string[] }
  | { name: 'ready' }
  | { name: 'loading' }
  | { name: 'active' }
  | { name: 'stopping' }
  | {
      name: 'failed';
      phase: FaultPhase;
      attempts: number;
      error: unknown;
      /** It went wrong three times within a minute: nothing but `retry` activates it again. */
      quarantined: boolean;
    };

/**
 * Why a running plugin has to stop: it is `gone` from the index, `locked` by a tier, `blocked` for everybody, or
 * `updated` to another version or build; `session`: somebody logged in or out.
 */
export type ShutdownReason = 'gone' | 'locked' | 'blocked' | 'updated' | 'session';

/** A running plugin has to stop, and what is shown of it to be closed before. */
export interface PluginShutdown {
  readonly plugin: string;
  readonly why: Exclude<ShutdownReason, 'session'>;
  /** What the index said of it when it was activated. */
  readonly entry: PluginEntry;
  /** Fires when it may stay after all, with the reason `stays`, or has to stop for another reason. */
  readonly signal: AbortSignal;
}

/**
 * When a plugin's code went wrong. `integrity` and `requires`: before any code of one from outside ran; `render`: in a
 * component, or in an effect of one; `effect`: in a reaction, a timer or a listener that the plugin owns; `handler`: on
 * what the user did; `promise`: later, with nobody waiting; `hang`: the frame of an untrusted one was closed.
 */
export type FaultPhase =
  | 'integrity'
  | 'requires'
  | 'import'
  | 'activate'
  | 'render'
  | 'effect'
  | 'handler'
  | 'promise'
  | 'hang';

/** One plugin as the kernel sees it. Observable. */
export interface PluginRecord {
  /** What the index says; of one that it does not list any more, what it said last. */
  readonly entry: PluginEntry;
  readonly state: PluginState;
  /** Why it stops as soon as what is shown of it is closed; absent of one that stays. */
  readonly leaving?: PluginShutdown['why'];
  /** What asked for it when it was activated last, such as `route:Editor`; absent before. */
  readonly activatedBy?: string;
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
  /** Those that the index does not list any more and that are still running, until what is shown of them is closed. */
  readonly leaving: readonly PluginRecord[];
  readonly loaded: boolean;
  /** Also one of those that are leaving. */
  find(id: string): PluginRecord | undefined;
  /** Reads the index from the server; done at start, at login and logout, and when tiers change. */
  load(): Promise<void>;
  /**
   * Activates a plugin if it is not; calls at the same time share one activation.
   * @param trigger what asked for it: `route:/safe`, `command:…`, `dialog:…`, `slot:…`, `token:…`. What the
   *   router's guard let in by its own gate, `route:`, is activated even when the plugin is locked or waits for a login.
   * @throws what import or activation threw; the plugin is `failed` then
   * @throws PluginUnavailable
   */
  ensure(id: string, trigger: string): Promise<ActivePlugin>;
  /** Ends an active plugin; it is ready again afterwards. */
  stop(id: string): Promise<void>;
  /** Tries a failed plugin again. */
  retry(id: string): Promise<void>;
  /** Takes note of a fault of an active plugin; the third within a minute stops it, until `retry`, and `hang` at once. */
  report(id: string, phase: FaultPhase, error: unknown): void;
}

export const PLUGINS = token<Plugins>('plugins', 1);
