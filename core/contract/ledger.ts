/**
 * What an account can have and spend, each counted in whole numbers: `fen` of its balance, `days` of membership, `seconds`
 * of duration, `publishes` of videos, `digital-humans`, `mixes` (videos made by mixing) and `uses` (what other tools make).
 */
export const LEDGER_UNITS = ['fen', 'days', 'seconds', 'publishes', 'digital-humans', 'mixes', 'uses'] as const;
/** One of {@link LEDGER_UNITS}. */
export type LedgerUnit = (typeof LEDGER_UNITS)[number];

/** Most of a unit that one step moves; more than anybody buys, and far below what a JavaScript number holds exactly. */
export const MAX_LEDGER_AMOUNT = 1_000_000_000_000;

/** An amount as texts show it: fen in yuan with two decimals, everything else as it is. */
export function shownAmount(unit: LedgerUnit, amount: number): string {
  return unit === 'fen' ? (amount / 100).toFixed(2) : String(amount);
}
