import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { JobHandler, TaskState } from '#core/server/services/jobs/jobs.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';

import { DRAW_STILL, openStill as call, type Still } from '../calls.ts';
import { sourceOf } from './source-of.ts';
import { STILL, stillOperation } from './still-operation.ts';
import { textsOf, type FindWork } from './texts-of.ts';

type Wanted = z.output<typeof call.body>;

const OPEN: readonly TaskState[] = ['queued', 'running', 'paused', 'cancelling'];
const GONE_MILLISECONDS = 60_000;

/**
 * How a frame looks once text is removed; where that is not known, it is drawn from now on. Twice at once draws it once.
 * @throws expected `removal:video-missing`, `removal:no-text`, and what {@link textsOf} throws
 */
export async function openStill(
  ctx: ServerContext,
  accountId: string,
  { again, ...wanted }: Wanted,
  reader: MessageLanguage,
): Promise<Still> {
  const subject = `${wanted.id}:${createHash('sha256').update(JSON.stringify(wanted)).digest('hex').slice(0, 32)}`;
  const answer = (own: Partial<Still>): Still => ({ state: 'drawing', subject, picture: null, error: null, ...own });
  const node = await stillNode(ctx, accountId, wanted, null);
  const read = async (folder: string) => (await readFile(join(folder, STILL))).toString('base64');
  const known = node === null ? null : await ctx.media.graph.recall(node, read);
  if (known !== null) return answer({ state: 'drawn', picture: `data:image/jpeg;base64,${known}` });
  const [last] = await ctx.jobs.list(accountId, { subjectId: subject, limit: 1, plugin: 'removal' });
  if (last !== undefined && OPEN.includes(last.state)) return answer({});
  // One that was just drawn and is not known here would be drawn for ever: another machine may have done it.
  const isGone = last?.state === 'succeeded' && Date.now() - last.updatedAt.getTime() < GONE_MILLISECONDS;
  if (last !== undefined && (last.state === 'failed' || isGone) && !again) {
    const error = last.error === null ? null : translate(reader, last.error.code, last.error.params);
    return answer({ state: 'failed', error });
  }
  await ctx.db.transaction((tx) =>
    ctx.jobs.enqueue(tx, DRAW_STILL, { accountId, payload: wanted, subjectId: subject }),
  );
  return answer({});
}

/** The job that draws a frame without its text. */
export function drawStillJob(ctx: ServerContext): JobHandler {
  return async (job) => {
    const { again: _, ...wanted } = call.body.parse(job.payload);
    const { signal } = job;
    const node = await stillNode(ctx, job.task.accountId, wanted, {
      signal,
      progress: (done) => job.progress(done / 2),
    });
    if (node !== null) await ctx.media.graph.make([node], () => Promise.resolve(), { signal });
    await job.complete();
  };
}

/**
 * @param work for finding text; null to take only what is known of it
 * @returns null where that is nothing
 * @throws expected `removal:no-text` where there is none
 */
async function stillNode(
  ctx: ServerContext,
  accountId: string,
  { id, at, removals, language }: Omit<Wanted, 'again'>,
  work: FindWork | null,
): Promise<RenderNode | null> {
  const video = await sourceOf(ctx, accountId, id);
  const texts = await textsOf(ctx, video, { removals, language }, work);
  if (texts === null) return null;
  if (texts.length === 0) fail('removal:no-text', {}, { kind: 'invalid' });
  return ctx.media.node(stillOperation, { at, texts }, { sources: [video] });
}
