import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { stat } from 'node:fs/promises';

import type { Tx } from '#core/server/ground/database/database.ts';
import { crc32OfFile } from '#core/server/services/files/crc32-of-file.ts';
import type { JobHandler, JobRun } from '#core/server/services/jobs/jobs.ts';

import { databaseStore, lockRun } from './database-store.ts';
import { findRun } from './find-run.ts';
import { renamedFile } from './item-names.ts';
import { settled } from './orchestrate.ts';
import { toolOf, type RunParts } from './parts.ts';
import { isMaking } from './run-machine.ts';
import { itemOf } from './run-of.ts';
import { progressTeller } from './run-progress.ts';
import type { KeptFile, SettledItem } from './run-store.ts';
import { coreToolItems, type ItemRow, type RunRow } from './tables.ts';
import type { End, MadeFile, Outcome } from './tool.ts';
import { inFolder } from './work-folder.ts';

const payloadSchema = z.object({ runId: z.uuid(), itemId: z.uuid() });

/** The job that makes one item. */
export function makeJob(parts: RunParts): JobHandler {
  return async (job) => {
    const { runId, itemId } = payloadSchema.parse(job.payload);
    const scope = parts.db.scope(job.task.accountId);
    const run = await findRun(scope, runId);
    const item = await scope.find(coreToolItems, eq(coreToolItems.id, itemId));
    if (item?.state !== 'planned' || !isMaking(run.state)) {
      await job.complete();
      return;
    }
    await parts.files.assertSpace(run.accountId, await usualSize(parts, item));
    await inFolder(parts, job, async (work) => {
      const tool = toolOf(parts, run.tool);
      const teller = progressTeller(parts, run);
      const progress = (value: number, left?: number) => {
        work.progress(value, left);
        teller.report();
      };
      const outcome = await tool.make(itemOf(tool, run, item), { ...work, progress }).finally(teller.end);
      await publish(parts, job, run, item, outcome);
    });
  };
}

/** Stores what was made and ends the item, if this attempt still owns the task and nobody ended it before. */
async function publish(parts: RunParts, job: JobRun, run: RunRow, item: ItemRow, outcome: Outcome): Promise<void> {
  const settle = async (tx: Tx, end: SettledItem) => {
    const store = databaseStore(parts, tx, await lockRun(tx, run.accountId, run.id));
    return await settled(store, item.id, end.state === 'made' ? await asNamed(tx, item, end) : end);
  };
  const measured = outcome.state === 'made' ? await measure(run, item, outcome.files) : [];
  await job.complete(async (tx) => {
    const end = outcome.confirm === undefined ? outcome : await confirmed(tx, run, item, outcome);
    if (end === undefined) return;
    if (end.state === 'given-up') return void (await settle(tx, { state: 'given-up', error: end.error ?? null }));
    if (end.state === 'replaced') {
      const { facts = null, error = null } = end;
      return void (await settle(tx, { state: 'replaced', facts, error }));
    }
    const files: KeptFile[] = [];
    for (const { path, name, type, size, crc32 } of measured) {
      const { id } = await parts.files.addLocal(tx, run.accountId, path, { name, type, withinSpace: true });
      files.push({ id, name, type, size, crc32 });
    }
    const poster =
      end.poster === undefined
        ? null
        : await parts.files.addLocal(tx, run.accountId, end.poster, {
            ...{ name: `${item.name}.jpg`, type: 'image/jpeg', derived: true },
          });
    const posterId = poster?.id ?? null;
    if (await settle(tx, { state: 'made', files, posterId, facts: end.facts ?? null, seconds: end.seconds ?? null }))
      return;
    const unused = [...files.map(({ id }) => id), ...(posterId === null ? [] : [posterId])];
    await parts.files.forget(tx, run.accountId, unused);
  });
}

/** Files of an item by the name that it has now: its owner may have given it another one while it was made. */
async function asNamed<E extends { files: readonly KeptFile[] }>(tx: Tx, item: ItemRow, end: E): Promise<E> {
  const { name = item.name } =
    (await tx.scope(item.accountId).find(coreToolItems, eq(coreToolItems.id, item.id))) ?? {};
  return name === item.name ? end : { ...end, files: end.files.map((file) => renamedFile(file, item.name, name)) };
}

/** Asks the tool once more, when no other item of the run can end; undefined when this one has ended already. */
async function confirmed(tx: Tx, run: RunRow, item: ItemRow, outcome: Outcome): Promise<End | undefined> {
  await lockRun(tx, run.accountId, run.id);
  const found = await tx.scope(run.accountId).find(coreToolItems, eq(coreToolItems.id, item.id));
  if (found?.state !== 'planned') return undefined;
  return (await outcome.confirm?.(tx)) ?? outcome;
}

async function measure(run: RunRow, item: ItemRow, files: readonly MadeFile[]) {
  if (files.length === 0) throw new TypeError(`tool "${run.tool}": an item that is made has a file`);
  // A number only where another file would have the same name.
  const isAlone = ({ ending }: MadeFile, at: number) => files.findIndex((other) => other.ending === ending) === at;
  return await Promise.all(
    files.map(async (file, at) => ({
      ...file,
      name: `${item.name}${isAlone(file, at) ? '' : `-${at + 1}`}${file.ending}`,
      size: (await stat(file.path)).size,
      crc32: await crc32OfFile(file.path),
    })),
  );
}

/** Bytes that an item will come to: as they were estimated, or as others of its run did. */
async function usualSize({ db }: RunParts, { runId, bytes }: ItemRow): Promise<number> {
  if (bytes !== null) return bytes;
  const [made] = await db.orm
    .select({
      bytes: sql<number>`coalesce(avg((select sum((f ->> 'size')::float8) from jsonb_array_elements(files) f)), 1)`,
    })
    .from(coreToolItems)
    .where(and(eq(coreToolItems.runId, runId), eq(coreToolItems.state, 'made')));
  return Math.round(made?.bytes ?? 1);
}
