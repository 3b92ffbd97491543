import { randomUUID } from 'node:crypto';

import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { RunOutput } from '#core/server/services/tool-runs/tool-runs.ts';

import { LIBRARY } from '#plugins/materials/server/api.ts';
import type { sendFiles, SentThings } from '../calls.ts';
import { holderOf, SEND_FILE, type Sending } from './send-file.ts';

interface SentFileName extends Pick<Sending, 'fileId' | 'name'> {
  /** MIME type, where it is known. */
  type?: string;
  /** A still picture of what a run has made; absent for materials, whose pictures the library has. */
  posterId?: string | null;
  /** What is known of what a run has made; absent for materials, which the library knows more of. */
  made?: Pick<RunOutput, 'size' | 'seconds' | 'picture'>;
}

/** Files of one transaction: each is held. */
const AT_ONCE = 100;

/**
 * Has files sent to a target, each by a task of its own. They cannot be removed before their tasks have ended.
 * @throws expected `core:tool-run.missing` (404), `publishing:nothing` (409), and what `Providers.one` says of a target
 *   that cannot be used: then nothing is sent
 */
export async function startSends(
  ctx: ServerContext,
  accountId: string,
  { target, what }: { target: string; what: SentThings },
): Promise<CallData<typeof sendFiles>> {
  await ctx.providers.one('targets', target);
  const files = await filesOf(ctx, accountId, what);
  if (files.length === 0) fail('publishing:nothing', {}, { kind: 'conflict' });
  let sent = 0;
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const some = files.slice(at, at + AT_ONCE);
    sent += await ctx.db.transaction((tx) => queueSends(ctx, tx, { accountId, target, files: some }));
  }
  return { sent };
}

/** Holds files, and has each sent by a task. @returns how many of them are still there */
export async function queueSends(
  ctx: ServerContext,
  tx: Tx,
  { accountId, target, files }: { accountId: string; target: string; files: readonly SentFileName[] },
): Promise<number> {
  const tasks = [];
  for (const { fileId, name } of files) {
    const payload: Sending = { target, fileId, name, key: randomUUID() };
    const held = await ctx.files.hold(tx, accountId, [fileId], holderOf(payload.key));
    if (held.length > 0) tasks.push({ accountId, payload });
  }
  await ctx.jobs.enqueueMany(tx, SEND_FILE, tasks);
  return tasks.length;
}

/** The files that are meant. @throws expected `core:tool-run.missing` (404), `publishing:library-missing` (503) */
export async function filesOf(ctx: ServerContext, accountId: string, what: SentThings): Promise<SentFileName[]> {
  return 'runId' in what ? await outputsOf(ctx, accountId, what) : await materialsOf(ctx, accountId, what);
}

/** What a run has made. @throws expected `core:tool-run.missing` (404) */
export async function outputsOf(
  ctx: ServerContext,
  accountId: string,
  { runId, items }: { runId: string; items?: readonly string[] | undefined },
): Promise<SentFileName[]> {
  return (await ctx.toolRuns.outputs(accountId, runId, items)).map(
    ({ fileId, name, type, posterId, size, seconds, picture }) => ({
      ...{ fileId, name, type, posterId, made: { size, seconds, picture } },
    }),
  );
}

async function materialsOf(
  ctx: ServerContext,
  accountId: string,
  { materials }: { materials: readonly string[] },
): Promise<SentFileName[]> {
  const library = ctx.use(LIBRARY) ?? fail('publishing:library-missing', {}, { kind: 'unavailable' });
  const found = await library.find(accountId, materials);
  // A material's id is its file's.
  return materials.flatMap((id) => {
    const material = found.get(id);
    if (material === undefined || material.trashed) return [];
    return [{ fileId: id, name: material.name, type: `${material.kind}/` }];
  });
}
