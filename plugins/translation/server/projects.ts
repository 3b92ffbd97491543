import { and, asc, desc, eq, ilike, inArray, lt, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { TEXTS } from '#plugins/copywriting/server/api.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

import type * as calls from '../calls.ts';
import type { Project, Target } from '../calls.ts';
import { TRANSLATION_LIMITS } from '../limits.ts';
import { findProject, tell, type Own } from './project-rows.ts';
import { putLines, takeOverText } from './source-lines.ts';
import { recallInto } from './recall.ts';
import { translationProjects, translationTargets, type ProjectRow } from './tables.ts';

/**
 * Begins to translate a text.
 * @throws expected `translation:no-text` and `translation:same-language` and `translation:most` (422)
 */
export async function createProject(
  ctx: ServerContext,
  accountId: string,
  body: z.output<typeof calls.createProject.body>,
  language: MessageLanguage,
): Promise<Project> {
  return await readProject(ctx, { accountId, id: await beginProject(ctx, accountId, body) }, language);
}

/**
 * The same, without reading it.
 * @param step where it is one of a batch: called in the transaction that begins it
 * @returns its id
 */
export async function beginProject(
  ctx: ServerContext,
  accountId: string,
  { textId, targets, ...given }: z.output<typeof calls.createProject.body>,
  step?: (tx: Tx, id: string) => Promise<void>,
): Promise<string> {
  const text = await ctx.use(TEXTS)?.find(accountId, textId);
  if (text === undefined || text.cues.length === 0) return fail('translation:no-text', {}, { kind: 'invalid' });
  if (targets.includes(given.from)) fail('translation:same-language', {}, { kind: 'invalid' });
  const id = uuid();
  await ctx.db.transaction(async (tx) => {
    await ctx.accounts.find(tx, accountId, { lock: true });
    const scope = tx.scope(accountId);
    if ((await scope.count(translationProjects)) >= TRANSLATION_LIMITS.projects) {
      fail('translation:most', { most: TRANSLATION_LIMITS.projects }, { kind: 'invalid' });
    }
    const now = ctx.clock.now();
    await scope.insert(translationProjects, {
      ...{ ...given, id, textId, textRevision: text.revision, materialId: text.materialId, seconds: text.seconds },
      ...{ createdAt: now, updatedAt: now },
    });
    await putLines(tx, { accountId, id }, text.cues);
    await addTargets(tx, { accountId, id }, targets, 0);
    for (const to of targets) await recallInto(ctx, tx, { accountId, id, from: given.from, to });
    await tell(ctx, tx, { accountId, id });
    await step?.(tx, id);
  });
  return id;
}

async function addTargets(tx: Tx, { accountId, id }: Own, languages: readonly string[], first: number): Promise<void> {
  const rows = languages.map((language, at) => ({
    ...{ projectId: id, language, position: first + at, state: 'idle' as const, error: null },
  }));
  await tx.scope(accountId).insert(translationTargets, rows);
}

/** @throws expected `translation:missing` (404), `translation:same-language` (422) */
export async function changeProject(
  ctx: ServerContext,
  own: Own,
  changes: z.output<typeof calls.changeProject.body>,
  language: MessageLanguage,
): Promise<Project> {
  await applyChanges(ctx, own, changes);
  return await readProject(ctx, own, language);
}

/** The same, without reading it. @param step as for {@link beginProject} */
export async function applyChanges(
  ctx: ServerContext,
  own: Own,
  { add = [], ...changes }: z.output<typeof calls.changeProject.body>,
  step?: (tx: Tx, id: string) => Promise<void>,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { from } = await findProject(tx, own);
    const scope = tx.scope(own.accountId);
    const values = { ...changes, updatedAt: ctx.clock.now() };
    // Two that add languages at once wait for each other here.
    await scope.update(translationProjects, eq(translationProjects.id, own.id), values);
    const known = await scope.select(translationTargets, { where: eq(translationTargets.projectId, own.id) });
    const fresh = [...new Set(add)].filter((tag) => !known.some((target) => target.language === tag));
    if (fresh.includes(from)) fail('translation:same-language', {}, { kind: 'invalid' });
    if (fresh.length > 0) await addTargets(tx, own, fresh, known.length);
    for (const to of fresh) await recallInto(ctx, tx, { ...own, from, to });
    await tell(ctx, tx, own);
    await step?.(tx, own.id);
  });
}

/** @returns how many there were */
export async function removeProjects(ctx: ServerContext, accountId: string, ids: readonly string[]): Promise<number> {
  return await ctx.db.transaction(async (tx) => {
    const gone = await tx.scope(accountId).delete(translationProjects, inArray(translationProjects.id, [...ids]));
    for (const { id } of gone) await tell(ctx, tx, { accountId, id });
    return gone.length;
  });
}

/** Reads a project, whose lines follow its text. @throws expected `translation:missing` (404) */
export async function readProject(ctx: ServerContext, own: Own, language: MessageLanguage): Promise<Project> {
  const row = await findProject(ctx.db, own);
  await takeOverText(ctx, row);
  const [project] = await present(ctx, own.accountId, [row], language);
  return project ?? fail('translation:missing', {}, { kind: 'not-found' });
}

/** The newest first; the cursor is the last one's id. */
export async function listProjects(
  ctx: ServerContext,
  accountId: string,
  { q = '', cursor, limit }: z.output<typeof calls.listProjects.query>,
  language: MessageLanguage,
) {
  const { id, name } = translationProjects;
  const words = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const narrowing = [eq(translationProjects.accountId, accountId), ...(q === '' ? [] : [ilike(name, words)])];
  if (cursor !== undefined && !/^[0-9a-f-]{36}$/.test(cursor)) fail('core:http.cursor', {}, { kind: 'invalid' });
  const rows = await ctx.db.orm
    .select()
    .from(translationProjects)
    .where(and(...narrowing, cursor === undefined ? undefined : lt(id, cursor)))
    .orderBy(desc(id))
    .limit(limit + 1);
  const total = await ctx.db.orm.$count(translationProjects, and(...narrowing));
  const shown = rows.slice(0, limit);
  return {
    items: await present(ctx, accountId, shown, language),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    total,
  };
}

async function present(
  ctx: ServerContext,
  accountId: string,
  rows: readonly ProjectRow[],
  language: MessageLanguage,
): Promise<Project[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const materials = rows.flatMap(({ materialId }) => materialId ?? []);
  const [targets, progress, known] = [
    await ctx.db.scope(accountId).select(translationTargets, {
      where: inArray(translationTargets.projectId, ids),
      orderBy: asc(translationTargets.position),
    }),
    await progressOf(ctx.db, ids),
    await ctx.use(LIBRARY)?.find(accountId, materials),
  ];
  return rows.map((row) => {
    const { lines, counts } = progress.get(row.id) ?? { lines: 0, counts: new Map<string, Counts>() };
    const own = targets
      .filter(({ projectId }) => projectId === row.id)
      .map((target): Target => ({
        ...{ language: target.language, state: target.state, ...(counts.get(target.language) ?? NOTHING) },
        error: target.error === null ? null : translate(language, target.error.code, target.error.params),
      }));
    const { id, name, from, tone, about, terms, product, textId, seconds } = row;
    const video = row.materialId === null ? undefined : known?.get(row.materialId);
    return {
      ...{ id, name, from, tone, about, terms, product, textId, seconds, lines },
      ...{ targets: own, state: stateOf(own, lines) },
      ...{ materialId: video?.id ?? null, split: video?.split ?? null, published: video?.publishCount ?? 0 },
      ...{ createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() },
    };
  });
}

interface Counts {
  drafted: number;
  done: number;
  changed: number;
}
const NOTHING: Counts = { drafted: 0, done: 0, changed: 0 };

function stateOf(targets: readonly Target[], lines: number): Project['state'] {
  if (targets.some(({ state }) => state === 'working')) return 'working';
  if (targets.length > 0 && targets.every(({ done, changed }) => done === lines && changed === 0)) return 'done';
  return targets.every(({ drafted }) => drafted === 0) ? 'open' : 'review';
}

/** How many lines projects have, and how many of them are translated, by language. */
async function progressOf(tx: Tx, ids: readonly string[]) {
  const list = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  const { rows } = await tx.orm.execute<{
    project_id: string;
    language: string | null;
    lines: number;
    drafted: number;
    done: number;
    changed: number;
  }>(sql`
    select line.project_id, word.language, count(distinct line.cue)::int as lines,
      count(*) filter (where word.state <> 'open')::int as drafted,
      count(*) filter (where word.state = 'done')::int as done,
      count(*) filter (where word.state <> 'open' and word.source <> line.text)::int as changed
    from translation_lines line
    left join translation_texts word on word.project_id = line.project_id and word.cue = line.cue
    where line.project_id in (${list})
    group by grouping sets ((line.project_id, word.language), (line.project_id))
  `);
  const found = new Map<string, { lines: number; counts: Map<string, Counts> }>();
  for (const row of rows) {
    const own = found.get(row.project_id) ?? { lines: 0, counts: new Map<string, Counts>() };
    own.lines = Math.max(own.lines, row.lines);
    if (row.language !== null) {
      own.counts.set(row.language, { drafted: row.drafted, done: row.done, changed: row.changed });
    }
    found.set(row.project_id, own);
  }
  return found;
}
