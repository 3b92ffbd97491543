import { and, eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';

import { partAt } from '#plugins/mixing/dubbing.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import type { MixPreview, renderMixPreview as call } from '#plugins/mixing/calls.ts';
import { fileSource } from '../runs/run-materials.ts';
import { mixingPreviews } from '../tables.ts';
import { digestOf, type Planner } from '../threads/planner.ts';
import { RENDER_PREVIEW } from './job-names.ts';
import { presentPreview } from './present-preview.ts';
import type { ShownCombination } from './shown-combination.ts';

/** Milliseconds that checking may take while somebody waits. */
const LIMIT = 10_000;

/** The shorter side of a rendered preview, in pixels. */
const RESOLUTION = 480;

/** Who holds the files of a preview that is being rendered. */
export function previewHolder(id: string): string {
  return `mixing.preview ${id}`;
}

/**
 * Has one combination rendered small; the same one is rendered once.
 * @throws expected `mixing:preview-outdated` (409), `mixing:music-missing` (422)
 */
export async function renderMixPreview(
  ctx: ServerContext,
  planner: Planner,
  accountId: string,
  { document, preview }: z.output<(typeof call)['body']>,
  language: MessageLanguage,
) {
  const { known } = await planner.see(accountId, document, null);
  const timing = await planner.check({ known, preview }, { limit: LIMIT });
  if (!titlesOf(document).includes(preview.title)) fail('mixing:preview-outdated', {}, { kind: 'conflict' });
  if (document.music !== null) {
    await fileSource(ctx, accountId, document.music.material).catch((error: unknown) =>
      fail('mixing:music-missing', {}, { kind: 'invalid', cause: error }),
    );
  }
  const shots = preview.shots.map(({ group, material, window }) => ({ group, material, window }));
  const said = partAt(document.dubbing, preview.position);
  const position = document.dubbing?.dealt === true && said !== null ? { position: said.part } : {};
  const combination: ShownCombination = { shots, title: preview.title, ...position, ...timing };
  const row = await ctx.db.transaction((tx) => request(ctx, tx, accountId, shownOf(document, preview), combination));
  return presentPreview(ctx, row, language);
}

function titlesOf({ titles }: MixProject): (string | null)[] {
  const texts = titles?.texts ?? [];
  return texts.length === 0 ? [null] : texts;
}

/** The project with what this combination shows, and no more: another name or clip changes nothing of it. */
function shownOf(document: MixProject, { shots }: MixPreview): MixProject {
  const materialOf = new Map(shots.map(({ group, material }) => [group, material]));
  return {
    ...document,
    name: '',
    resolution: RESOLUTION,
    groups: document.groups.flatMap((group) => {
      const material = materialOf.get(group.id);
      return material === undefined ? [] : [{ ...group, name: '', materials: [{ material }] }];
    }),
  };
}

type Row = typeof mixingPreviews.$inferSelect;

async function request(
  ctx: ServerContext,
  tx: Tx,
  accountId: string,
  document: MixProject,
  combination: ShownCombination,
): Promise<Row> {
  const scope = tx.scope(accountId);
  const digest = digestOf([document, combination]);
  const createdAt = ctx.clock.now();
  const id = uuid();
  const [added] = await tx.orm
    .insert(mixingPreviews)
    .values({ ...{ id, accountId, digest, document, combination, createdAt }, state: 'working', taskId: id })
    .onConflictDoNothing()
    .returning();
  if (added !== undefined) return start(ctx, tx, added);
  const [row] = await tx.orm
    .select()
    .from(mixingPreviews)
    .where(and(eq(mixingPreviews.accountId, accountId), eq(mixingPreviews.digest, digest)))
    .for('update');
  // It may have been swept in between; then it begins anew.
  if (row === undefined) return request(ctx, tx, accountId, document, combination);
  const values = row.state === 'failed' ? { createdAt, state: 'working' as const, error: null } : { createdAt };
  const [kept = row] = await scope.update(mixingPreviews, eq(mixingPreviews.id, row.id), values);
  return row.state === 'failed' ? start(ctx, tx, kept) : kept;
}

async function start(ctx: ServerContext, tx: Tx, row: Row): Promise<Row> {
  const { id, accountId, combination, document } = row;
  const files = combination.shots.map(({ material }) => material);
  if (document.music !== null) files.push(document.music.material);
  await ctx.files.hold(tx, accountId, files, previewHolder(id));
  const task = await ctx.jobs.enqueue(tx, RENDER_PREVIEW, { accountId, payload: { previewId: id } });
  const [started = row] = await tx
    .scope(accountId)
    .update(mixingPreviews, eq(mixingPreviews.id, id), { taskId: task.id });
  return started;
}
