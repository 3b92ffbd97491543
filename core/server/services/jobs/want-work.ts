import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { Database } from '#core/server/ground/database/database.ts';

import type { Jobs, TaskState } from './jobs.ts';

const OPEN: readonly TaskState[] = ['queued', 'running', 'paused', 'cancelling'];

export interface WantWorkOptions {
  accountId: string;
  /** The plugin's id, and the name of its job. */
  plugin: string;
  job: string;
  /** Names what is wanted, and nothing else that the plugin does. */
  subjectId: string;
  payload: unknown;
  /** Begins again where it has failed or was cancelled; otherwise that is told. */
  again: boolean;
  /** Whether it is found out by now: the job may have ended since somebody looked. */
  isKnown(): Promise<boolean>;
}

/** What has become of work that somebody looks forward to. */
export interface WantedWork {
  state: 'working' | 'failed';
  /** 0 to 1. */
  progress: number;
  /** Why it failed, in the reader's language; null also for what was cancelled. */
  error: string | null;
}

/**
 * Has a job done for somebody who waits for what it finds out, unless it is being done. Who calls this has looked before
 * whether that is known already.
 */
export async function wantWork(
  ctx: { db: Database; jobs: Jobs },
  { accountId, plugin, job, subjectId, payload, again, isKnown }: WantWorkOptions,
  reader: MessageLanguage,
): Promise<WantedWork> {
  const [last] = await ctx.jobs.list(accountId, { subjectId, limit: 1, plugin });
  if (last !== undefined && OPEN.includes(last.state))
    return { state: 'working', progress: last.progress, error: null };
  if ((last?.state === 'failed' || last?.state === 'cancelled') && !again) {
    const error = last.error === null ? null : translate(reader, last.error.code, last.error.params);
    return { state: 'failed', progress: 0, error };
  }
  // Who asks once more is told what was found.
  if (last?.state === 'succeeded' && (await isKnown())) return { state: 'working', progress: 1, error: null };
  await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, job, { accountId, payload, subjectId }));
  return { state: 'working', progress: 0, error: null };
}
