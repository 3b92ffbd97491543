import type { ServerContext } from '#core/server/plugins/context.ts';

import { roomsOf } from '../dub-plan.ts';
import { isSpokenIn, translationBudget, usualRate } from '../limits.ts';
import type { LineRow, ProjectRow } from './tables.ts';
import { ratesOf } from './voice-rates.ts';

/** What a line may be translated into. */
export interface LineBudget {
  /** The most letters that it is to have. */
  letters: number;
  isSpoken: boolean;
}

/** By the time that each line has on the screen, and by how fast the voice is that will speak it; by its cue. */
export async function budgetsOf(
  ctx: ServerContext,
  { id, accountId, seconds }: ProjectRow,
  { to, all }: { to: string; all: readonly LineRow[] },
): Promise<Map<string, LineBudget>> {
  const rateOf = await ratesOf(ctx, { accountId, id, language: to });
  const rooms = roomsOf(all, seconds === null ? Infinity : seconds * 1000);
  const budgets = new Map<string, LineBudget>();
  for (const [at, line] of all.entries()) {
    const rate = (await rateOf(line.speaker)) ?? usualRate(to);
    const room = rooms[at] ?? 0;
    const letters = translationBudget(line, to, { rate, room });
    budgets.set(line.cue, { letters, isSpoken: isSpokenIn(room, line) });
  }
  return budgets;
}

/**
 * What a service is asked: one line for all that say the same, in the order of the text, since what stands before and
 * behind those of one request is told by its first and last line.
 * @param byKey lines by what they are asked by
 */
export function linesToAsk<T extends { cue: string; position: number }>(
  byKey: ReadonlyMap<string, readonly T[]>,
  budgets: ReadonlyMap<string, LineBudget>,
): { key: string; line: T }[] {
  return [...byKey]
    .flatMap(([key, lines]) => {
      const line = strictest(lines, budgets);
      return line === undefined ? [] : [{ key, line }];
    })
    .toSorted((one, other) => one.line.position - other.line.position);
}

/** Of lines that say the same, the one that may have the fewest letters; one that is not spoken only if all are not. */
function strictest<T extends { cue: string }>(
  lines: readonly T[],
  budgets: ReadonlyMap<string, LineBudget>,
): T | undefined {
  const spoken = lines.filter(({ cue }) => budgets.get(cue)?.isSpoken === true);
  const lettersOf = ({ cue }: T): number => budgets.get(cue)?.letters ?? Infinity;
  return (spoken.length > 0 ? spoken : lines).toSorted((one, other) => lettersOf(one) - lettersOf(other))[0];
}
