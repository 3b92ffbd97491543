import { sql } from 'drizzle-orm';

import { ExpectedError } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { FailureHandler, JobHandler } from '#core/server/services/jobs/jobs.ts';
import type { UploadReceiver } from '#core/server/services/uploads/upload-receiver.ts';

import type { FaultPlace } from './server-halves.ts';

/** What the parts of a half are run by. */
export interface HalfGuard {
  /** Runs code of the half, so that whatever it leaves behind is known to be its own. */
  within<T>(work: () => T): T;
  fault(error: unknown, place: FaultPlace): void;
}

/** A job handler of a half: the queue settles its failures as any others; here they are noted. */
export function guardJob(handler: JobHandler, guard: HalfGuard): JobHandler {
  return async (run) => {
    try {
      await guard.within(() => handler(run));
    } catch (error) {
      if (!(error instanceof ExpectedError) && !run.signal.aborted) guard.fault(error, 'job');
      throw error;
    }
  };
}

/**
 * What follows a failed task of a half. It is part of a transaction in which other tasks end too: when it fails, what
 * it did is taken back, and nothing else.
 */
export function guardFailure(handler: FailureHandler, guard: HalfGuard): FailureHandler {
  return (tx, task, payload) => {
    const guarded: Tx = {
      orm: tx.orm,
      scope: (accountId) => tx.scope(accountId),
      beforeCommit: (work) => tx.beforeCommit(() => inSavepoint(tx, () => guard.within(work), guard)),
    };
    return inSavepoint(tx, () => guard.within(() => handler(guarded, task, payload)), guard);
  };
}

async function inSavepoint(tx: Tx, work: () => Promise<void>, guard: HalfGuard): Promise<void> {
  await tx.orm.execute(sql`savepoint outside_plugin`);
  try {
    await work();
    await tx.orm.execute(sql`release savepoint outside_plugin`);
  } catch (error) {
    await tx.orm.execute(sql`rollback to savepoint outside_plugin`);
    guard.fault(error, 'failure');
  }
}

/** An upload receiver of a half. What goes wrong in it is noted by whoever answers the request. */
export function guardReceiver(receiver: UploadReceiver, guard: HalfGuard): UploadReceiver {
  return {
    announce: (caller, file) => guard.within(() => receiver.announce(caller, file)),
    take: (tx, caller, file, announced) => guard.within(() => receiver.take(tx, caller, file, announced)),
  };
}
