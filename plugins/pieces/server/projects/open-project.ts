import { eq, inArray } from 'drizzle-orm';

import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { openProject as call, MeasuredVideo } from '#plugins/pieces/calls.ts';

import { piecesProjects, piecesVideos } from '../tables.ts';
import { presentProject } from './present-project.ts';
import { takenPieces } from './taken-pieces.ts';

/** Reads a project with all that its pieces are chosen by. @throws expected `pieces:project-missing` (404) */
export async function openProject(
  ctx: ServerContext,
  accountId: string,
  id: string,
  language: MessageLanguage,
): Promise<CallData<typeof call>> {
  const row = await ctx.db.scope(accountId).find(piecesProjects, eq(piecesProjects.id, id));
  if (row === undefined) return fail('pieces:project-missing', {}, { kind: 'not-found' });
  const { materials } = row;
  const rows = await ctx.db.scope(accountId).select(piecesVideos, { where: inArray(piecesVideos.id, materials) });
  const videos = await Promise.all(
    rows.map(async (video): Promise<MeasuredVideo> => {
      const { state, footage, error } = video;
      const [task] =
        state === 'measuring'
          ? await ctx.jobs.list(accountId, { subjectId: video.id, limit: 1, plugin: 'pieces' })
          : [];
      const told = error === null ? null : translate(language, error.code, error.params);
      const progress = state === 'measuring' ? (task?.progress ?? 0) : 1;
      return { id: video.id, state, progress, footage: state === 'measured' ? footage : null, error: told };
    }),
  );
  const taken = await takenPieces({ scope: (account) => ctx.db.scope(account) }, accountId, { materials, but: [id] });
  return { project: presentProject(row, language), videos, taken };
}
