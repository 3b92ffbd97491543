import { eq } from 'drizzle-orm';
import { z } from 'zod';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { FailureHandler, JobHandler } from '#core/server/services/jobs/jobs.ts';

import { CLONE, REMOVE } from '../job-names.ts';
import { voicesClones, type VoiceCopy, type VoiceRow } from '../tables.ts';
import { noteLeftCopy } from './left-copies.ts';
import { lendSample } from './lend-sample.ts';
import { changeVoice, voiceAt, type Own } from './own-voices.ts';
import { refuse } from './service-now.ts';

const payloadSchema = z.object({ id: z.uuid() });

/**
 * The job that has a voice made by the service in use. It is named by our id there, so that it is made once however
 * often this runs; that it may have made one is kept before it is asked, and what it calls it before anything else happens.
 */
export function cloneJob(ctx: ServerContext): JobHandler {
  return async (job) => {
    const { id } = payloadSchema.parse(job.payload);
    const own = { accountId: job.task.accountId, id };
    const row = await ctx.db.scope(own.accountId).find(voicesClones, eq(voicesClones.id, id));
    if (row?.state === 'cloning') {
      const { id: service, provider } = await ctx.providers.use('voices');
      if (voiceAt(row.copies, service) === null) {
        const copy = { service, voice: null, isKept: provider.keepsVoices !== false };
        // Whatever half a voice leaves there goes with it.
        if (!(await noteCopy(ctx, own, copy))) return void (await job.complete());
        const voice = await lendSample(ctx, row, provider.sample, (sample) =>
          provider.create(sample, id, job.signal),
        ).catch((error: unknown) => refuse(error));
        await noteCopy(ctx, own, { ...copy, voice });
      }
    }
    await job.complete((tx) => end(ctx, tx, own, { state: 'success', error: null }));
  };
}

/** A voice that the service did not make. */
export const cloneFailed =
  (ctx: ServerContext): FailureHandler =>
  async (tx, { accountId, error }, payload) => {
    const own = { accountId, id: payloadSchema.parse(payload).id };
    const stopped = { code: 'voices:stopped', params: {} } as const;
    await end(ctx, tx, own, { state: 'failed', error: error ?? stopped });
  };

/** Puts a voice into the queue of those that are made. */
export async function enqueueClone(ctx: ServerContext, tx: Tx, { accountId, id }: Own): Promise<void> {
  await ctx.jobs.enqueue(tx, CLONE, { accountId, payload: { id }, subjectId: id });
}

/** @returns false where the voice is gone, as with its account: what the service has made of it is deleted there later */
async function noteCopy(ctx: ServerContext, { accountId, id }: Own, copy: VoiceCopy): Promise<boolean> {
  return await ctx.db.transaction(async (tx) => {
    await ctx.accounts.find(tx, accountId, { lock: true });
    const scope = tx.scope(accountId);
    const row = await scope.find(voicesClones, eq(voicesClones.id, id));
    const copies = [...(row?.copies ?? []).filter(({ service }) => service !== copy.service), copy];
    const [kept] = await scope.update(voicesClones, eq(voicesClones.id, id), { copies });
    if (kept === undefined) {
      if (copy.voice !== null && copy.isKept !== false) await noteLeftCopy(ctx, tx, copy, id);
      return false;
    }
    return true;
  });
}

async function end(
  ctx: ServerContext,
  tx: Tx,
  own: Own,
  { state, error }: Pick<VoiceRow, 'state' | 'error'>,
): Promise<void> {
  if ((await changeVoice(ctx, tx, own, { from: ['cloning'], state, error })) !== undefined) return;
  // Deleted meanwhile: that was left to the end of this.
  const row = await tx.scope(own.accountId).find(voicesClones, eq(voicesClones.id, own.id));
  if (row?.state === 'recycling') {
    await ctx.jobs.enqueue(tx, REMOVE, { accountId: own.accountId, payload: { id: own.id }, subjectId: own.id });
  }
}
