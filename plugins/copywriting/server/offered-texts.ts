import { eq } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';

import type { CopywritingTexts } from './api.ts';
import { listTexts } from './list-texts.ts';
import { copywritingTexts } from './tables.ts';

/** Texts as other plugins use them. */
export function offeredTexts(ctx: Pick<ServerContext, 'db'>): CopywritingTexts {
  return {
    async list(accountId, { q, limit }) {
      const { items } = await listTexts(ctx, accountId, { q, limit, state: 'success' }, 'en');
      return items.map(({ id, name, materialId, excerpt }) => ({ id, name, materialId, excerpt }));
    },
    async find(accountId, id) {
      const { db } = ctx;
      const row = await db.scope(accountId).find(copywritingTexts, eq(copywritingTexts.id, id));
      if (row?.state !== 'success') return undefined;
      const { name, language, materialId, seconds, cues, revision } = row;
      return { id, name, language, materialId, seconds, cues, revision };
    },
  };
}
