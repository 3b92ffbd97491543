import { eq, inArray } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { ProjectRow } from '#plugins/pieces/calls.ts';
import { isSameTime, overlaps, type FilledSlot } from '#plugins/pieces/choose-pieces.ts';
import { projectsChanged } from '#plugins/pieces/events.ts';
import { piecesOf, usesTwice } from '#plugins/pieces/project.ts';

import { piecesProjects, piecesVideos } from '../tables.ts';
import { presentProject } from './present-project.ts';
import { lockPieces, takenPieces } from './taken-pieces.ts';

/**
 * Keeps the name and the pieces of a project.
 * @throws expected `pieces:project-missing` (404), `pieces:edited-elsewhere`, `pieces:not-ready`, `pieces:used-twice` and
 *   `pieces:taken-elsewhere` (409), `pieces:outside` (422)
 */
export async function saveProject(
  ctx: ServerContext,
  accountId: string,
  { id, name, slots, revision }: { id: string; name: string; slots: FilledSlot[]; revision: number },
  language: MessageLanguage,
): Promise<ProjectRow> {
  return ctx.db.transaction(async (tx) => {
    await lockPieces(tx, accountId);
    const scope = tx.scope(accountId);
    const same = eq(piecesProjects.id, id);
    const before = await scope.find(piecesProjects, same);
    if (before === undefined) return fail('pieces:project-missing', {}, { kind: 'not-found' });
    if (before.revision !== revision) return fail('pieces:edited-elsewhere', {}, { kind: 'conflict' });
    if (before.state !== 'ready') return fail('pieces:not-ready', {}, { kind: 'conflict' });
    const { materials } = before;
    const pieces = piecesOf(slots);
    if (usesTwice(pieces)) return fail('pieces:used-twice', {}, { kind: 'conflict' });
    const videos = await scope.select(piecesVideos, { where: inArray(piecesVideos.id, materials) });
    const ends = new Map(videos.map((video) => [video.id, video.footage?.shots.seconds ?? 0]));
    const isOutside = ({ material, to }: { material: string; to: number }): boolean => {
      const end = materials.includes(material) ? (ends.get(material) ?? 0) : 0;
      return to > end && !isSameTime(to, end);
    };
    if (pieces.some(isOutside)) return fail('pieces:outside', {}, { kind: 'invalid' });
    const taken = await takenPieces(tx, accountId, { materials, but: [id] });
    if (pieces.some((piece) => taken.some((other) => overlaps(piece, other)))) {
      return fail('pieces:taken-elsewhere', {}, { kind: 'conflict' });
    }
    const values = { name, slots, revision: revision + 1, updatedAt: ctx.clock.now() };
    const [saved = before] = await scope.update(piecesProjects, same, values);
    await ctx.events.publish(tx, projectsChanged, { accountId, data: { ids: [id] } });
    return presentProject(saved, language);
  });
}
