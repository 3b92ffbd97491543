import { and, asc, eq, gt, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm';
import type { Logger } from 'pino';

import type { Clock } from '#core/server/ground/clock.ts';
import type { Database, Tx } from '#core/server/ground/database/database.ts';
import { repeat } from '#core/server/ground/repeat.ts';
import { ExpectedError } from '#core/contract/errors.ts';
import { coreAccounts } from '#core/server/services/accounts/tables.ts';

import type { Ledger } from './ledger.ts';
import { closeHold } from './post-movement.ts';
import { coreLedgerAccounts, coreLedgerHolds } from './tables.ts';

/** How often a worker looks. */
const LOOK_MILLISECONDS = 60_000;
/** A job may be written down a moment after its hold. */
const GRACE_MILLISECONDS = 60_000;
/** By how much a hold is prolonged whose job is still there at its deadline. */
const PROLONG_MILLISECONDS = 24 * 60 * 60 * 1000;
/** Holds of one step. */
const CHUNK = 200;

/** Of some jobs of one kind, the ids of those that go on. */
export type LiveJobs = (tx: Tx, ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Gives back by itself what nobody works for any more. */
export interface HoldSupervisor {
  /** Looks every minute until {@link stop}. Several workers may look at once: each hold is closed once. */
  start(): void;
  /**
   * Closes holds whose job is gone, or whose deadline has passed and whose job is of a kind that nobody knows; prolongs
   * those whose job goes on; and gives main accounts what disabled sub-accounts got back.
   */
  look(): Promise<{ expired: number; prolonged: number; takenBack: number }>;
  stop(): Promise<void>;
}

export interface HoldSupervisorOptions {
  db: Database;
  ledger: Ledger;
  clock: Clock;
  log: Pick<Logger, 'warn' | 'info'>;
  /** By the kind of job that a hold names before the colon. */
  jobs: Readonly<Record<string, LiveJobs>>;
}

/** Creates the {@link HoldSupervisor} of a process. */
export function createHoldSupervisor({ db, ledger, clock, log, jobs }: HoldSupervisorOptions): HoldSupervisor {
  const looking = repeat(LOOK_MILLISECONDS, look, (error) =>
    log.warn({ err: error }, 'holds of the ledger could not be looked through'),
  );

  async function closeGone(): Promise<{ expired: number; prolonged: number }> {
    const now = clock.now();
    let [expired, prolonged] = [0, 0];
    for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
      const holds = await db.orm
        .select()
        .from(coreLedgerHolds)
        .where(and(gt(coreLedgerHolds.id, last), lt(coreLedgerHolds.at, new Date(now.getTime() - GRACE_MILLISECONDS))))
        .orderBy(asc(coreLedgerHolds.id))
        .limit(CHUNK);
      for (const [kind, own] of Map.groupBy(holds, ({ job }) => job.slice(0, Math.max(0, job.indexOf(':'))))) {
        const live = await jobs[kind]?.(
          db,
          own.map(({ job }) => job.slice(kind.length + 1)),
        );
        const isLive = (job: string): boolean => live?.has(job.slice(kind.length + 1)) === true;
        for (const { id: holdId, accountId, job, deadline } of own) {
          const isGone = live === undefined ? deadline <= now : !isLive(job);
          if (!isGone) continue;
          if (await expire({ holdId, accountId })) expired += 1;
        }
        const late = own.filter(({ job, deadline }) => deadline <= now && isLive(job)).map(({ id }) => id);
        if (late.length > 0) {
          const deadline = new Date(now.getTime() + PROLONG_MILLISECONDS);
          const still = and(inArray(coreLedgerHolds.id, late), lte(coreLedgerHolds.deadline, now));
          await db.orm.update(coreLedgerHolds).set({ deadline }).where(still);
          prolonged += late.length;
        }
      }
      if (holds.length < CHUNK) return { expired, prolonged };
      last = holds.at(-1)?.id ?? last;
    }
  }

  async function expire({ holdId, accountId }: { holdId: string; accountId: string }): Promise<boolean> {
    const step = { accountId, key: `expire:${holdId}`, facts: {}, at: clock.now() };
    try {
      return !(await closeHold(db, { ...step, kind: 'expire', holdId, used: 0 })).isRepeated;
    } catch (error) {
      // Its job has settled it meanwhile.
      if (error instanceof ExpectedError) return false;
      throw error;
    }
  }

  async function takeBack(): Promise<number> {
    const disabled = await db.orm
      .selectDistinct({ id: coreAccounts.id, parentId: coreAccounts.parentId })
      .from(coreAccounts)
      .innerJoin(coreLedgerAccounts, eq(coreLedgerAccounts.accountId, coreAccounts.id))
      .where(
        and(
          eq(coreAccounts.disabled, true),
          isNotNull(coreAccounts.parentId),
          eq(coreLedgerAccounts.side, 'available'),
          gt(coreLedgerAccounts.balance, sql`0`),
        ),
      )
      .limit(CHUNK);
    let taken = 0;
    for (const { id: subAccountId, parentId: accountId } of disabled) {
      if (accountId === null) continue;
      const facts = { by: 'system' };
      taken += (await db.transaction((tx) => ledger.takeBackAll(tx, { accountId, subAccountId, facts }))).length;
    }
    return taken;
  }

  async function look() {
    const { expired, prolonged } = await closeGone();
    const takenBack = await takeBack();
    if (expired + takenBack > 0) log.info({ expired, takenBack }, 'what nobody works for any more was given back');
    return { expired, prolonged, takenBack };
  }

  return {
    start: looking.start,
    look,
    stop: looking.stop,
  };
}
