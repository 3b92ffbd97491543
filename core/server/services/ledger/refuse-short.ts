import { fail } from '#core/contract/errors.ts';
import { shownAmount, type LedgerUnit } from '#core/contract/ledger.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

/** Whoever bought it can buy more; a sub-account has to ask its main account. */
const SHORT = {
  balance: {
    fen: 'core:ledger.short.fen',
    days: 'core:ledger.short.days',
    seconds: 'core:ledger.short.seconds',
    publishes: 'core:ledger.short.publishes',
    'digital-humans': 'core:ledger.short.digital-humans',
    mixes: 'core:ledger.short.mixes',
    uses: 'core:ledger.short.uses',
  },
  allotment: {
    fen: 'core:ledger.allotment-short.fen',
    days: 'core:ledger.allotment-short.days',
    seconds: 'core:ledger.allotment-short.seconds',
    publishes: 'core:ledger.allotment-short.publishes',
    'digital-humans': 'core:ledger.allotment-short.digital-humans',
    mixes: 'core:ledger.allotment-short.mixes',
    uses: 'core:ledger.allotment-short.uses',
  },
} as const satisfies Record<string, Record<LedgerUnit, MessageKey>>;

const CODES = new Set<string>(Object.values(SHORT).flatMap((byUnit) => Object.values(byUnit)));

/** Whether a code says that an account has too little of something. */
export function isShort(code: string): boolean {
  return CODES.has(code);
}

/**
 * @param of what is too little: what the account has itself, or what its main account has allotted to it
 * @throws expected `core:ledger.short.…`, `core:ledger.allotment-short.…`, by unit
 */
export function refuseShort(
  unit: LedgerUnit,
  { needed, available }: { needed: number; available: number },
  of: keyof typeof SHORT = 'balance',
): never {
  return fail(SHORT[of][unit], { needed: shownAmount(unit, needed), available: shownAmount(unit, available) });
}
