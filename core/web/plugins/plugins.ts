import type { PluginEntry } from '#core/contract/plugin-index.ts';
import type { Level } from '#core/contract/tiers.ts';

import type { PluginContext } from '../plugin-context.ts';
import type { WebPlugin } from '../define-web.ts';
import { token } from '../token.ts';

/**
 * A plugin's state. `known`: in the index, not yet decided; `hidden`: no longer in the index; `locked` or `blocked` by
 * the gate, with the reason; `ready` to be activated; `failed` until it is tried again.
 * A locked plugin is `active` while one of its pages is shown; `entry.state` still says that it is locked.
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
      /** It failed three times within a minute: only `retry` activates it again. */
      quarantined: boolean;
    };

/**
 * Why a running plugin has to stop: it is `gone` from the index, `locked` by a tier, `blocked` for everybody, or
 * `updated` to another version or build; `session`: the user logged in or out.
 */
export type ShutdownReason = 'gone' | 'locked' | 'blocked' | 'updated' | 'session';

/** The pending stop of a running plugin, whose pages are closed first. */
export interface PluginShutdown {
  readonly plugin: string;
  readonly why: Exclude<ShutdownReason, 'session'>;
  /** The index entry at the time of its activation. */
  readonly entry: PluginEntry;
  /** Aborts when it may keep running after all, with the reason `stays`, or has to stop for another reason. */
  readonly signal: AbortSignal;
}

/**
 * When a plugin's code failed. `integrity` and `requires`: before any code of an external plugin ran; `render`: in a
 * component or one of its effects; `effect`: in a reaction, timer or listener that the plugin owns; `handler`: in
 * response to a user action; `promise`: later, with nobody waiting; `hang`: an untrusted plugin's frame was closed.
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
  /** The plugin's index entry; the last one if it is no longer listed. */
  readonly entry: PluginEntry;
  readonly state: PluginState;
  /** Why it will stop once its pages are closed; absent if it stays. */
  readonly leaving?: PluginShutdown['why'];
  /** What requested its last activation, such as `route:Editor`; absent before the first. */
  readonly activatedBy?: string;
}

/** A plugin whose code is running. */
export interface ActivePlugin {
  readonly id: string;
  readonly context: PluginContext;
  readonly web: WebPlugin;
}

/** Why a plugin was not activated although nothing has failed just now. */
export class PluginUnavailable extends Error {
  readonly plugin: string;
  /** `quarantined`: it failed three times within a minute, and waits for `retry`; `stopped`: while it was loading. */
  readonly reason: 'unknown' | 'locked' | 'blocked' | 'quarantined' | 'stopped';

  constructor(plugin: string, reason: PluginUnavailable['reason'], cause?: unknown) {
    super(`plugin "${plugin}" is not available: ${reason}`, cause === undefined ? undefined : { cause });
    this.name = 'PluginUnavailable';
    this.plugin = plugin;
    this.reason = reason;
  }
}

/** All plugins. Nothing else changes their states. Observable. */
export interface Plugins {
  readonly list: readonly PluginRecord[];
  /** Plugins that are no longer in the index but keep running until their pages are closed. */
  readonly leaving: readonly PluginRecord[];
  readonly loaded: boolean;
  /** Finds a plugin, including those that are leaving. */
  find(id: string): PluginRecord | undefined;
  /** Reads the index from the server; done at start, at login and logout, and when tiers change. */
  load(): Promise<void>;
  /**
   * Activates a plugin that is not active; concurrent calls share one activation.
   * @param trigger what requested it: `route:/safe`, `command:…`, `dialog:…`, `slot:…`, `token:…`. For `route:`, which
   *   has passed the router's guard, the plugin is activated even when it is locked or requires a login.
   * @throws what the import or the activation threw; the plugin is `failed` then
   * @throws PluginUnavailable
   */
  ensure(id: string, trigger: string): Promise<ActivePlugin>;
  /** Stops an active plugin, which becomes ready again. */
  stop(id: string): Promise<void>;
  /** Retries a failed plugin. */
  retry(id: string): Promise<void>;
  /** Records a fault of an active plugin. The third within a minute stops it until `retry`, and `hang` does at once. */
  report(id: string, phase: FaultPhase, error: unknown): void;
}

export const PLUGINS = token<Plugins>('plugins', 1);
