import type { PluginManifest } from '#core/contract/plugin.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerHook, Subscription } from '#core/server/services/hooks/server-hook.ts';
import type { FailureHandler, JobHandler } from '#core/server/services/jobs/jobs.ts';
import type { LiveJobs } from '#core/server/services/ledger/supervise-holds.ts';
import type { Effect } from '#core/server/services/media/effect.ts';
import type { Operation } from '#core/server/services/media/operation.ts';
import type { ProviderAdapter } from '#core/server/services/providers/provider-adapter.ts';
import type { Schedule } from '#core/server/services/schedules/schedule.ts';
import type { AnyTool } from '#core/server/services/tool-runs/tool.ts';
import type { UploadReceiver } from '#core/server/services/uploads/upload-receiver.ts';

import type { ConsoleCommand } from './console-command.ts';
import type { ServerContext } from './context.ts';
import type { OutsideContext } from './outside-context.ts';
import type { Provision } from './server-token.ts';

/** The server half of a plugin from outside. `server/index.ts` default-exports one. */
export interface ServerHalf<Context = OutsideContext> {
  manifest: PluginManifest;
  /** Folder of drizzle-kit's migrations; absent for a plugin without tables. */
  migrations?: URL;
  /** Registers a handler for each of the plugin's calls. */
  routes?(calls: CallRegistry, ctx: Context): void;
  /** The plugin's job handlers by name; every name begins with the plugin's id and a dot. */
  jobs?(ctx: Context): Record<string, JobHandler>;
  /**
   * Handlers, by the job's name, for tasks that have failed for good or were cancelled, also because their worker died
   * too often.
   */
  failures?(ctx: Context): Record<string, FailureHandler>;
  /** Takes uploads at `/api/uploads/<plugin>/<name>`, by name. */
  uploads?(ctx: Context): Record<string, UploadReceiver>;
  /** Render operations, declared by `defineOperation`; every name begins with the plugin's id and a dot. */
  operations?(ctx: Context): readonly Operation[];
  /** Tools, declared by `defineTool`, whose runs the kernel keeps; every name begins with the plugin's id and a dot. */
  tools?(ctx: Context): readonly AnyTool[];
  /** What it offers to other server halves, by tokens of its `server/api.ts`: `[provide(TOKEN, implementation)]`. */
  provides?(ctx: Context): readonly Provision[];
  /** Effects for the pictures of shots, declared by `defineEffect`; every name begins with the plugin's id and a dot. */
  effects?(ctx: Context): readonly Effect[];
  /** The hooks of its `server/api.ts`, which it fires by `ctx.fire`. */
  fires?: readonly ServerHook[];
  /** What it wants to be told of: `[onHook(materialReady, handler)]`; the manifest lists the names under `hooks`. */
  hooks?(ctx: Context): readonly Subscription[];
  /** Jobs that are started at certain times, once per installation. */
  schedules?: readonly Schedule[];
  /** Services that it connects, made with `defineProvider`; operators choose which are in use. */
  providers?(ctx: Context): readonly ProviderAdapter[];
  /** Removes outdated rows; called from time to time on one node while others work. @returns how many were removed */
  sweep?(ctx: Context): Promise<number>;
}

/** The server half of a plugin that ships with the product. */
export interface ServerPlugin extends ServerHalf<ServerContext> {
  /**
   * Brings what an earlier version has stored into its present form; called at every start of every process, possibly by
   * several at once, before anything else uses it. For what migrations cannot do, such as sealed values.
   */
  upgrade?(ctx: ServerContext): Promise<void>;
  /**
   * Of its own work that holds of the ledger name, by the kind before the colon, the ids of what goes on: such holds stay
   * open for as long, whatever their deadline.
   */
  holders?: Readonly<Record<string, LiveJobs>>;
  /** Commands of the server's own console, with its database; loaded when they are called. */
  consoleCommands?: Record<string, () => Promise<ConsoleCommand>>;
}

/** Declares the server half of a plugin that ships with the product. */
export function defineServer(plugin: ServerPlugin): ServerPlugin {
  return Object.freeze(plugin);
}

/**
 * Declares a plugin's server half. The server checks the names in it when it starts.
 * @example
 * export default defineServer({ manifest, migrations: new URL('./migrations/', import.meta.url), routes, jobs });
 */
export function defineHalf(plugin: ServerHalf): ServerHalf {
  return Object.freeze(plugin);
}
