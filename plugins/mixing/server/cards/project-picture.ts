import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { FileRecord } from '#core/server/services/files/files.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';
import { coreToolItems } from '#core/server/services/tool-runs/tables.ts';

import type { MixCard } from '#plugins/mixing/calls.ts';
import { mixingRuns } from '../tables.ts';

/**
 * What stands for each project: the still picture of its last video, that video where it has none, or the first of
 * its materials that is there.
 * @param projects each with a few of its materials
 */
export async function pictureOf(
  ctx: ServerContext,
  accountId: string,
  projects: readonly { id: string; materials: readonly string[] }[],
): Promise<Map<string, NonNullable<MixCard['picture']>>> {
  if (projects.length === 0) return new Map();
  const videos = await ctx.db.orm
    .selectDistinctOn([mixingRuns.projectId], {
      project: mixingRuns.projectId,
      fileId: sql<string>`${coreToolItems.files} #>> '{0,id}'`,
      posterId: coreToolItems.posterId,
    })
    .from(mixingRuns)
    .innerJoin(coreToolItems, eq(coreToolItems.runId, mixingRuns.id))
    .where(
      and(
        eq(coreToolItems.accountId, accountId),
        eq(coreToolItems.state, 'made'),
        sql`${coreToolItems.files} <> '[]'::jsonb`,
        inArray(
          mixingRuns.projectId,
          projects.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(mixingRuns.projectId, desc(coreToolItems.id));
  const videoOf = new Map(videos.map((video) => [video.project, video]));
  const candidates = projects.map(({ id, materials }) => ({
    id,
    files: [videoOf.get(id)?.posterId, videoOf.get(id)?.fileId, ...materials].filter(
      (file) => z.uuid().safeParse(file).success,
    ) as string[],
  }));

  const wanted = [...new Set(candidates.flatMap(({ files }) => files))];
  const rows =
    wanted.length === 0
      ? []
      : await ctx.db.scope(accountId).select(coreFiles, { where: inArray(coreFiles.id, wanted) });
  const files = new Map<string, FileRecord>(rows.map((row) => [row.id, row]));
  const pictures = await Promise.all(
    candidates.map(async ({ id, files: ids }) => {
      const file = ids
        .map((fileId) => files.get(fileId))
        .find((found) => found !== undefined && kindOf(found) !== null);
      const kind = file === undefined ? null : kindOf(file);
      return file === undefined || kind === null
        ? undefined
        : ([id, { kind, url: await ctx.files.signedUrl(file) }] as const);
    }),
  );
  return new Map(pictures.filter((picture) => picture !== undefined));
}

function kindOf({ type }: FileRecord): 'image' | 'video' | null {
  if (type.startsWith('video/')) return 'video';
  return type.startsWith('image/') ? 'image' : null;
}
