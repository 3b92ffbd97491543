import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { FailureHandler, JobHandler } from '#core/server/services/jobs/jobs.ts';

import { voicesChanged } from '#plugins/voices/events.ts';
import { REMOVE } from '../job-names.ts';
import { forgetRecordings } from '../recordings/own-recordings.ts';
import { voicesClones, voicesRecordings, type VoiceRow } from '../tables.ts';
import { enqueueClone } from './clone-job.ts';
import { changeVoice, ownVoice, voiceAt, type Own } from './own-voices.ts';
import { refuse } from './service-now.ts';

const payloadSchema = z.object({ id: z.uuid() });
/** Milliseconds after which deleting is tried again that has failed. */
const AGAIN = 60 * 60 * 1000;

/**
 * Deletes a voice: it cannot be used from now on, and goes once the services that have made it have deleted it.
 * @throws expected `voices:missing` (404)
 */
export async function removeVoice(ctx: ServerContext, own: Own): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await ctx.accounts.find(tx, own.accountId, { lock: true });
    const gone = { state: 'recycling', error: null } as const;
    // One that is being made is deleted as soon as it is: until then nobody knows what the service calls it. Its job may
    // end at this moment, and so each state is only left where it still is.
    const isMaking = (await changeVoice(ctx, tx, own, { from: ['cloning'], ...gone })) !== undefined;
    const isMade =
      !isMaking && (await changeVoice(ctx, tx, own, { from: ['success', 'normal', 'failed'], ...gone })) !== undefined;
    if (isMade) await enqueueRemoval(ctx, tx, own);
    else if (!isMaking) {
      await ownVoice(tx, own);
      return;
    }
    await ctx.audit.record(tx, {
      ...{ actor: own.accountId, action: 'voice.removed', target: own.id, accountId: own.accountId },
    });
  });
}

/**
 * Tries again what has failed, or has a voice made anew by the service in use.
 * @throws expected `voices:missing` (404), `voices:nothing-failed` (409), `voices:consent.spoken` (422) where the service
 *   wants another consent than there is, and as `Providers.use`
 */
export async function retryVoice(ctx: ServerContext, own: Own): Promise<VoiceRow> {
  return await ctx.db.transaction(async (tx) => {
    await ctx.accounts.find(tx, own.accountId, { lock: true });
    const row = await ownVoice(tx, own);
    const { state, error, copies } = row;
    if (state === 'recycling' && error !== null) {
      await enqueueRemoval(ctx, tx, own);
      return (await changeVoice(ctx, tx, own, { error: null })) ?? row;
    }
    const { id: service, provider } = await ctx.providers.use('voices');
    const isElsewhere = state !== 'cloning' && state !== 'recycling' && voiceAt(copies, service) === null;
    if (state !== 'failed' && !isElsewhere) return fail('voices:nothing-failed', {}, { kind: 'conflict' });
    const sentence = provider.consentSentence?.(row.language) ?? null;
    if (sentence !== null && (row.consentKind !== 'spoken' || row.consentSentence !== sentence)) {
      fail('voices:consent.spoken', {}, { kind: 'invalid' });
    }
    await enqueueClone(ctx, tx, own);
    return (await changeVoice(ctx, tx, own, { state: 'cloning', error: null })) ?? row;
  });
}

/**
 * The job that deletes a voice at every service that has made it, and then here with its sample and consent.
 * @throws expected `voices:copy-elsewhere` (422) while one of the services is not the one in use
 */
export function removeJob(ctx: ServerContext): JobHandler {
  return async (job) => {
    const { id } = payloadSchema.parse(job.payload);
    const { accountId } = job.task;
    const row = await ctx.db.scope(accountId).find(voicesClones, eq(voicesClones.id, id));
    if (row?.state !== 'recycling') return void (await job.complete());
    const left = await removeCopies(ctx, row);
    if (left > 0) fail('voices:copy-elsewhere', {}, { kind: 'invalid' });
    let free = async (): Promise<void> => undefined;
    await job.complete(async (tx) => {
      const scope = tx.scope(accountId);
      const parts = await scope.select(voicesRecordings, { where: eq(voicesRecordings.voiceId, id) });
      free = await forgetRecordings(ctx, tx, parts);
      await scope.delete(voicesClones, eq(voicesClones.id, id));
      await ctx.events.publish(tx, voicesChanged, { accountId, data: { id } });
    });
    await free();
  };
}

/** A voice that could not be deleted yet says why, and stays out of use. */
export const removeFailed =
  (ctx: ServerContext): FailureHandler =>
  async (tx, { accountId, error }, payload) => {
    const { id } = payloadSchema.parse(payload);
    const told = error ?? ({ code: 'voices:stopped', params: {} } as const);
    await changeVoice(ctx, tx, { accountId, id }, { from: ['recycling'], error: told });
  };

/** Tries again to delete what could not be deleted an hour ago. @returns how many */
export async function retryRemovals(ctx: ServerContext): Promise<number> {
  const old = lt(voicesClones.updatedAt, new Date(ctx.clock.now().getTime() - AGAIN));
  const rows = await ctx.db.orm
    .select()
    .from(voicesClones)
    .where(and(eq(voicesClones.state, 'recycling'), isNotNull(voicesClones.error), old))
    .limit(500);
  for (const { accountId, id } of rows) {
    await ctx.db.transaction(async (tx) => {
      await enqueueRemoval(ctx, tx, { accountId, id });
      await changeVoice(ctx, tx, { accountId, id }, { from: ['recycling'], error: null });
    });
  }
  return rows.length;
}

async function enqueueRemoval(ctx: ServerContext, tx: Tx, { accountId, id }: Own): Promise<void> {
  await ctx.jobs.enqueue(tx, REMOVE, { accountId, payload: { id }, subjectId: id });
}

/** Deletes a voice at the service in use. @returns how many copies other services have */
async function removeCopies(ctx: ServerContext, { id, accountId, copies }: VoiceRow): Promise<number> {
  // What a service keeps nothing of goes with the sample.
  const kept = copies.filter(({ isKept }) => isKept !== false);
  if (kept.length === 0) return 0;
  const { id: service, provider } = await ctx.providers.use('voices');
  const own = kept.find((copy) => copy.service === service);
  if (own === undefined) return kept.length;
  await provider.remove(own.voice, id).catch((error: unknown) => refuse(error, 'voices:service.refused-removal'));
  const left = kept.filter((copy) => copy !== own);
  await ctx.db.scope(accountId).update(voicesClones, eq(voicesClones.id, id), { copies: left });
  return left.length;
}
