import { v7 as uuid } from 'uuid';
import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

import type { startExtraction as call } from '#plugins/copywriting/calls.ts';
import { EXTRACT_TOOL, MOST_BYTES, type ExtractRun } from '#plugins/copywriting/limits.ts';
import { assertRoom, tell, typeOf } from '../own-texts.ts';
import { copywritingTexts } from '../tables.ts';

/**
 * Starts a run that extracts the texts of videos, and lists a text for each of them.
 * @throws expected `copywriting:video-missing`, `copywriting:too-large` and `copywriting:most` (422),
 *   `copywriting:library-missing` (503), `core:tool-run.…`
 */
export async function startExtraction(
  ctx: ServerContext,
  accountId: string,
  body: z.output<typeof call.body>,
  reader: MessageLanguage,
): Promise<ToolRun> {
  return await ctx.toolRuns.read(accountId, await beginExtraction(ctx, accountId, body), reader);
}

/** What begins with a run of another feature. */
interface Step {
  /** Called in the transaction that begins it, with the ids of its texts by those of their videos. */
  begun(tx: Tx, run: { id: string; texts: ReadonlyMap<string, string> }): Promise<void>;
}

/**
 * The same, without reading the run.
 * @param step where it is one of another feature
 * @returns its id
 */
export async function beginExtraction(
  ctx: ServerContext,
  accountId: string,
  { name, videos, tags, from, language, agreed }: z.output<typeof call.body>,
  step?: Step,
): Promise<string> {
  const library = ctx.use(LIBRARY) ?? fail('copywriting:library-missing', {}, { kind: 'unavailable' });
  const wanted = [...new Set(videos)];
  const known = await library.find(accountId, wanted);
  const materials = wanted.map((id) => known.get(id));
  const isThere = materials.every((video) => video?.kind === 'video' && !video.trashed);
  if (!isThere) fail('copywriting:video-missing', {}, { kind: 'invalid' });
  const large = materials.find((video) => (video?.size ?? 0) > MOST_BYTES);
  if (large !== undefined) fail('copywriting:too-large', { name: large.name }, { kind: 'invalid' });
  await ctx.files.assertSpace(accountId, 1);
  return await ctx.db.transaction(async (tx) => {
    await assertRoom(ctx, tx, accountId, wanted.length);
    const settings: ExtractRun = { from, language, isStep: step !== undefined };
    const run = await ctx.toolRuns.begin(tx, accountId, { tool: EXTRACT_TOOL, name, settings, inputs: wanted, agreed });
    if (run.inputs.length < wanted.length) fail('copywriting:video-missing', {}, { kind: 'invalid' });
    const now = ctx.clock.now();
    const texts = materials
      .flatMap((video) => (video === undefined ? [] : [video]))
      .map((video) => ({
        ...{ id: uuid(), materialId: video.id, name: video.name, type: typeOf(video.name), size: video.size },
        ...{ seconds: video.seconds, origin: from, language, state: 'extracting' as const, runId: run.id },
        ...{ error: null, cues: [], body: '', tags, createdAt: now, updatedAt: now },
      }));
    await tx.scope(accountId).insert(copywritingTexts, texts);
    await tell(
      ctx,
      tx,
      accountId,
      texts.map((text) => text.id),
    );
    await step?.begun(tx, { id: run.id, texts: new Map(texts.map((text) => [text.materialId, text.id])) });
    return run.id;
  });
}
