import { asc, inArray, lt } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';

import { FONTS } from '../fonts/find-caption-fonts.ts';
import { mixingPreviews } from '../tables.ts';
import { previewHolder } from './render-mix-preview.ts';
import { VOICES } from './speak-dubbing.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Days after which a part of a font is cut again, so that none stays that no project needs. */
const FONT_DAYS = 14;

/** Rows that one round removes. */
const BATCH = 200;

/** Removes rendered previews and spoken texts of the day before, and old parts of fonts. @returns how many went */
export async function sweepPreviews(ctx: ServerContext): Promise<number> {
  const daysAgo = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY);
  const voices = await sweepStored(ctx, VOICES, daysAgo(1));
  const fonts = await sweepStored(ctx, FONTS, daysAgo(FONT_DAYS));
  return (await sweepRendered(ctx, daysAgo(1))) + voices + fonts;
}

async function sweepRendered(ctx: ServerContext, before: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const frees: (() => Promise<void>)[] = [];
    const count = await ctx.db.transaction(async (tx) => {
      const old = await tx.orm
        .select()
        .from(mixingPreviews)
        .where(lt(mixingPreviews.createdAt, before))
        .orderBy(asc(mixingPreviews.createdAt))
        .limit(BATCH)
        .for('update', { skipLocked: true });
      for (const [accountId, rows] of Map.groupBy(old, (row) => row.accountId)) {
        for (const { id } of rows) await ctx.files.release(tx, accountId, previewHolder(id));
        const files = rows.flatMap(({ fileId }) => fileId ?? []);
        if (files.length > 0) frees.push(await ctx.files.forget(tx, accountId, files));
      }
      const ids = old.map(({ id }) => id);
      if (ids.length > 0) await tx.orm.delete(mixingPreviews).where(inArray(mixingPreviews.id, ids));
      return ids.length;
    });
    for (const free of frees) await free();
    removed += count;
    if (count < BATCH) return removed;
  }
}

async function sweepStored(ctx: ServerContext, prefix: string, before: Date): Promise<number> {
  let removed = 0;
  for await (const { key, modifiedAt } of ctx.files.store.list(prefix)) {
    if (modifiedAt >= before) continue;
    await ctx.files.store.remove(key);
    removed += 1;
  }
  return removed;
}
