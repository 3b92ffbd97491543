import type { RunOf } from './tool.ts';
import type { RunRow } from './tables.ts';

/** A run's row as its tool sees it. */
export function runOf({ id, accountId, name, settings, inputs, round }: RunRow): RunOf<unknown> {
  return { id, accountId, name, settings, inputs, round };
}
