import { fail } from '#core/contract/errors.ts';
import { shownAmount, type LedgerUnit } from '#core/contract/ledger.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

const SHORT = {
  fen: 'core:ledger.short.fen',
  days: 'core:ledger.short.days',
  seconds: 'core:ledger.short.seconds',
  publishes: 'core:ledger.short.publishes',
  'digital-humans': 'core:ledger.short.digital-humans',
  mixes: 'core:ledger.short.mixes',
  uses: 'core:ledger.short.uses',
} as const satisfies Record<LedgerUnit, MessageKey>;

/** Whether a code says that an account has too little of something. */
export function isShort(code: string): boolean {
  return Object.values<string>(SHORT).includes(code);
}

/** @throws expected `core:ledger.short.…`, by unit */
export function refuseShort(unit: LedgerUnit, { needed, available }: { needed: number; available: number }): never {
  return fail(SHORT[unit], { needed: shownAmount(unit, needed), available: shownAmount(unit, available) });
}
