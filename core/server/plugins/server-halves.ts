import type { Call } from '#core/contract/call.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { RecordedRoute } from '#core/server/http/calls/recorded-routes.ts';
import type { FailureHandler, JobHandler } from '#core/server/services/jobs/jobs.ts';
import type { HalfState } from '#core/server/services/plugin-registry/half-state.ts';
import type { UploadReceiver } from '#core/server/services/uploads/upload-receiver.ts';

import type { ServerContext } from './context.ts';
import type { ServerPlugin } from './server-plugin.ts';

/** Topic of the message `{ id }` between nodes that lets the resting routes of a half serve again. */
export const RETRY_SERVER_HALF = 'server-half-retry';

/** A server half from outside that was found, checked and imported. */
export interface LoadedHalf {
  manifest: PluginManifest;
  calls: Readonly<Record<string, Call>>;
  /** Hash of its calls; null without any. */
  callsHash: string | null;
  server: ServerPlugin;
}

/** A half that has started, with what it has brought. */
export interface StartedHalf extends LoadedHalf {
  /** The process's context as this half is given it. */
  ctx: ServerContext;
  routes: readonly RecordedRoute[];
  jobs: Readonly<Record<string, JobHandler>>;
  failures: Readonly<Record<string, FailureHandler>>;
  uploads: Readonly<Record<string, UploadReceiver>>;
}

/**
 * Where a fault of a half came up. `stray`: in something that nobody waited for, such as a timer. Those of a request,
 * an upload or a stray count towards quarantine; a job that fails is tried again anyway.
 */
export type FaultPlace = 'route' | 'upload' | 'job' | 'failure' | 'sweep' | 'stray';

/** A fault as it is noted for operators. */
export interface HalfFault {
  plugin: string;
  version: string;
  phase: 'server';
  message: string;
  accountId: null;
}

/**
 * The server halves of plugins from outside on this node. Whatever one of them does, the others and the product go on.
 */
export interface ServerHalves {
  /** Every half that was looked for, by its plugin's id. */
  states(): ReadonlyMap<string, HalfState>;
  /** Those that have started, also one whose routes rest by now. */
  started(): readonly StartedHalf[];
  /** Hears when a state changes after the start. */
  onChange(listener: (id: string) => void): void;
  /** Runs a step of a half's start; when it throws, that half has failed, and undefined is answered. */
  attempt<T>(id: string, work: () => T | Promise<T>): Promise<T | undefined>;
  /** Runs code of a half, so that whatever it leaves behind is known to be its own. */
  within<T>(id: string, work: () => T): T;
  /** @throws expected `core:plugin.server-failed` (503) while the half serves no requests */
  assertServing(id: string, language: MessageLanguage): void;
  /** What a half's plugin is called; its id where that is not known. */
  titleOf(id: string, language: MessageLanguage): string;
  /** Notes that code of a half went wrong. The third time within a minute its routes rest, until {@link retry} or a restart. */
  fault(id: string, error: unknown, place: FaultPlace): void;
  /** Lets the resting routes of a half serve again, on every node. */
  retry(id: string): Promise<void>;
}

/** {@link ServerHalves} as the process that brings them up has them. */
export interface ServerHalvesService extends ServerHalves {
  /** Takes a half that was found; one whose opening throws is there as failed. */
  open(id: string, load: () => Promise<LoadedHalf>): Promise<void>;
  /** Tells of a half that was here once and is not found any more. */
  addMissing(id: string): void;
  /** Those that were taken and have not failed so far. */
  opened(): readonly LoadedHalf[];
  /**
   * Gives each half its context and takes what it brings; it fails alone.
   * @param note keeps a fault for operators
   */
  start(ctx: ServerContext, note: (fault: HalfFault) => Promise<void>): Promise<void>;
  /** Whether something that nobody waited for came from a half, which is noted as its fault. */
  claim(error: unknown): boolean;
  /** Removes what halves keep no longer; one that fails leaves the others to it. @returns how many rows went */
  sweep(): Promise<number>;
}
