import type { JobResult, JobWithMetadata } from 'pg-boss';

import { ExpectedError } from '#core/contract/errors.ts';
import { isFullDisk } from '#core/server/ground/full-disk.ts';

import { Attempt, type JobsParts, type QueueData } from './attempt.ts';
import type { JobHandler, JobRun, Task } from './jobs.ts';
import { toTask } from './task-row.ts';

const PROGRESS_MILLISECONDS = 1_000;

/** A job that is being processed here. */
export interface RunningJob {
  readonly taskId: string;
  /** The job's name. */
  readonly name: string;
  /** Resolves when the attempt has ended, whatever its outcome. */
  readonly settled: Promise<void>;
  /** Checks the database, and aborts the handler if the task was cancelled or taken over. */
  check(): Promise<void>;
  /** Aborts the handler; the job returns to the queue. */
  stop(): void;
  /** Returns the job to the queue although its handler has not ended. */
  abandon(): Promise<void>;
}

/** Runs handlers and tracks them. */
export interface JobRunner {
  readonly running: ReadonlySet<RunningJob>;
  /** Aborts all handlers, including those that have not started; their jobs return to the queue. */
  stop(): void;
  /** Runs a job to its end, and returns how the queue should settle it. */
  run(job: JobWithMetadata<QueueData>, handler: JobHandler): Promise<JobResult>;
}

/** Creates the {@link JobRunner} of a process. */
export function createJobRunner(parts: JobsParts): JobRunner {
  const running = new Set<RunningJob>();
  let stopped = false;
  return {
    running,
    stop() {
      stopped = true;
      for (const job of running) job.stop();
    },
    async run(job, handler) {
      const settled = Promise.withResolvers<void>();
      let entry: RunningJob | undefined;
      try {
        return await runJob(parts, job, handler, (controls) => {
          entry = { ...controls, taskId: job.data.taskId, name: job.name, settled: settled.promise };
          running.add(entry);
          if (stopped) entry.stop();
        });
      } finally {
        if (entry !== undefined) running.delete(entry);
        settled.resolve();
      }
    },
  };
}

async function runJob(
  parts: JobsParts,
  job: JobWithMetadata<QueueData>,
  handler: JobHandler,
  register: (controls: Pick<RunningJob, 'check' | 'stop' | 'abandon'>) => void,
): Promise<JobResult> {
  const log = parts.log.child({ job: job.name, task: job.data.taskId });
  const attempt = new Attempt(parts, job, handler.isQuiet);
  const settle = (status: JobResult['status']): JobResult => ({ id: job.id, status });

  const row = await attempt.start();
  if (row === undefined) {
    log.debug('a job of the queue has nothing to do');
    return settle('completed');
  }

  const controller = new AbortController();
  const abort = (why: string) => controller.abort(new DOMException(why, 'AbortError'));
  let stopping = false;
  let completed = false;
  const progress = throttledProgress(attempt, (error) => log.debug({ err: error }, 'progress was not stored'), check);

  async function check(): Promise<void> {
    const now = await attempt.read();
    if (now === undefined) abort('the task belongs to another attempt');
    else if (now.state === 'cancelling') abort('the task is cancelled');
  }

  register({
    check,
    stop() {
      stopping = true;
      abort('the worker stops');
    },
    abandon: () => attempt.giveBack(),
  });
  // The queue also fires its signal after a normal end, when nobody listens any more.
  job.signal.addEventListener('abort', () => abort('the queue took the job away'), { once: true });

  const run: JobRun = {
    task: toTask(row),
    payload: row.payload,
    signal: controller.signal,
    progress: progress.report,
    async complete(publish) {
      progress.end();
      completed ||= await attempt.complete(publish);
      return completed;
    },
  };

  let failure: { error: unknown } | undefined;
  try {
    if (!stopping) await handler(run);
    if (!completed && !controller.signal.aborted) await run.complete();
  } catch (error) {
    failure = { error };
  } finally {
    progress.end();
  }

  if (completed) {
    if (failure !== undefined) log.error({ err: failure.error }, 'a handler failed after its task was complete');
    return settle('completed');
  }
  if ((await attempt.read())?.state === 'cancelling') {
    await attempt.end('cancelled', null);
    return settle('completed');
  }
  if (stopping) {
    await attempt.giveBack();
    return settle('completed');
  }
  if (failure === undefined) {
    log.info('an attempt ended without its task, which is no longer its own');
    return settle('completed');
  }
  if (isFullDisk(failure.error)) {
    // Nothing is wrong with the task: it goes on by itself once there is space again.
    log.error({ err: failure.error, again: parts.fullDiskSeconds }, 'a handler found a full disk');
    await attempt.giveBack({ seconds: parts.fullDiskSeconds, error: { code: 'core:disk-full', params: {} } });
    return settle('completed');
  }
  return settle(await settleFailure(failure.error));

  async function settleFailure(error: unknown): Promise<JobResult['status']> {
    // A temporary condition is retried like an unexpected error.
    if (error instanceof ExpectedError && error.kind !== 'unavailable') {
      log.info({ code: error.code }, 'a task failed');
      await attempt.end('failed', { code: error.code, params: error.params });
      return 'deadletter';
    }
    log.error({ err: error, again: attempt.hasNext }, 'a handler failed');
    const reason: Task['error'] =
      error instanceof ExpectedError
        ? { code: error.code, params: error.params }
        : { code: 'core:task.failed', params: {} };
    if (attempt.hasNext) {
      await attempt.awaitNext(reason);
      return 'failed';
    }
    await attempt.end('failed', reason);
    return 'deadletter';
  }
}

/** Stores the latest reported progress, once a second. */
function throttledProgress(attempt: Attempt, onError: (error: unknown) => void, onLost: () => Promise<void>) {
  let highest = 0;
  let newest: { value: number; secondsLeft: number | null } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  async function store() {
    const now = newest;
    newest = undefined;
    try {
      if (now !== undefined && !(await attempt.progress(now.value, now.secondsLeft))) await onLost();
    } catch (error) {
      onError(error);
    }
  }

  function schedule(milliseconds: number) {
    timer = setTimeout(() => {
      void store().finally(() => {
        timer = undefined;
        if (newest !== undefined && !ended) schedule(PROGRESS_MILLISECONDS);
      });
    }, milliseconds);
  }

  let lastStart = -Infinity;
  return {
    report(value: number, secondsLeft?: number) {
      if (ended || Number.isNaN(value)) return;
      highest = Math.max(highest, Math.min(1, value));
      newest = { value: highest, secondsLeft: secondsLeft === undefined ? null : Math.max(0, secondsLeft) };
      if (timer === undefined) {
        const wait = Math.max(0, lastStart + PROGRESS_MILLISECONDS - Date.now());
        lastStart = Date.now() + wait;
        schedule(wait);
      }
    },
    end() {
      ended = true;
      clearTimeout(timer);
    },
  };
}
