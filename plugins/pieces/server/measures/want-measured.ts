import { and, eq, inArray, ne, or } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { SHOTS_FORMAT } from '#core/server/services/media/shots/shots-node.ts';

import { piecesVideos } from '../tables.ts';
import { MEASURES } from './operation.ts';

/** The job that measures one video. */
export const MEASURE = 'pieces.measure';

/** What was measured in another way is measured again. */
const FORMAT = `${SHOTS_FORMAT} ${MEASURES.name} ${MEASURES.version}`;

/** Has videos measured that are not yet, or not in the way that is wanted; those that failed are tried again. */
export async function wantMeasured(
  ctx: Pick<ServerContext, 'jobs'>,
  tx: Tx,
  accountId: string,
  { ids, hasText }: { ids: readonly string[]; hasText: boolean },
): Promise<void> {
  if (ids.length === 0) return;
  const fresh = { accountId, state: 'measuring', format: FORMAT, hasText } as const;
  const added = await tx.orm
    .insert(piecesVideos)
    .values(ids.map((id) => ({ id, ...fresh })))
    .onConflictDoNothing()
    .returning({ id: piecesVideos.id, hasText: piecesVideos.hasText });
  const { state, format } = piecesVideos;
  const stale = await tx.orm
    .update(piecesVideos)
    // Whoever wanted text still does.
    .set({ state: 'measuring', format: FORMAT, error: null, ...(hasText ? { hasText } : {}) })
    .where(
      and(
        eq(piecesVideos.accountId, accountId),
        inArray(piecesVideos.id, [...ids]),
        or(
          eq(state, 'failed'),
          and(eq(state, 'measured'), ne(format, FORMAT)),
          hasText ? eq(piecesVideos.hasText, false) : undefined,
        ),
      ),
    )
    .returning({ id: piecesVideos.id, hasText: piecesVideos.hasText });
  const wanted = [...added, ...stale].map((video) => ({ accountId, payload: video, subjectId: video.id }));
  if (wanted.length > 0) await ctx.jobs.enqueueMany(tx, MEASURE, wanted);
}
