import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';

import { ExpectedError } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { JobHandler } from '#core/server/services/jobs/jobs.ts';
import {
  FINGERPRINT_FORMAT,
  packFingerprint,
  unpackFingerprint,
} from '#core/server/services/media/footage/fingerprint-file.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { NO_FOOTAGE, type Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import { materialNode, readMaterial } from '#core/server/services/media/operations/material.ts';
import { readMaterialFingerprint, watchedNode } from '#core/server/services/media/shots/watched-node.ts';

import { findFacts, idIn } from '../items/find-item.ts';
import { publishChanged } from '../items/publish-changed.ts';
import { materialsFootage, materialsItems } from '../tables.ts';
import { LEARN_FOOTAGE } from './job-name.ts';

const payloadSchema = z.object({ id: z.uuid() });

/** What videos of an account show, by id, as far as it is known. */
export async function knownFootage(
  ctx: ServerContext,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Fingerprint>> {
  const wanted = ids.filter((id) => payloadSchema.shape.id.safeParse(id).success);
  if (wanted.length === 0) return new Map();
  const rows = await ctx.db.scope(accountId).select(materialsFootage, {
    where: and(idIn(materialsFootage.itemId, wanted), eq(materialsFootage.format, FINGERPRINT_FORMAT)),
  });
  return new Map(rows.map(({ itemId, footage }) => [itemId, unpackFingerprint(Buffer.from(footage, 'base64'))]));
}

/** Keeps what a video shows, in place of what was known before. */
export async function keepFootage(tx: Tx, accountId: string, itemId: string, shown: Fingerprint): Promise<void> {
  const values = { format: FINGERPRINT_FORMAT, footage: packFingerprint(shown).toString('base64') };
  await tx.orm
    .insert(materialsFootage)
    .values({ itemId, accountId, ...values })
    .onConflictDoUpdate({ target: materialsFootage.itemId, set: values });
}

/** Has it found out what videos show that are ready; those that are known or being looked at are left alone. */
export async function askForFootage(ctx: ServerContext, accountId: string, ids: readonly string[]): Promise<void> {
  const known = await knownFootage(ctx, accountId, ids);
  const facts = await findFacts(ctx.db, accountId, ids);
  const unknown = facts.filter(({ id, kind, state }) => kind === 'video' && state === 'ready' && !known.has(id));
  if (unknown.length === 0) return;
  await ctx.db.transaction(async (tx) => {
    // Two that ask at once ask one after the other, so that each video is looked at once.
    await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtext(${`${LEARN_FOOTAGE} ${accountId}`}))`);
    for (const { id } of unknown) {
      const open = await ctx.jobs.list(accountId, { subjectId: id, states: ['queued', 'running', 'failed'] });
      if (open.some(({ job }) => job === LEARN_FOOTAGE)) continue;
      await ctx.jobs.enqueue(tx, LEARN_FOOTAGE, { accountId, payload: { id }, subjectId: id });
    }
  });
}

/** The job that finds out what a video shows. One that cannot be read says so where it is used. */
export function learnFootage(ctx: ServerContext): JobHandler {
  return async (job) => {
    const { id } = payloadSchema.parse(job.payload);
    const { accountId } = job.task;
    const row = await ctx.db.scope(accountId).find(materialsItems, eq(materialsItems.id, id));
    if (row?.state !== 'ready') {
      await job.complete();
      return;
    }
    const { hash, name } = row;
    const shown = await ctx.files.withLocal(row, async (path) => {
      try {
        const { runner, graph } = ctx.media;
        const { signal } = job;
        const source: NodeSource = { hash, name, read: (use) => use(path) };
        const look = materialNode(runner, source);
        const read = ([folder = '']: readonly string[]) => readMaterial(folder, name, { minSeconds: 0 });
        const node = watchedNode(runner, source, await graph.make([look], read, { signal }));
        return await graph.make([node], ([folder = '']) => readMaterialFingerprint(folder), { signal });
      } catch (error) {
        if (!(error instanceof ExpectedError) || error.kind === 'unavailable') throw error;
        return NO_FOOTAGE;
      }
    });
    await job.complete(async (tx) => {
      const still = await tx.scope(accountId).find(materialsItems, eq(materialsItems.id, id));
      if (still === undefined) return;
      await keepFootage(tx, accountId, id, shown);
      await publishChanged(ctx, tx, accountId, [id]);
    });
  };
}
