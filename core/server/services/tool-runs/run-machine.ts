import type { ToolRunState } from '#core/contract/tool-run-calls.ts';

/** How often replaced items are planned anew at most, since the run's owner asked for something. */
export const MAX_REPLANS = 4;

/** What can happen to a run, from inside or by its owner. */
export type RunEvent =
  /** There are items to be made. */
  | 'planned'
  /** There is nothing more to be made. */
  | 'settled'
  /** Items were replaced. */
  | 'again'
  /** What follows the last item is done. */
  | 'finished'
  /** The plan, the finish, or every item has failed. */
  | 'broke'
  | 'pause'
  | 'resume'
  | 'cancel'
  /** Failed items, or what the run failed by, are tried again. */
  | 'retry-items'
  | 'retry-plan'
  | 'retry-finish'
  /** More is to be made than its settings asked for before. */
  | 'further';

/**
 * Every way that a run can take. What is not here cannot happen: a run that is `done` stays so whatever a late worker
 * says.
 */
export const NEXT: Readonly<Record<ToolRunState, Readonly<Partial<Record<RunEvent, ToolRunState>>>>> = {
  planning: { planned: 'working', settled: 'finishing', broke: 'failed', cancel: 'cancelled' },
  working: {
    ...{ settled: 'finishing', again: 'planning', broke: 'failed' },
    ...{ pause: 'paused', cancel: 'cancelled', 'retry-items': 'working' },
  },
  // Items under way are finished, so that all that happens to a working run can happen to a paused one.
  paused: {
    ...{ settled: 'finishing', again: 'planning', broke: 'failed' },
    ...{ resume: 'working', cancel: 'cancelled', 'retry-items': 'paused' },
  },
  finishing: { finished: 'done', broke: 'failed', cancel: 'cancelled', 'retry-items': 'working' },
  done: { 'retry-items': 'working', further: 'planning' },
  failed: { 'retry-items': 'working', 'retry-plan': 'planning', 'retry-finish': 'finishing' },
  cancelled: {},
};

/** The state after an event; undefined when it cannot happen to a run in that state. */
export function nextState(state: ToolRunState, event: RunEvent): ToolRunState | undefined {
  return NEXT[state][event];
}

/** Whether a run has not ended. */
export function isOpen(state: ToolRunState): boolean {
  return state !== 'done' && state !== 'failed' && state !== 'cancelled';
}

/** Whether items are being made; a paused run finishes those under way. */
export function isMaking(state: ToolRunState): boolean {
  return state === 'working' || state === 'paused';
}

/** What a round came to. */
export interface RoundCounts {
  /** Items of the whole run that are made. */
  made: number;
  /** Items of this round that others take the place of. */
  replaced: number;
  /** Those of them of which nothing could be made. */
  refused: number;
  /** How often the run was planned anew, by its count. */
  replans: number;
}

/** What follows the last item of a round. What was replaced too often is left out in the end. */
export function afterRound({ made, replaced, refused, replans }: RoundCounts): 'again' | 'settled' | 'broke' {
  if (replaced > 0 && (replans < MAX_REPLANS || replaced === refused)) return 'again';
  return made === 0 ? 'broke' : 'settled';
}
