import { eq, inArray } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { createProjects as call, ProjectRow } from '#plugins/pieces/calls.ts';
import { projectsChanged } from '#plugins/pieces/events.ts';
import { LONGEST_NAME, MOST_PROJECTS } from '#plugins/pieces/limits.ts';

import { wantMeasured } from '../measures/want-measured.ts';
import { neededLibrary } from '../source-of.ts';
import { piecesProjects, piecesTemplates } from '../tables.ts';
import { chooseWaiting } from './choose-waiting.ts';
import { presentProject } from './present-project.ts';
import { lockPieces } from './taken-pieces.ts';

/**
 * Makes projects of videos and a template. Their pieces are chosen at once where the videos are measured already.
 * @throws expected `pieces:template-missing` (404), `pieces:video-missing` and `pieces:too-many-projects` (422),
 *   `pieces:library-missing` (503)
 */
export async function createProjects(
  ctx: ServerContext,
  accountId: string,
  { name, template, materials, each, count }: z.output<typeof call.body>,
  language: MessageLanguage,
): Promise<{ items: ProjectRow[] }> {
  const known = await neededLibrary(ctx).find(accountId, materials);
  const videos = [...new Set(materials)].map((id) => {
    const video = known.get(id);
    const isUsable = video?.kind === 'video' && video.state === 'ready' && !video.trashed;
    return isUsable ? { id, name: titleOf(video.name) } : fail('pieces:video-missing', {}, { kind: 'invalid' });
  });
  const sets = each === 'video' ? videos.map((video) => [video]) : [videos];
  if (sets.length * count > MOST_PROJECTS) {
    fail('pieces:too-many-projects', { count: sets.length * count, most: MOST_PROJECTS }, { kind: 'invalid' });
  }
  return ctx.db.transaction(async (tx) => {
    await lockPieces(tx, accountId);
    const scope = tx.scope(accountId);
    const row = await scope.find(piecesTemplates, eq(piecesTemplates.id, template));
    if (row === undefined) return fail('pieces:template-missing', {}, { kind: 'not-found' });
    const hasText = row.slots.some(({ wishes }) => wishes.text !== null);
    await wantMeasured(ctx, tx, accountId, { ids: videos.map(({ id }) => id), hasText });
    const now = ctx.clock.now();
    const rows = sets.flatMap((set) =>
      Array.from({ length: count }, (_, at) => ({
        id: uuid(),
        name: nameOf([name, sets.length > 1 ? (set[0]?.name ?? '') : '', count > 1 ? String(at + 1) : '']),
        state: 'waiting' as const,
        materials: set.map(({ id }) => id),
        slots: row.slots.map((slot) => ({ slot, piece: null, isLocked: false })),
        ...{ createdAt: now, updatedAt: now },
      })),
    );
    const ids = rows.map(({ id }) => id);
    await scope.insert(piecesProjects, rows);
    await ctx.events.publish(tx, projectsChanged, { accountId, data: { ids } });
    await chooseWaiting(ctx, tx, accountId);
    const made = new Map(
      (await scope.select(piecesProjects, { where: inArray(piecesProjects.id, ids) })).map((made) => [made.id, made]),
    );
    return { items: ids.flatMap((id) => made.get(id) ?? []).map((made) => presentProject(made, language)) };
  });
}

const titleOf = (name: string): string => name.replace(/\.[A-Za-z0-9]{2,4}$/, '');

/** A name of parts, of which the last one, its number, is never cut off. */
function nameOf(parts: readonly string[]): string {
  const number = parts.at(-1) ?? '';
  const stem = [
    ...parts
      .slice(0, -1)
      .filter((part) => part !== '')
      .join(' · '),
  ];
  return [stem.slice(0, LONGEST_NAME - number.length - 1).join(''), number].filter((part) => part !== '').join(' ');
}
