import { inArray } from 'drizzle-orm';
import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { MIX_PROJECTS } from '#plugins/mixing/server/api.ts';
import type { startExport as call } from '#plugins/pieces/calls.ts';
import { EXPORT_TOOL, MOST_SLOTS } from '#plugins/pieces/limits.ts';

import { neededLibrary } from '../source-of.ts';
import { piecesProjects } from '../tables.ts';
import type { ExportItem, ExportSettings } from './export-settings.ts';

/**
 * Starts a run that exports the pieces of projects as they are now.
 * @throws expected `pieces:project-missing` (404), `pieces:nothing-to-export` and `pieces:too-many-groups` (422),
 *   `pieces:video-missing` (422), `pieces:library-missing` and `pieces:mixing-missing` (503), `core:space-full` (413)
 */
export async function startExport(
  ctx: ServerContext,
  accountId: string,
  { projects, into, folder, agreed }: z.output<typeof call.body>,
  language: MessageLanguage,
): Promise<ToolRun> {
  const library = neededLibrary(ctx);
  if (into === 'mix' && ctx.use(MIX_PROJECTS) === undefined) fail('pieces:mixing-missing', {}, { kind: 'unavailable' });
  await ctx.files.assertSpace(accountId, 1);
  const id = await ctx.db.transaction(async (tx) => {
    const ids = [...new Set(projects)];
    const found = await tx.scope(accountId).select(piecesProjects, { where: inArray(piecesProjects.id, ids) });
    const rows = ids.map(
      (wanted) => found.find((row) => row.id === wanted) ?? fail('pieces:project-missing', {}, { kind: 'not-found' }),
    );
    const pieces = rows.flatMap(itemsOf);
    if (pieces.length === 0) fail('pieces:nothing-to-export', {}, { kind: 'invalid' });
    const slots = slotsOf(rows);
    if (into === 'mix' && slots.length > MOST_SLOTS) {
      fail('pieces:too-many-groups', { count: slots.length, most: MOST_SLOTS }, { kind: 'invalid' });
    }
    const folderId =
      folder === null || typeof folder === 'string' ? folder : await library.folder(tx, accountId, folder.name);
    const name = rows[0]?.name ?? '';
    const settings: ExportSettings = { into, folderId, name, slots, pieces };
    const inputs = [...new Set(pieces.map(({ material }) => material))];
    const begun = await ctx.toolRuns.begin(tx, accountId, { tool: EXPORT_TOOL, name, settings, inputs, agreed });
    if (begun.inputs.length < inputs.length) fail('pieces:video-missing', {}, { kind: 'invalid' });
    return begun.id;
  });
  return ctx.toolRuns.read(accountId, id, language);
}

function itemsOf({ name, slots }: typeof piecesProjects.$inferSelect): ExportItem[] {
  return slots.flatMap(({ slot, piece }, at) => {
    if (piece === null) return [];
    const title = [name, String(at + 1).padStart(2, '0'), slot.name].filter((part) => part !== '').join(' ');
    return [{ ...piece, slot: slot.id, slotName: slot.name, name: title.slice(0, 120) }];
  });
}

/** The slots of all projects that have a piece, in playing order; those of one template are the same. */
function slotsOf(rows: ReadonlyArray<typeof piecesProjects.$inferSelect>): ExportSettings['slots'] {
  const slots = new Map<string, ExportSettings['slots'][number]>();
  for (const { slot, piece } of rows.flatMap((row) => row.slots)) {
    if (piece !== null && !slots.has(slot.id)) {
      slots.set(slot.id, { id: slot.id, name: slot.name, transition: slot.transition });
    }
  }
  return [...slots.values()];
}
