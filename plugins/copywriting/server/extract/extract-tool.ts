import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { eq } from 'drizzle-orm';
import { z } from 'zod';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import { extentOf } from '#core/contract/price.ts';
import { plainText, type TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import { writeSrt } from '#core/contract/timed-text/srt.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { throwIfCancelled } from '#core/server/services/media/abort-error.ts';
import { untrustedInput } from '#core/server/services/media/runner.ts';
import { failureReason, isPassing } from '#core/server/services/providers/failure-reason.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import { coreToolItems } from '#core/server/services/tool-runs/tables.ts';
import {
  defineTool,
  type ItemOf,
  type Outcome,
  type RunError,
  type ToolWork,
} from '#core/server/services/tool-runs/tool.ts';
import { EYE } from '#plugins/eye/server/api.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

import { EXTRACT_TOOL, extractRunSchema, MOST_VIDEOS, type ExtractRun } from '#plugins/copywriting/limits.ts';
import { tell, wordsOf } from '../own-texts.ts';
import { sourceOf } from '../source-of.ts';
import { copywritingTexts, type TextRow } from '../tables.ts';
import { mergeCues } from './merge-cues.ts';
import { pictureCues } from './picture-cues.ts';
import { spokenCues } from './spoken-cues.ts';
import { transcribe } from './transcribe.ts';

const itemSchema = z.strictObject({ material: z.uuid() });
type Item = z.output<typeof itemSchema>;

/** Milliseconds after words begin at which they are seen. */
const SEEN = 200;

/** The share of the work that reading is, where speech is written down too. */
const READING = 0.7;

/** The tool that extracts the texts of videos: a text of the account and a file of subtitles for each. */
export const extractTool = (ctx: ServerContext) =>
  defineTool<ExtractRun, Item>({
    name: EXTRACT_TOOL,
    settings: extractRunSchema,
    params: itemSchema,
    inputs: { kinds: ['video'], most: MOST_VIDEOS },
    isOwn: true,
    isStep: ({ isStep }) => isStep,
    nothing: 'copywriting:no-text',
    async extent({ accountId, inputs }) {
      const known = await ctx.use(LIBRARY)?.find(accountId, inputs);
      return extentOf(inputs.map((id) => known?.get(id)?.seconds ?? Infinity));
    },
    async plan({ accountId, inputs }) {
      const library = ctx.use(LIBRARY) ?? fail('copywriting:library-missing', {}, { kind: 'unavailable' });
      const known = await library.find(accountId, inputs);
      return inputs.map((material) => {
        const { name = 'video', seconds } = known.get(material) ?? {};
        const title = name.replace(/\.[A-Za-z0-9]{2,4}$/, '').slice(0, 110);
        return { name: title, sources: [material], params: { material }, cost: 1 + (seconds ?? 30) * 0.4 };
      });
    },
    make: (item, work) => extract(ctx, item, work),
    async ended(tx, { id, accountId }, end) {
      const scope = tx.scope(accountId);
      const open = await scope.select(copywritingTexts, {
        where: [eq(copywritingTexts.runId, id), eq(copywritingTexts.state, 'extracting')],
      });
      const items = await scope.select(coreToolItems, { where: eq(coreToolItems.runId, id) });
      for (const text of open) {
        const item = items.find(({ sources }) => text.materialId !== null && sources.includes(text.materialId));
        const why = end === 'cancelled' ? 'copywriting:cancelled' : 'copywriting:stopped';
        const values = { state: 'failed', error: item?.error ?? { code: why, params: {} } } as const;
        await scope.update(copywritingTexts, eq(copywritingTexts.id, text.id), {
          ...values,
          updatedAt: ctx.clock.now(),
        });
      }
      await tell(
        ctx,
        tx,
        accountId,
        open.map((text) => text.id),
      );
    },
  });

async function extract(ctx: ServerContext, item: ItemOf<ExtractRun, Item>, work: ToolWork): Promise<Outcome> {
  const keep = (tx: Tx, values: Partial<TextRow>) => keepText(ctx, tx, item, values);
  // Again, where it failed before.
  await ctx.db.transaction((tx) => keep(tx, { state: 'extracting', error: null }));
  let cues: TimedCue[];
  try {
    cues = await findCues(ctx, item, work);
  } catch (error) {
    if (error instanceof ExpectedError && error.kind !== 'unavailable') {
      const { code, params } = error;
      await ctx.db.transaction((tx) => keep(tx, { state: 'failed', error: { code, params } }));
    }
    throw error;
  }
  if (cues.length === 0) {
    const error: RunError = { code: NOTHING[item.run.settings.from], params: {} };
    const confirm = async (tx: Tx | null) => {
      if (tx !== null) await keep(tx, { state: 'failed', error });
      return undefined;
    };
    return { state: 'given-up', error, confirm };
  }
  const poster = await drawPoster(ctx, item, cues[0]?.start ?? 0, work);
  // When the run began, the library may not have known it yet.
  const seconds = await secondsOf(ctx, item);
  const path = join(work.folder, 'text.srt');
  await writeFile(path, `\uFEFF${writeSrt(cues)}`);
  return {
    state: 'made',
    files: [{ path, type: 'application/x-subrip', ending: '.srt' }],
    ...(poster === undefined ? {} : { poster }),
    facts: { cues: cues.length, excerpt: plainText(cues).slice(0, 200) },
    async confirm(tx) {
      if (tx !== null) await keep(tx, { state: 'success', error: null, ...seconds, ...wordsOf(cues) });
      return undefined;
    },
  };
}

async function secondsOf(
  ctx: ServerContext,
  { run: { accountId }, params: { material } }: ItemOf<ExtractRun, Item>,
): Promise<{ seconds?: number }> {
  const seconds = (await ctx.use(LIBRARY)?.find(accountId, [material]))?.get(material)?.seconds ?? null;
  return seconds === null ? {} : { seconds };
}

/** A frame of the video in which its first words are seen; without one, there is merely no picture. */
async function drawPoster(
  ctx: ServerContext,
  { run: { accountId }, params: { material } }: ItemOf<ExtractRun, Item>,
  moment: number,
  { folder, signal }: ToolWork,
): Promise<string | undefined> {
  const at = ((moment + SEEN) / 1000).toFixed(3);
  const frame = ['-ss', at, '-map', '0:v:0', '-frames:v', '1', '-vf', 'scale=480:-2', '-q:v', '4', 'poster.jpg'];
  try {
    const source = await sourceOf(ctx, accountId, material);
    await source.read((path) =>
      ctx.media.runner.ffmpeg({ cwd: folder, signal, args: [...untrustedInput(path), ...frame] }),
    );
    const poster = join(folder, 'poster.jpg');
    await access(poster);
    return poster;
  } catch (error) {
    throwIfCancelled(signal);
    ctx.log.info({ error }, 'a text has no picture');
    return undefined;
  }
}

const NOTHING = {
  picture: 'copywriting:no-text',
  speech: 'copywriting:no-speech',
  both: 'copywriting:no-words',
} as const;

/** What is read and heard in a video. @throws what reading and hearing are told by, and `copywriting:engine.…` (422, 503) */
async function findCues(
  ctx: ServerContext,
  { run, params: { material } }: ItemOf<ExtractRun, Item>,
  { signal, progress }: ToolWork,
): Promise<TimedCue[]> {
  const { from, language } = run.settings;
  const source = await sourceOf(ctx, run.accountId, material);
  const share = from === 'picture' ? 1 : READING;
  let read: TimedCue[] = [];
  if (from !== 'speech') {
    const eye = ctx.use(EYE) ?? fail('copywriting:eye-missing', {}, { kind: 'unavailable' });
    const onProgress = (done: number): void => progress(done * share);
    read = pictureCues((await eye.readVideo(source, { language, signal, onProgress })).cues);
  }
  if (from === 'picture') return read;
  try {
    // Whoever extracts tags texts with what they are about: names that a service would not know.
    const words = await tagsOf(ctx, run.id, run.accountId, material);
    const heard = spokenCues(await transcribe(ctx, source, { language, words, signal }), language);
    return from === 'speech' ? heard : mergeCues(read, heard);
  } catch (error) {
    // A silent video still has what was read in it.
    if (from === 'both' && error instanceof ExpectedError && error.code === 'copywriting:no-sound') return read;
    if (!(error instanceof ProviderFailure)) throw error;
    const reason = failureReason(error);
    const kind = isPassing(reason) ? 'unavailable' : 'invalid';
    return fail(`copywriting:engine.${reason}`, {}, { kind, cause: error });
  }
}

/** The tags of the text of a video in a run, as they are now. */
async function tagsOf(ctx: ServerContext, runId: string, accountId: string, material: string): Promise<string[]> {
  const own = [eq(copywritingTexts.runId, runId), eq(copywritingTexts.materialId, material)] as const;
  return (await ctx.db.scope(accountId).find(copywritingTexts, [...own]))?.tags ?? [];
}

/** Keeps what became of the text of an item, unless its owner has removed or written it meanwhile. */
async function keepText(
  ctx: ServerContext,
  tx: Tx,
  { run: { id, accountId }, params: { material } }: ItemOf<ExtractRun, Item>,
  values: Partial<TextRow>,
): Promise<void> {
  const own = [eq(copywritingTexts.runId, id), eq(copywritingTexts.materialId, material)] as const;
  const untouched = eq(copywritingTexts.revision, 0);
  const kept = await tx.scope(accountId).update(copywritingTexts, [...own, untouched], {
    ...values,
    updatedAt: ctx.clock.now(),
  });
  await tell(
    ctx,
    tx,
    accountId,
    kept.map((text) => text.id),
  );
}
