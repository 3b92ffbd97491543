import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { languageName } from '#core/contract/languages.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';
import type { startExport as call } from '#plugins/translation/calls.ts';
import { EXPORT_TOOL, type ExportSettings } from '#plugins/translation/export-settings.ts';

import { findProject, type Own } from '../project-rows.ts';
import { exportCues } from './export-cues.ts';

/**
 * Starts a run that makes videos with the subtitles of some languages.
 * @throws expected `translation:missing` (404), `translation:export.no-video`, `.preparing` and `.no-lines` (422),
 *   `translation:export.library-missing` (503), `core:space-full` (413)
 */
export async function startExport(
  ctx: ServerContext,
  own: Own,
  { languages, folder, agreed, ...options }: z.output<typeof call.body>,
  language: MessageLanguage,
): Promise<ToolRun> {
  const { accountId, id: project } = own;
  const library = ctx.use(LIBRARY) ?? fail('translation:export.library-missing', {}, { kind: 'unavailable' });
  const { name, materialId } = await findProject(ctx.db, own);
  const video = materialId === null ? undefined : (await library.find(accountId, [materialId])).get(materialId);
  if (video?.kind !== 'video' || video.trashed) return fail('translation:export.no-video', {}, { kind: 'invalid' });
  if (video.state !== 'ready') fail('translation:export.preparing', {}, { kind: 'invalid' });
  // Says at once what has no lines, rather than in every video.
  for (const tag of [...languages, ...(options.second === null ? [] : [options.second])]) {
    await exportCues(ctx, { ...own, language: tag });
  }
  await ctx.files.assertSpace(accountId, 1);
  const folders = Object.fromEntries(languages.map((tag) => [tag, languageName(tag, language)]));
  const id = await ctx.db.transaction(async (tx) => {
    const folderId =
      folder === null || typeof folder === 'string' ? folder : await library.folder(tx, accountId, folder.name);
    const settings: ExportSettings = { ...options, project, languages, folderId, folders };
    const begun = await ctx.toolRuns.begin(tx, accountId, {
      ...{ tool: EXPORT_TOOL, name, settings, inputs: [video.id], agreed },
    });
    if (begun.inputs.length === 0) fail('translation:export.no-video', {}, { kind: 'invalid' });
    return begun.id;
  });
  return await ctx.toolRuns.read(accountId, id, language);
}
