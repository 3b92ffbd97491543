import { eq, inArray } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { ProjectRow } from '#plugins/pieces/calls.ts';
import { projectsChanged } from '#plugins/pieces/events.ts';

import { wantMeasured } from '../measures/want-measured.ts';
import { piecesProjects, piecesVideos } from '../tables.ts';
import { chooseWaiting } from './choose-waiting.ts';
import { presentProject } from './present-project.ts';
import { lockPieces } from './taken-pieces.ts';

/** Measures the videos of a failed project once more. @throws expected `pieces:project-missing` (404) */
export async function retryProject(
  ctx: ServerContext,
  accountId: string,
  id: string,
  language: MessageLanguage,
): Promise<ProjectRow> {
  return ctx.db.transaction(async (tx) => {
    await lockPieces(tx, accountId);
    const scope = tx.scope(accountId);
    const same = eq(piecesProjects.id, id);
    const before = await scope.find(piecesProjects, same);
    if (before === undefined) return fail('pieces:project-missing', {}, { kind: 'not-found' });
    if (before.state !== 'failed') return presentProject(before, language);
    const hasText = before.slots.some(({ slot }) => slot.wishes.text !== null);
    await scope.update(piecesProjects, same, { state: 'waiting', error: null, updatedAt: ctx.clock.now() });
    // What went from the library cannot be measured; choosing tells so.
    const videos = await scope.select(piecesVideos, { where: inArray(piecesVideos.id, before.materials) });
    await wantMeasured(ctx, tx, accountId, { ids: videos.map((video) => video.id), hasText });
    await ctx.events.publish(tx, projectsChanged, { accountId, data: { ids: [id] } });
    await chooseWaiting(ctx, tx, accountId);
    return presentProject((await scope.find(piecesProjects, same)) ?? before, language);
  });
}
