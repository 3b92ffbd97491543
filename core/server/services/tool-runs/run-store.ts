import type { MessageKey } from '#core/contract/message-keys.ts';
import type { ToolRunState } from '#core/contract/tool-run-calls.ts';

import type { RunEvent } from './run-machine.ts';
import type { Json, PlannedItem, RunError } from './tool.ts';

/** An item as a plan gives it. */
export type ToPlan = PlannedItem<Json>;

/** What became of an item, with its files as the store keeps them. */
export type SettledItem<F = KeptFile> =
  | { state: 'made'; files: readonly F[]; posterId: string | null; facts: Json; seconds: number | null }
  | { state: 'failed'; error: RunError | null }
  | { state: 'given-up'; error: RunError | null }
  | { state: 'replaced'; facts: Json; error: RunError | null };

/** A file of an item as its store keeps it. */
export interface KeptFile {
  /** In the account's files. */
  id: string;
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** CRC-32, as zip files name it; null in rows of before it was kept. */
  crc32: number | null;
}

/** A run as a step finds it; the store keeps it up to date while the step goes on. */
export interface StandingRun {
  readonly state: ToolRunState;
  /** From 0. */
  readonly round: number;
  /** Times that items were planned anew since its owner asked for something, but for those that count for nothing. */
  readonly replans: number;
  /** Whether something follows the last item. */
  readonly hasFinish: boolean;
  /** Why it has failed when nothing was made, in its tool's words. */
  readonly nothing?: MessageKey | undefined;
}

/** How the items of a run stand. */
export interface StandingCounts {
  /** Items that are neither made nor ended otherwise. */
  open: number;
  made: number;
  /** Those of this round. */
  replaced: number;
  /** Those of them of which nothing could be made. */
  refused: number;
  /** Why the first of those failed that did; null when none did. */
  error: RunError | null;
}

/**
 * What keeps a run while a step of it is made. Nobody else changes the run meanwhile, and what the step does becomes
 * visible together or not at all. On a server it is a transaction; for the command line, a folder with a journal.
 */
export interface RunStore<F = KeptFile> {
  readonly run: StandingRun;
  /** Keeps items and has them made. */
  addItems(items: readonly ToPlan[]): Promise<void>;
  /** Ends an item that is open. @returns false when it is not */
  settle(itemId: string, outcome: SettledItem<F>): Promise<boolean>;
  counts(): Promise<StandingCounts>;
  /**
   * Moves the run on as `NEXT` says, and at its end lets its inputs go.
   * @param change.isCounted of `again`, whether the round is one of the few that there may be
   */
  enter(event: RunEvent, change?: { error?: RunError | null; facts?: Json; isCounted?: boolean }): Promise<void>;
  /** Has the run planned or finished. */
  work(stage: 'plan' | 'finish'): Promise<void>;
}
