import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { languageName } from '#core/contract/languages.ts';
import { LIBRARY, type MaterialLibrary } from '#plugins/materials/server/api.ts';
import type { startExport as call } from '#plugins/translation/calls.ts';
import { hasOtherLength, isTogether } from '#plugins/translation/export-options.ts';
import { EXPORT_TOOL, type ExportSettings } from '#plugins/translation/export-settings.ts';

import { finishedDub, type FinishedDub } from '../dubbing/start-dub.ts';
import { findProject, type Own } from '../project-rows.ts';
import { freezeCues, readCues } from './frozen-cues.ts';

/**
 * Starts a run that makes videos with the subtitles of some languages, with the lines as they are now.
 * @throws expected `translation:missing` (404), `translation:export.no-video`, `.preparing` and `.no-lines` (422),
 *   `translation:export.other-length`, `.not-dubbed` (422), `translation:export.library-missing` (503), `core:space-full`
 *   (413)
 */
export async function startExport(
  ctx: ServerContext,
  own: Own,
  body: z.output<typeof call.body>,
  language: MessageLanguage,
): Promise<ToolRun> {
  return await ctx.toolRuns.read(own.accountId, await beginExport(ctx, own, body, language), language);
}

/**
 * The same, without reading the run.
 * @param step where it is one of a batch: called in the transaction that begins it
 * @returns its id
 */
export async function beginExport(
  ctx: ServerContext,
  own: Own,
  { languages, folder, agreed, ...options }: z.output<typeof call.body>,
  language: MessageLanguage,
  step?: (tx: Tx, runId: string) => Promise<void>,
): Promise<string> {
  const { accountId, id: project } = own;
  const library = ctx.use(LIBRARY) ?? fail('translation:export.library-missing', {}, { kind: 'unavailable' });
  const { name, from, materialId } = await findProject(ctx.db, own);
  const original = materialId === null ? undefined : await readyVideo(library, accountId, materialId);
  const video = options.video === null ? original : await readyVideo(library, accountId, options.video);
  if (video === undefined) return fail('translation:export.no-video', {}, { kind: 'invalid' });
  if (hasOtherLength(video, original)) {
    fail('translation:export.other-length', { name: video.name }, { kind: 'invalid' });
  }
  // Says at once what has no lines, rather than in every video.
  const lines = await readCues(ctx, own, [...languages, ...(options.second === null ? [] : [options.second])]);
  const isDubbed = options.sound === 'dub' && !isTogether(options, languages);
  const translated = languages.filter((tag) => tag !== from);
  const found = isDubbed ? await finishedDubs(ctx, own, translated, language) : [];
  const dubs = Object.fromEntries(found.map(([tag, { materialId }]) => [tag, materialId]));
  const slower = Object.fromEntries(found.map(([tag, { stretches }]) => [tag, stretches]));
  await ctx.files.assertSpace(accountId, 1);
  const folders = Object.fromEntries(languages.map((tag) => [tag, languageName(tag, language)]));
  return await ctx.db.transaction(async (tx) => {
    const folderId =
      folder === null || typeof folder === 'string' ? folder : await library.folder(tx, accountId, folder.name);
    const settings: ExportSettings = {
      ...{ ...options, project, languages, material: video.id, dubs, slower, folderId, folders },
      isStep: step !== undefined,
    };
    const begun = await ctx.toolRuns.begin(tx, accountId, {
      ...{ tool: EXPORT_TOOL, name, settings, inputs: [video.id, ...Object.values(dubs)], agreed },
    });
    if (!begun.inputs.includes(video.id)) fail('translation:export.no-video', {}, { kind: 'invalid' });
    await freezeCues(tx, accountId, begun.id, lines);
    await step?.(tx, begun.id);
    return begun.id;
  });
}

/** @throws expected `translation:export.no-video`, `.preparing` (422) */
async function readyVideo(library: MaterialLibrary, accountId: string, id: string) {
  const video = (await library.find(accountId, [id])).get(id);
  if (video?.kind !== 'video' || video.trashed) return fail('translation:export.no-video', {}, { kind: 'invalid' });
  return video.state === 'ready' ? video : fail('translation:export.preparing', {}, { kind: 'invalid' });
}

/** The dubs of languages, each with its language. @throws expected `translation:export.not-dubbed` (422) */
async function finishedDubs(
  ctx: ServerContext,
  own: Own,
  languages: readonly string[],
  language: MessageLanguage,
): Promise<[string, FinishedDub][]> {
  const found = await Promise.all(
    languages.map(async (tag) => [tag, await finishedDub(ctx, { ...own, language: tag })] as const),
  );
  const missing = found.flatMap(([tag, dub]) => (dub === null ? [languageName(tag, language)] : []));
  if (missing.length > 0) {
    const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(missing);
    fail('translation:export.not-dubbed', { languages: names }, { kind: 'invalid' });
  }
  return found.flatMap(([tag, dub]): [string, FinishedDub][] => (dub === null ? [] : [[tag, dub]]));
}
