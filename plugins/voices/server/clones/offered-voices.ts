import { desc, inArray, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { ClonedVoices } from '#core/server/services/providers/chosen-voice.ts';

import { voicesClones } from '../tables.ts';
import { changeVoice, voiceAt } from './own-voices.ts';
import { serviceNow } from './service-now.ts';
import { speakerOf } from './speaker.ts';

/** Cloned voices as other plugins use them. */
export function offeredVoices(ctx: ServerContext): ClonedVoices {
  return {
    async list(accountId, language) {
      const service = await serviceNow(ctx);
      if (service?.languages.includes(language) !== true) return [];
      const rows = await ctx.db.scope(accountId).select(voicesClones, {
        where: inArray(voicesClones.state, ['success', 'normal']),
        orderBy: desc(voicesClones.id),
      });
      return rows.filter(({ copies }) => voiceAt(copies, service.id) !== null).map(({ id, name }) => ({ id, name }));
    },
    speaker: (accountId, id) => speakerOf(ctx, { accountId, id }),
    async used(tx, accountId, ids, times = 1) {
      const usedAt = ctx.clock.now();
      for (const id of new Set(ids)) {
        await tx.scope(accountId).update(voicesClones, inArray(voicesClones.id, [id]), {
          uses: sql`${voicesClones.uses} + ${times}::int` as never,
          usedAt,
        });
        await changeVoice(ctx, tx, { accountId, id }, { from: ['success', 'normal'], state: 'normal' });
      }
    },
  };
}
