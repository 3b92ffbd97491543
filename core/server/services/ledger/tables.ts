import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import type { LedgerUnit } from '#core/contract/ledger.ts';
import { coreAccounts } from '#core/server/services/accounts/tables.ts';

/** Why something was moved. */
export type MovementKind =
  /** Bought. */
  | 'top-up'
  /** Given by an operator, a gift or a code. */
  | 'grant'
  /** What a level has each month. */
  | 'allowance'
  /** Set aside for a job. */
  | 'hold'
  /** What a job has used of its hold; the rest goes back. */
  | 'settle'
  /** A hold goes back whole. */
  | 'release'
  /** A hold goes back whole because nobody works for it any more. */
  | 'expire'
  /** From a main account to its sub-account. */
  | 'allot'
  /** From a sub-account back to its main account. */
  | 'take-back'
  /** An operator puts an earlier movement right. */
  | 'correct';

/** What of an account: `available` to spend, or `held` for jobs. */
export type OwnSide = 'available' | 'held';
/** Where it comes from and where it goes to: sides of the installation, of which no balance is kept. */
export type InstallationSide = 'issued' | 'spent' | 'corrected';

/** What is said of a movement where it is listed. Part of what makes two movements of one key the same. */
export interface MovementFacts {
  /** What it was for: a tool's name, such as `mixing.mix`, or another word of the plugin that asked for it. */
  service?: string;
  /** What people call it, such as the name of a run. */
  name?: string;
  /** Who did it, where that is not the account itself: an account's id, or `console`. */
  by?: string;
  /** Why, in an operator's words. */
  reason?: string;
  /** Seconds of what was made. */
  seconds?: number;
}

const amount = () => bigint({ mode: 'number' });

/**
 * What each account has of each unit. A balance is the sum of its entries, kept by their trigger: nobody else changes it,
 * and it is never negative.
 */
export const coreLedgerAccounts = pgTable(
  'core_ledger_accounts',
  {
    accountId: uuid()
      .notNull()
      .references(() => coreAccounts.id),
    unit: text().$type<LedgerUnit>().notNull(),
    side: text().$type<OwnSide>().notNull(),
    balance: amount().notNull().default(0),
    /** How many entries it is the sum of. */
    version: amount().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.unit, table.side] }),
    // The most is what a JavaScript number holds exactly.
    check('core_ledger_accounts_not_negative', sql`${table.balance} between 0 and 9007199254740991`),
  ],
);

/** What was moved, and why: append-only, each balanced at the latest when its transaction is committed. */
export const coreLedgerMovements = pgTable(
  'core_ledger_movements',
  {
    /** Rises by time, and within an account in the order in which its balances changed. */
    id: uuid().primaryKey(),
    kind: text().$type<MovementKind>().notNull(),
    /** On whose behalf. */
    accountId: uuid().notNull(),
    unit: text().$type<LedgerUnit>().notNull(),
    /** What makes it happen once: unique within the account. */
    key: text().notNull(),
    /** How many entries it has. */
    lines: smallint().notNull(),
    /** The hold that it closes; a hold is closed once. */
    holdId: uuid(),
    /** The movement that it puts right. */
    corrects: uuid(),
    facts: jsonb().$type<MovementFacts>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('core_ledger_movements_key').on(table.accountId, table.key),
    uniqueIndex('core_ledger_movements_hold')
      .on(table.holdId)
      .where(sql`${table.holdId} is not null`),
    index('core_ledger_movements_corrects')
      .on(table.corrects)
      .where(sql`${table.corrects} is not null`),
  ],
);

/** The two or more sides of each movement: append-only, their amounts add up to nothing. */
export const coreLedgerEntries = pgTable(
  'core_ledger_entries',
  {
    movementId: uuid().notNull(),
    line: smallint().notNull(),
    /** Null for the installation. */
    accountId: uuid(),
    /** The movement's. */
    unit: text().$type<LedgerUnit>().notNull(),
    side: text().$type<OwnSide | InstallationSide>().notNull(),
    /** Positive where it goes to, negative where it comes from. */
    amount: amount().notNull(),
    /** The balance without it and with it, and its number among the account's entries; null for the installation. */
    before: amount(),
    after: amount(),
    version: amount(),
  },
  (table) => [
    primaryKey({ columns: [table.movementId, table.line] }),
    index('core_ledger_entries_account')
      .on(table.accountId, table.movementId)
      .where(sql`${table.accountId} is not null`),
  ],
);

/** The holds that are open; one that is closed has no row here. */
export const coreLedgerHolds = pgTable(
  'core_ledger_holds',
  {
    /** The id of the movement that opened it. */
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    unit: text().$type<LedgerUnit>().notNull(),
    amount: amount().notNull(),
    /** The job that it is for, such as `tool-run:…`. */
    job: text().notNull(),
    /** When it goes back by itself unless its job is still there. */
    deadline: timestamp({ withTimezone: true }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('core_ledger_holds_account').on(table.accountId)],
);
