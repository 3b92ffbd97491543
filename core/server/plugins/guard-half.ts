import { sql } from 'drizzle-orm';

import { ExpectedError } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { FailureHandler, JobHandler } from '#core/server/services/jobs/jobs.ts';
import type { Effect } from '#core/server/services/media/effect.ts';
import type { RegisteredEffect } from '#core/server/services/media/effect-registry.ts';
import type { Operation } from '#core/server/services/media/operation.ts';
import type { UploadReceiver } from '#core/server/services/uploads/upload-receiver.ts';

import { watchHang } from './hang-watch.ts';
import type { FaultPlace } from './server-halves.ts';

/** Runs the code of a half and receives its faults. */
export interface HalfGuard {
  /** Runs code of the half so that stray errors can be traced back to it. */
  within<T>(work: () => T): T;
  fault(error: unknown, place: FaultPlace): void;
}

/** Of work that nobody waits for at a page, or of a service: it is given up when it hangs. */
export interface WorkGuard extends HalfGuard {
  /** Milliseconds without a word after which work is given up. */
  readonly hangMilliseconds: number;
}

/**
 * Wraps a job handler of a half: failures are recorded here and otherwise handled by the queue as usual. One that hangs
 * has failed.
 */
export function guardJob(handler: JobHandler, guard: WorkGuard): JobHandler {
  const guarded: JobHandler = async (run) => {
    try {
      const limit = { milliseconds: guard.hangMilliseconds, signal: run.signal };
      await guard.within(() =>
        watchHang(`the job "${run.task.job}"`, limit, ({ signal, alive }) =>
          handler({
            ...run,
            signal,
            progress(value, secondsLeft) {
              alive();
              run.progress(value, secondsLeft);
            },
          }),
        ),
      );
    } catch (error) {
      if (!(error instanceof ExpectedError) && !run.signal.aborted) guard.fault(error, 'job');
      throw error;
    }
  };
  return Object.assign(guarded, handler.atOnce === undefined ? {} : { atOnce: handler.atOnce });
}

/** Wraps an operation of a half, also where another plugin uses it: what fails in it is recorded as the half's fault. */
export function guardOperation(operation: Operation, guard: HalfGuard): Operation {
  return {
    ...operation,
    cost(params) {
      try {
        return guard.within(() => operation.cost(params));
      } catch (error) {
        guard.fault(error, 'operation');
        throw error;
      }
    },
    async build(work, params) {
      try {
        await guard.within(() => operation.build(work, params));
      } catch (error) {
        if (!(error instanceof ExpectedError) && !work.signal.aborted) guard.fault(error, 'operation');
        throw error;
      }
    },
  };
}

/** Wraps an effect of a half: what fails in it, or in what its filters make, is recorded as the half's fault. */
export function guardEffect(effect: Effect, guard: HalfGuard): RegisteredEffect {
  const guarded = <T>(work: () => T): T => {
    try {
      return guard.within(work);
    } catch (error) {
      guard.fault(error, 'effect');
      throw error;
    }
  };
  return {
    ...effect,
    filter: (params, shot) => guarded(() => effect.filter(params, shot)),
    cost: (params, shot) => guarded(() => effect.cost?.(params, shot) ?? 0),
    failed: (error) => guard.fault(error, 'effect'),
  };
}

/**
 * Wraps a failure handler of a half. It runs in a transaction in which other tasks end too: when it throws, only its
 * own changes are rolled back.
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

/** Runs code of a half in a transaction of others; when it throws, only its own changes are rolled back. */
export async function inSavepoint(tx: Tx, work: () => Promise<void>, guard: HalfGuard): Promise<void> {
  await tx.orm.execute(sql`savepoint outside_plugin`);
  try {
    await work();
    await tx.orm.execute(sql`release savepoint outside_plugin`);
  } catch (error) {
    await tx.orm.execute(sql`rollback to savepoint outside_plugin`);
    guard.fault(error, 'failure');
  }
}

/** Wraps an upload receiver of a half. Its errors are recorded where the request is answered. */
export function guardReceiver(receiver: UploadReceiver, guard: HalfGuard): UploadReceiver {
  return {
    announce: (caller, file) => guard.within(() => receiver.announce(caller, file)),
    take: (tx, caller, file, announced) => guard.within(() => receiver.take(tx, caller, file, announced)),
  };
}
