import type { CallHashes } from '#core/contract/call-hashes.ts';

/** What a server half contributes, for operators. */
export interface HalfParts {
  /** How many calls it answers. */
  routes: number;
  /**
   * Names of its jobs, upload receivers, render operations, effects and tools, of the services that it connects with
   * their kinds, and the tokens that it offers to other halves.
   */
  jobs: readonly string[];
  uploads: readonly string[];
  operations: readonly string[];
  effects: readonly string[];
  tools: readonly string[];
  providers: readonly string[];
  provides: readonly string[];
  /** Names of the hooks that it is told of. */
  hooks: readonly string[];
  /** Its schedules with their times. */
  schedules: readonly string[];
}

/**
 * The state of a plugin's server half on this node. `missing`: it is not installed here. Those of plugins that ship with
 * the product run, or the node does not.
 */
export interface HalfState {
  state: 'running' | 'failed' | 'missing';
  /** Whether it counts as failed because its routes are suspended after three faults; an operator can resume them. */
  resting: boolean;
  /** What went wrong, for operators and authors; null while it runs. */
  problem: string | null;
  /** One hash of all its calls, for packages that have one; null while they are unknown. */
  callsHash: string | null;
  /** The hash of each call; null while they are unknown. */
  calls: CallHashes | null;
  /** Null until it has started. */
  parts: HalfParts | null;
}
