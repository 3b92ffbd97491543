import { isDeepStrictEqual } from 'node:util';

import { fail } from '#core/contract/errors.ts';
import { LEDGER_UNITS } from '#core/contract/ledger.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { OneOperatorLimits, OneOperatorState } from '#plugins/membership/calls.ts';
import { ONE_OPERATOR, ONE_OPERATOR_WISH } from '../settings.ts';
import { membersOf } from './members.ts';

/** The limits in effect, and those that wait for a second operator. */
export async function readOneOperator(ctx: ServerContext, operator: string): Promise<OneOperatorState> {
  const [limits, wish] = await Promise.all([ctx.settings.get(ONE_OPERATOR), ctx.settings.get(ONE_OPERATOR_WISH)]);
  if (wish === null) return { limits, wish };
  const { by, at } = wish;
  const name = (await membersOf(ctx, [by])).get(by)?.name ?? '';
  return { limits, wish: { limits: wish.limits, by: name, at, isOwn: by === operator } };
}

/** Changes the limits. Who could raise them alone would need no second operator for anything. */
export async function changeOneOperator(
  ctx: ServerContext,
  limits: OneOperatorLimits,
  operator: string,
): Promise<OneOperatorState> {
  const held = await ctx.settings.get(ONE_OPERATOR);
  await ctx.settings.changeTogether(operator, async ({ change }) => {
    if (LEDGER_UNITS.some((unit) => limits[unit] > held[unit])) {
      const at = ctx.clock.now().toISOString();
      await change(ONE_OPERATOR_WISH, () => ({ limits, by: operator, at }));
    }
    if (!isDeepStrictEqual(lowerOf(held, limits), held)) {
      await change(ONE_OPERATOR, (stored) => lowerOf(stored, limits));
    }
  });
  return await readOneOperator(ctx, operator);
}

/**
 * Agrees to the higher limits that another operator asked for, or drops them, which whoever asked may, too.
 * @throws expected `membership:operator.decided` (409), `membership:operator.same-operator` (403)
 */
export async function decideOneOperator(
  ctx: ServerContext,
  { agreed, limits }: { agreed: boolean; limits: OneOperatorLimits },
  operator: string,
): Promise<OneOperatorState> {
  await ctx.settings.changeTogether(operator, async ({ change }) => {
    // Of two decisions at once the second finds no wish.
    await change(ONE_OPERATOR_WISH, (wish) => {
      if (wish === null || !isDeepStrictEqual(wish.limits, limits)) {
        return fail('membership:operator.decided', {}, { kind: 'conflict' });
      }
      if (agreed && wish.by === operator) fail('membership:operator.same-operator', {}, { kind: 'forbidden' });
      return null;
    });
    if (agreed) await change(ONE_OPERATOR, () => limits);
  });
  return await readOneOperator(ctx, operator);
}

function lowerOf(one: OneOperatorLimits, other: OneOperatorLimits): OneOperatorLimits {
  const entries = LEDGER_UNITS.map((unit) => [unit, Math.min(one[unit], other[unit])]);
  // Each unit is a key, as the list holds all of them.
  return Object.fromEntries(entries) as OneOperatorLimits;
}
