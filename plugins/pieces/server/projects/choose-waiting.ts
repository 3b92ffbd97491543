import { asc, eq, inArray } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { choosePieces } from '#plugins/pieces/choose-pieces.ts';
import { projectsChanged } from '#plugins/pieces/events.ts';
import { rulerOf, type FootageRuler } from '#plugins/pieces/footage.ts';

import { piecesProjects, piecesVideos } from '../tables.ts';
import { takenPieces } from './taken-pieces.ts';

/**
 * Chooses the pieces of projects whose videos are all measured now, the oldest first, none of which takes what another
 * has. A video that could not be measured is left out; a project of such videos alone fails.
 * @param tx has called `lockPieces` before anything else
 */
export async function chooseWaiting(ctx: ServerContext, tx: Tx, accountId: string): Promise<void> {
  const scope = tx.scope(accountId);
  const waiting = await scope.select(piecesProjects, {
    where: eq(piecesProjects.state, 'waiting'),
    orderBy: [asc(piecesProjects.createdAt), asc(piecesProjects.id)],
  });
  if (waiting.length === 0) return;
  const ids = [...new Set(waiting.flatMap(({ materials }) => materials))];
  const { id, state, error } = piecesVideos;
  // What was measured is large, so that of most videos only their states are read.
  const videos = new Map(
    (await tx.orm.select({ id, state, error }).from(piecesVideos).where(inArray(id, ids))).map((row) => [row.id, row]),
  );
  const rulers = new Map<string, FootageRuler>();
  const changed: string[] = [];
  for (const project of waiting) {
    const known = project.materials.flatMap((material) => videos.get(material) ?? []);
    if (known.some((video) => video.state === 'measuring')) continue;
    const usable = known.filter((video) => video.state === 'measured').map((video) => video.id);
    const updatedAt = ctx.clock.now();
    const same = eq(piecesProjects.id, project.id);
    if (usable.length === 0) {
      const why = known[0]?.error ?? ({ code: 'pieces:video-missing', params: {} } as const);
      await scope.update(piecesProjects, same, { state: 'failed', error: why, updatedAt });
    } else {
      const unread = usable.filter((material) => !rulers.has(material));
      const read = unread.length === 0 ? [] : await scope.select(piecesVideos, { where: inArray(id, unread) });
      for (const video of read) if (video.footage !== null) rulers.set(video.id, rulerOf(video.footage));
      const footage = new Map(usable.flatMap((material) => entryOf(rulers, material)));
      const taken = await takenPieces(tx, accountId, { materials: usable, but: [project.id] });
      const slots = choosePieces({ slots: project.slots, footage, taken });
      const revision = project.revision + 1;
      await scope.update(piecesProjects, same, { state: 'ready', error: null, slots, revision, updatedAt });
    }
    changed.push(project.id);
  }
  if (changed.length > 0) await ctx.events.publish(tx, projectsChanged, { accountId, data: { ids: changed } });
}

function entryOf<V>(map: ReadonlyMap<string, V>, key: string): [string, V][] {
  const value = map.get(key);
  return value === undefined ? [] : [[key, value]];
}
