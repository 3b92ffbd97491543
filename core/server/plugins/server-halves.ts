import type { CallHashes } from '#core/contract/call-hashes.ts';
import type { Call } from '#core/contract/call.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { RecordedRoute } from '#core/server/http/calls/recorded-routes.ts';
import type { Schedules } from '#core/server/services/schedules/create-schedules.ts';
import type { HooksService } from '#core/server/services/hooks/create-hooks.ts';
import type { FailureHandler, JobHandler } from '#core/server/services/jobs/jobs.ts';
import type { RegisteredEffect } from '#core/server/services/media/effect-registry.ts';
import type { Operation } from '#core/server/services/media/operation.ts';
import type { HalfState } from '#core/server/services/plugin-registry/half-state.ts';
import type { ProviderAdapter } from '#core/server/services/providers/provider-adapter.ts';
import type { AnyTool } from '#core/server/services/tool-runs/tool.ts';
import type { UploadReceiver } from '#core/server/services/uploads/upload-receiver.ts';

import type { ServerContext } from './context.ts';
import type { OutsideContext } from './outside-context.ts';
import type { Provisions } from './provisions.ts';
import type { ServerHalf } from './server-plugin.ts';

/** Topic of the message `{ id }` between nodes that resumes the suspended routes of a half. */
export const RETRY_SERVER_HALF = 'server-half-retry';

/** A server half from outside that was found, checked and imported. */
export interface LoadedHalf {
  manifest: PluginManifest;
  calls: Readonly<Record<string, Call>>;
  /** One hash of all its calls, and the hash of each; null without any. */
  callsHash: string | null;
  callHashes: CallHashes | null;
  server: ServerHalf;
}

/** A half that has started, with its routes, jobs, receivers and operations. */
export interface StartedHalf extends LoadedHalf {
  ctx: OutsideContext;
  routes: readonly RecordedRoute[];
  jobs: Readonly<Record<string, JobHandler>>;
  failures: Readonly<Record<string, FailureHandler>>;
  uploads: Readonly<Record<string, UploadReceiver>>;
  operations: readonly Operation[];
  effects: readonly RegisteredEffect[];
  tools: readonly AnyTool[];
  providers: readonly ProviderAdapter[];
  /** Names of the tokens that it offers to other server halves. */
  provides: readonly string[];
  /** Names of the hooks that it is told of. */
  hooks: readonly string[];
}

/**
 * Where a fault of a half happened. `stray`: in code that nothing awaits, such as a timer; `service`: in
 * what it offers to other server halves. Faults in routes, uploads, services and stray code count towards suspension; a
 * job that fails, also in an operation, is retried anyway.
 */
export type FaultPlace =
  | 'route'
  | 'upload'
  | 'job'
  | 'failure'
  | 'operation'
  | 'effect'
  | 'provider'
  | 'service'
  | 'sweep'
  | 'stray';

/** A fault as recorded for operators. */
export interface HalfFault {
  plugin: string;
  version: string;
  phase: 'server';
  message: string;
  accountId: null;
}

/**
 * The server halves of plugins from outside on this node. Whatever goes wrong in one of them, the others and the
 * product keep running.
 */
export interface ServerHalves {
  /** Every half that was looked for, by its plugin's id. */
  states(): ReadonlyMap<string, HalfState>;
  /** Those that have started, including those whose routes are suspended. */
  started(): readonly StartedHalf[];
  /** Calls the listener when a state changes after the start. */
  onChange(listener: (id: string) => void): void;
  /** Calls the listener with every fault in a half's code. */
  onFault(listener: (id: string, error: unknown, place: FaultPlace) => void): void;
  /** Runs a step of a half's start; when it throws, only that half fails and the result is undefined. */
  attempt<T>(id: string, work: () => T | Promise<T>): Promise<T | undefined>;
  /** Runs code of a half so that stray errors can be traced back to it. */
  within<T>(id: string, work: () => T): T;
  /** @throws expected `core:plugin.server-failed` (503) while the half serves no requests */
  assertServing(id: string, language: MessageLanguage): void;
  /** The title of a half's plugin, or its id when that is unknown. */
  titleOf(id: string, language: MessageLanguage): string;
  /**
   * Records a fault in a half's code. After the third within a minute its routes are suspended until {@link retry} or a
   * restart.
   */
  fault(id: string, error: unknown, place: FaultPlace): void;
  /** Resumes the suspended routes of a half on every node. */
  retry(id: string): Promise<void>;
}

/** Where the provisions, hooks and schedules of halves are registered. */
export interface HalfRegistries {
  provisions: Provisions;
  hooks: HooksService;
  schedules: Schedules;
}

/** {@link ServerHalves} with what the process needs that starts them. */
export interface ServerHalvesService extends ServerHalves {
  /** Adds a half that was found; one whose loading throws is listed as failed. */
  open(id: string, load: () => Promise<LoadedHalf>): Promise<void>;
  /** Adds a half that was here before and can no longer be found. */
  addMissing(id: string): void;
  /** Those that were added and have not failed so far. */
  opened(): readonly LoadedHalf[];
  /**
   * Starts each half with its context; a half that fails does so alone.
   * @param options.note keeps a fault for operators
   * @param options.provisions where what the halves offer each other goes
   * @param options.hooks where their hooks and subscriptions go
   * @param options.schedules where their schedules go
   */
  start(ctx: ServerContext, options: HalfRegistries & { note: (fault: HalfFault) => Promise<void> }): Promise<void>;
  /**
   * Starts a half anew with other code, or one that was not there; the others go on. What it brings has then to be put in
   * place of what it brought before. When loading or starting it fails, it has failed as at a start.
   */
  restart(id: string, load: () => Promise<LoadedHalf>): Promise<void>;
  /** Whether a stray error came from a half; if so, it is recorded as that half's fault. */
  claim(error: unknown): boolean;
  /** Runs the sweeps of all halves; one that fails does not stop the others. @returns how many rows went */
  sweep(): Promise<number>;
}
