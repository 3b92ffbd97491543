import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';
import { coreToolItems, coreToolRuns } from '#core/server/services/tool-runs/tables.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

/** A video that is cut: of the library, or made by a run. */
export interface KnownClip {
  name: string;
  /** Null where nobody has measured it. */
  seconds: number | null;
  /** Bytes. */
  size: number;
}

/**
 * Videos of an account by the ids of their files; what is no video, or not there, is left out. How long those are that
 * runs have made says {@link measuredClips}.
 */
export async function knownClips(
  ctx: ServerContext,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownClip>> {
  const library = await ctx.use(LIBRARY)?.find(accountId, ids);
  const others = ids.filter((id) => library?.has(id) !== true);
  const files =
    others.length === 0
      ? []
      : await ctx.db.scope(accountId).select(coreFiles, { where: inArray(coreFiles.id, others) });
  const made = new Map(files.map((file) => [file.id, file]));
  return new Map(
    ids.flatMap((id): [string, KnownClip][] => {
      const material = library?.get(id);
      if (material !== undefined) return material.kind === 'video' ? [[id, material]] : [];
      const file = made.get(id);
      return file?.type.startsWith('video/') === true
        ? [[id, { name: file.name, size: file.size, seconds: null }]]
        : [];
    }),
  );
}

/** The same, with how long those are that runs have made, as their tools say. */
export async function measuredClips(
  ctx: ServerContext,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownClip>> {
  const clips = await knownClips(ctx, accountId, ids);
  const unknown = [...clips].flatMap(([id, { seconds }]) => (seconds === null ? id : []));
  const lengths = unknown.length === 0 ? new Map<string, number>() : await madeLengths(ctx, accountId, unknown);
  return new Map([...clips].map(([id, clip]) => [id, { ...clip, seconds: clip.seconds ?? lengths.get(id) ?? null }]));
}

async function madeLengths(
  { db }: ServerContext,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { files, seconds } = coreToolItems;
  const id = sql<string>`made.file ->> 'id'`;
  const rows = await db.orm
    .select({ id, seconds })
    .from(coreToolRuns)
    // Items are found by their runs: runs have an index by account.
    .innerJoin(coreToolItems, eq(coreToolItems.runId, coreToolRuns.id))
    .innerJoin(sql`lateral jsonb_array_elements(${files}) as made(file)`, sql`true`)
    .where(and(eq(coreToolRuns.accountId, accountId), isNotNull(seconds), inArray(id, [...ids])));
  return new Map(rows.flatMap((row) => (row.seconds === null ? [] : [[row.id, row.seconds]])));
}
