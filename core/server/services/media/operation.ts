import type { z } from 'zod';

import type { NodeSource } from './node-source.ts';
import type { NodeWork } from './render-graph.ts';
import type { MediaRunner } from './runner.ts';

/** What an operation's `build` receives. */
export interface OperationWork extends NodeWork {
  /** Runs ffmpeg and ffprobe, hardened. Pass `signal` on, so that cancelling stops the tool. */
  runner: MediaRunner;
  /** The outside files, in the order in which they were given. */
  sources: readonly NodeSource[];
}

/** A render operation: what a kind of node does. */
export interface Operation<Params extends z.ZodType = z.ZodType> {
  /** The plugin's id, a dot, and small letters, digits, dots and dashes: `crop.cut`. */
  readonly name: string;
  /** A whole number from 1. Raise it whenever the same parameters give another output: it is part of the node's key. */
  readonly version: number;
  /** Everything besides inputs and sources that changes the output: plain JSON. Its output is part of the node's key. */
  readonly params: Params;
  /** It takes a second at most, and does not wait behind what takes longer; false by default. */
  readonly brief?: boolean;
  /** Rough CPU seconds, for progress and the remaining time: 0 or more. */
  cost(params: z.output<Params>): number;
  /**
   * Writes the output files into `work.folder`, and no folders. It must check them before it returns: they are used as
   * they are from then on. It must not depend on anything but parameters, inputs and sources.
   */
  build(work: OperationWork, params: z.output<Params>): Promise<void>;
}

/** The part of a name after the plugin's id. */
const OWN_NAME = /^[a-z0-9][a-z0-9.-]{0,59}$/;

/**
 * Declares a render operation. The plugin's server half returns it from `operations`.
 * @throws TypeError for a name without a plugin's id or with other characters, and for a version that is not a whole
 *   number from 1
 * @example
 * export const CUT = defineOperation({
 *   name: 'crop.cut',
 *   version: 1,
 *   params: z.strictObject({ start: z.number(), end: z.number() }),
 *   cost: ({ start, end }) => (end - start) * 0.8,
 *   build: async ({ folder, runner, sources, signal }, { start, end }) => { … },
 * });
 * const node = ctx.media.node(CUT, { start: 2, end: 9 }, { sources: [video] });
 */
export function defineOperation<Params extends z.ZodType>(operation: Operation<Params>): Operation<Params> {
  assertOwnName('operation', operation);
  return Object.freeze({ ...operation });
}

/** @throws TypeError unless the name has a plugin's id before it, and the version is a whole number from 1 */
export function assertOwnName(kind: string, { name, version }: Pick<Operation, 'name' | 'version'>): void {
  const dot = name.indexOf('.');
  if (dot < 1 || !OWN_NAME.test(name.slice(dot + 1))) {
    throw new TypeError(
      `${kind} "${name}" must be named "<plugin>.<name>": small letters, digits, dots and dashes after the plugin's id`,
    );
  }
  if (!Number.isInteger(version) || version < 1) {
    throw new TypeError(`${kind} "${name}": version must be a whole number from 1, got ${String(version)}`);
  }
}
