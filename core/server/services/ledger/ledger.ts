import type { LedgerUnit } from '#core/contract/ledger.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import type { MovementFacts, MovementKind } from './tables.ts';

/** What an account has of a unit. */
export interface Balance {
  unit: LedgerUnit;
  /** What it can spend. */
  available: number;
  /** What is set aside for jobs that go on. */
  held: number;
}

/** What was allotted to an account of a unit, and what became of it. */
export interface Allotment extends Balance {
  accountId: string;
  /** What its main account has given it, less what it took back; spending does not change it. */
  allotted: number;
  /** By jobs that have ended. */
  spent: number;
}

/** What every step is told. */
interface Step {
  accountId: string;
  /**
   * Makes the step happen once: the same key with the same content gets the first answer again, with other content it is
   * refused. Unique within the account.
   */
  key: string;
}

/** What a movement did to what its account can spend. */
export interface Moved {
  /** Of the movement; also the id of a hold that it opened. */
  id: string;
  before: number;
  after: number;
  /** Whether the key had done this before, so that nothing was done now. */
  isRepeated: boolean;
}

/** What is set aside, and for what. */
export interface HoldOptions extends Step {
  unit: LedgerUnit;
  /** More than 0. */
  amount: number;
  /** The job that it is for: a kind of job, a colon and its id, such as `tool-run:…`. */
  job: string;
  /** When it goes back by itself unless its job is still there; 24 hours from now by default. */
  deadline?: Date;
  /** What it is for, where movements are listed. */
  facts: MovementFacts;
}

/** What is set aside for many jobs at once. */
export interface HoldManyOptions extends Pick<HoldOptions, 'accountId' | 'unit'> {
  holds: readonly Omit<HoldOptions, 'accountId' | 'unit'>[];
}

/** How a hold is closed. */
export interface SettleOptions extends Step {
  holdId: string;
  /** At most what is held; 0 gives all of it back. */
  used: number;
  facts: MovementFacts;
}

/** What became of a hold. */
export interface Settled {
  /** What it held. */
  held: number;
  /** What was spent of it. */
  spent: number;
  isRepeated: boolean;
}

/** What an account is given. */
export interface IssueOptions extends Step {
  kind: Extract<MovementKind, 'top-up' | 'grant' | 'allowance'>;
  unit: LedgerUnit;
  /** More than 0. */
  amount: number;
  facts: MovementFacts;
}

/** What passes between a main account and one of its sub-accounts. */
export interface AllotOptions {
  /** The main account. */
  accountId: string;
  subAccountId: string;
  unit: LedgerUnit;
  /** More than 0 to the sub-account, less than 0 back from it. */
  amount: number;
  /** As in {@link HoldOptions}, unique within the main account. */
  key: string;
  facts: MovementFacts;
}

/** How an operator puts a movement right. */
export interface CorrectOptions extends Step {
  /** The movement; one of the account. */
  corrects: string;
  unit: LedgerUnit;
  /** More than 0 gives to the account, less than 0 takes from it. */
  amount: number;
  facts: MovementFacts & { reason: string };
}

/**
 * What accounts have and spend: double entry, append-only, in whole numbers. Each method is one statement, whole by itself
 * when it is given the database, and part of the caller's transaction when it is given that. The database refuses whatever
 * would not add up.
 *
 * Whoever changes a balance has it to himself until his transaction ends, so this comes last in a transaction.
 *
 * Every method throws a TypeError for amounts that are not whole numbers within `MAX_LEDGER_AMOUNT`, and the expected
 * `core:ledger.key-used` (409) for a key that has done something else.
 */
export interface Ledger {
  /**
   * Sets something aside for a job.
   * @throws expected `core:ledger.short.…` when the account has less, `core:ledger.allotment-short.…` for a sub-account
   */
  hold(tx: Tx, options: HoldOptions): Promise<Moved>;
  /**
   * Sets something of one unit aside for each of many jobs of an account, in one statement. Only within a transaction, which
   * is to be given up when this throws: some of it may be set aside by then.
   * @returns one for each, in their order
   * @throws expected as {@link Ledger.hold}, about all of them together
   */
  holdMany(tx: Tx, options: HoldManyOptions): Promise<Moved[]>;
  /**
   * Spends what a job has used of its hold, and gives the rest back.
   * @throws expected `core:ledger.hold-missing` (404), `core:ledger.hold-closed` (409), also for one that has expired
   * @throws TypeError for more than is held
   */
  settle(tx: Tx, options: SettleOptions): Promise<Settled>;
  /** What is held for a job that goes on: the newest hold of it. */
  holdFor(tx: Tx, accountId: string, job: string): Promise<{ id: string; amount: number } | undefined>;
  /** Gives to an account what it bought or was given. */
  issue(tx: Tx, options: IssueOptions): Promise<Moved>;
  /**
   * Moves something between a main account and its sub-account.
   * @returns what it did to the main account
   * @throws expected `core:ledger.short.…` when the one that it comes from has less, `core:ledger.not-sub-account` (404)
   */
  allot(tx: Tx, options: AllotOptions): Promise<Moved>;
  /**
   * Gives a main account back whatever its sub-account can spend.
   * @returns how much of each unit
   * @throws expected `core:ledger.not-sub-account` (404)
   */
  takeBackAll(
    tx: Tx,
    options: Pick<AllotOptions, 'accountId' | 'subAccountId' | 'facts'>,
  ): Promise<{ unit: LedgerUnit; amount: number }[]>;
  /**
   * Puts an earlier movement right by another one.
   * @throws expected `core:ledger.movement-missing` (404), `core:ledger.short.…` when less is left than is to be taken
   */
  correct(tx: Tx, options: CorrectOptions): Promise<Moved>;
  /** What an account has of each unit that it ever had something of. */
  balances(tx: Tx, accountId: string): Promise<Balance[]>;
  /** What those accounts were allotted of each unit that they ever had something of, with what they have left and spent. */
  allotments(tx: Tx, accountIds: readonly string[]): Promise<Allotment[]>;
  /** What an account has of one unit. */
  balance(tx: Tx, accountId: string, unit: LedgerUnit): Promise<Balance>;
}
