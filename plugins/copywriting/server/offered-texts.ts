import { and, desc, eq, inArray, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';

import { EXTRACT_FROM } from '../limits.ts';
import type { CopywritingTexts } from './api.ts';
import { beginExtraction } from './extract/start-extraction.ts';
import { listTexts } from './list-texts.ts';
import { readEngines } from './read-engines.ts';
import { copywritingTexts } from './tables.ts';

/** Texts as other plugins use them. */
export function offeredTexts(ctx: ServerContext): CopywritingTexts {
  return {
    async list(accountId, { q, limit }) {
      const { items } = await listTexts(ctx, accountId, { q, limit, state: 'success' }, 'en');
      return items.map(({ id, name, language, materialId, seconds, excerpt, from, cues, createdAt }) => ({
        ...{ id, name, language, materialId, seconds, excerpt, from, lines: cues, createdAt },
      }));
    },
    async find(accountId, id) {
      const { db } = ctx;
      const row = await db.scope(accountId).find(copywritingTexts, eq(copywritingTexts.id, id));
      if (row?.state !== 'success') return undefined;
      const { name, language, materialId, seconds, cues, revision } = row;
      return { id, name, language, materialId, seconds, cues, revision };
    },
    async ofVideos(accountId, videos, language) {
      if (videos.length === 0) return [];
      const { id, materialId, cues, body, state } = copywritingTexts;
      const rows = await ctx.db.orm
        .selectDistinctOn([materialId], {
          ...{ id, materialId, lines: sql<number>`jsonb_array_length(${cues})`, letters: sql<number>`length(${body})` },
        })
        .from(copywritingTexts)
        .where(
          and(
            eq(copywritingTexts.accountId, accountId),
            inArray(materialId, [...videos]),
            eq(copywritingTexts.language, language),
            eq(state, 'success'),
            sql`jsonb_array_length(${cues}) > 0`,
          ),
        )
        .orderBy(materialId, desc(id));
      return rows.flatMap((row) => (row.materialId === null ? [] : [{ ...row, materialId: row.materialId }]));
    },
    async states(accountId, ids) {
      if (ids.length === 0) return [];
      const { id, state, error } = copywritingTexts;
      return await ctx.db.orm
        .select({ id, state, error })
        .from(copywritingTexts)
        .where(and(eq(copywritingTexts.accountId, accountId), inArray(id, [...ids])));
    },
    async waysOf(language) {
      const { picture, speech } = await readEngines(ctx);
      const [primary = language] = language.split('-');
      const sees = picture.some((each) => each.language.split('-')[0] === primary);
      const hears = speech.some((tag) => tag.split('-')[0] === primary);
      const ways = { both: sees && hears, speech: hears, picture: sees };
      return EXTRACT_FROM.toReversed().filter((way) => ways[way]);
    },
    async extract(accountId, { video, name, from, language, agreed, begun }) {
      const body = { name, videos: [video], tags: [], from, language, agreed };
      await beginExtraction(ctx, accountId, body, {
        begun: (tx, { id, texts }) => begun(tx, { runId: id, textId: texts.get(video) ?? '' }),
      });
    },
  };
}
