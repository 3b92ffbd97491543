import { eq, inArray, ne } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { fitsVideo } from '#core/contract/timed-text/fits-video.ts';
import { plainText, type TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

import type * as calls from '../calls.ts';
import type { ListedText, TimedDocument } from '../calls.ts';
import { textsChanged } from '../events.ts';
import { TEXT_LIMITS } from '../limits.ts';
import { listedText, presentFacts } from './list-texts.ts';
import { copywritingTexts, type TextRow } from './tables.ts';

interface Own {
  accountId: string;
  id: string;
}

/** @throws expected `copywriting:missing` (404) */
export async function readText(
  { db }: Pick<ServerContext, 'db'>,
  { accountId, id }: Own,
  language: MessageLanguage,
): Promise<TimedDocument> {
  const row = await db.scope(accountId).find(copywritingTexts, eq(copywritingTexts.id, id));
  return row === undefined ? fail('copywriting:missing', {}, { kind: 'not-found' }) : presentDocument(row, language);
}

function presentDocument(row: TextRow, language: MessageLanguage): TimedDocument {
  return { ...presentFacts(row, language), cues: row.cues, revision: row.revision };
}

/**
 * Adds a text that was read from a file or typed.
 * @throws expected `copywriting:most` and `copywriting:video-missing` (422), `copywriting:duration` (422) for cues that
 *   end behind their video
 */
export async function createText(
  ctx: ServerContext,
  accountId: string,
  { materialId, cues, ...given }: z.output<typeof calls.createText.body>,
  language: MessageLanguage,
): Promise<TimedDocument> {
  const video =
    materialId === null ? undefined : (await ctx.use(LIBRARY)?.find(accountId, [materialId]))?.get(materialId);
  if (materialId !== null && video?.kind !== 'video') fail('copywriting:video-missing', {}, { kind: 'invalid' });
  const seconds = video?.seconds ?? null;
  if (!fitsVideo(cues, seconds)) fail('copywriting:duration', {}, { kind: 'invalid' });
  return await ctx.db.transaction(async (tx) => {
    await assertRoom(ctx, tx, accountId, 1);
    const now = ctx.clock.now();
    const [row] = await tx.scope(accountId).insert(copywritingTexts, {
      ...{ id: uuid(), materialId, name: given.name, tags: given.tags, origin: given.from, language: given.language },
      ...{ type: typeOf(video?.name), size: video?.size ?? null, seconds, state: 'success', error: null, runId: null },
      ...{ ...wordsOf(cues), createdAt: now, updatedAt: now },
    });
    if (row === undefined) throw new TypeError('a text was not inserted');
    await tell(ctx, tx, accountId, [row.id]);
    return presentDocument(row, language);
  });
}

/**
 * Keeps the cues of a text, unless they are no longer those that were changed.
 * @throws expected `copywriting:missing` (404), `copywriting:changed-elsewhere` and `copywriting:not-ready` (409),
 *   `copywriting:duration` (422)
 */
export async function saveCues(
  ctx: ServerContext,
  { accountId, id }: Own,
  { cues, revision }: z.output<typeof calls.saveCues.body>,
): Promise<{ revision: number }> {
  return await ctx.db.transaction(async (tx) => {
    const scope = tx.scope(accountId);
    const same = eq(copywritingTexts.id, id);
    const row = await scope.find(copywritingTexts, same);
    if (row === undefined) return fail('copywriting:missing', {}, { kind: 'not-found' });
    if (row.state === 'extracting') return fail('copywriting:not-ready', {}, { kind: 'conflict' });
    if (!fitsVideo(cues, row.seconds)) return fail('copywriting:duration', {}, { kind: 'invalid' });
    const next = { ...wordsOf(cues), state: 'success', error: null, updatedAt: ctx.clock.now() } as const;
    // Two at once wait for each other here, and the second finds another revision.
    const saved = await scope.update(copywritingTexts, [same, eq(copywritingTexts.revision, revision)], {
      ...next,
      revision: revision + 1,
    });
    if (saved.length === 0) return fail('copywriting:changed-elsewhere', {}, { kind: 'conflict' });
    await tell(ctx, tx, accountId, [id]);
    return { revision: revision + 1 };
  });
}

/** @throws expected `copywriting:missing` (404) */
export async function describeText(
  ctx: ServerContext,
  own: Own,
  { name, tags, language: spoken }: z.output<typeof calls.describeText.body>,
  language: MessageLanguage,
): Promise<ListedText> {
  const { accountId, id } = own;
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(tags === undefined ? {} : { tags }),
    ...(spoken === undefined ? {} : { language: spoken }),
  };
  await ctx.db.transaction(async (tx) => {
    const values = { ...changes, updatedAt: ctx.clock.now() };
    await tx.scope(accountId).update(copywritingTexts, eq(copywritingTexts.id, id), values);
    await tell(ctx, tx, accountId, [id]);
  });
  return await listedText(ctx, own, language);
}

/** @returns how many there were; those that are being extracted stay */
export async function removeTexts(ctx: ServerContext, accountId: string, ids: readonly string[]): Promise<number> {
  return await ctx.db.transaction(async (tx) => {
    const { id, state } = copywritingTexts;
    const gone = await tx.scope(accountId).delete(copywritingTexts, [inArray(id, [...ids]), ne(state, 'extracting')]);
    await tell(
      ctx,
      tx,
      accountId,
      gone.map((row) => row.id),
    );
    return gone.length;
  });
}

/** The columns that cues are kept in. */
export const wordsOf = (cues: TimedCue[]) => ({ cues, body: plainText(cues) });

/** The ending of a file's name, such as `mp4`. */
export function typeOf(name = ''): string {
  return /\.([A-Za-z0-9]{2,5})$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** @throws expected `copywriting:most` (422) */
export async function assertRoom(ctx: ServerContext, tx: Tx, accountId: string, more: number): Promise<void> {
  await ctx.accounts.find(tx, accountId, { lock: true });
  if ((await tx.scope(accountId).count(copywritingTexts)) + more > TEXT_LIMITS.texts) {
    fail('copywriting:most', { most: TEXT_LIMITS.texts }, { kind: 'invalid' });
  }
}

/** Says which texts have changed. */
export async function tell(ctx: ServerContext, tx: Tx, accountId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await ctx.events.publish(tx, textsChanged, { accountId, data: { ids: [...ids] } });
}
