import { z } from 'zod';

import { LEDGER_UNITS, MAX_LEDGER_AMOUNT } from './ledger.ts';

/**
 * What a tool costs, as data: so many of a unit `per` output that is made, per second that is begun of all that is made,
 * or once for a run that succeeds.
 */
export const priceSchema = z.strictObject({
  unit: z.enum(LEDGER_UNITS),
  /** Whole. */
  amount: z.number().int().min(1).max(1_000_000),
  per: z.enum(['output', 'second', 'success']),
});
/** What a tool costs. */
export type Price = z.output<typeof priceSchema>;

/** What a run comes to, as prices count it. */
export interface RunExtent {
  outputs: number;
  /** Of all outputs together; absent where nobody knows. */
  seconds?: number;
}

/**
 * What a run comes to that makes one output of each length.
 * @param lengths seconds; Infinity for one that nobody knows yet
 */
export function extentOf(lengths: readonly number[]): RunExtent {
  const seconds = lengths.reduce((sum, length) => sum + length, 0);
  return { outputs: lengths.length, ...(Number.isFinite(seconds) ? { seconds } : {}) };
}

/** An amount of a unit, such as what somebody has agreed to pay. */
export const costSchema = z.strictObject({
  unit: z.enum(LEDGER_UNITS),
  amount: z.number().int().min(0).max(MAX_LEDGER_AMOUNT),
});
/** An amount of a unit. */
export type Cost = z.output<typeof costSchema>;

/**
 * The most that a run may cost, as it was shown to whoever starts it, null for nothing. A run that costs more is refused
 * with `core:tool-run.price-changed` (409); without this, whatever it costs is agreed to.
 */
export const agreedCostSchema = costSchema.nullable().optional();

/**
 * What something costs that comes to so much, in the price's unit.
 * @returns undefined where the price is by second and nobody knows how many
 */
export function costOf({ amount, per }: Price, { outputs, seconds }: RunExtent): number | undefined {
  if (per === 'output') return amount * outputs;
  if (per === 'success') return outputs > 0 ? amount : 0;
  // A sum of lengths may lie a hair above the number that it stands for.
  return seconds === undefined ? undefined : amount * Math.ceil(seconds - 1e-6);
}
