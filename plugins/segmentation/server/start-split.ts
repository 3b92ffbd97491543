import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { FEATURES } from '#core/contract/tiers.ts';
import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import { serverSettings } from '#core/server/services/settings/server-settings.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

import type { startSplit as call } from '../calls.ts';
import { MOST_SHOTS, SPLIT_TOOL } from '../limits.ts';
import { settings } from '../settings.ts';
import type { SplitSettings } from './split-settings.ts';

/**
 * Starts a run that exports shots, and marks its videos as being split.
 * @throws expected `segmentation:locked` (403), `segmentation:too-many-shots` and `segmentation:video-missing` (422),
 *   `segmentation:library-missing` (503), `core:space-full` (413)
 */
export async function startSplit(
  ctx: ServerContext,
  { accountId, features }: Pick<Caller, 'accountId' | 'features'>,
  { name, videos, rule, folder, agreed }: z.output<typeof call.body>,
  language: MessageLanguage,
): Promise<ToolRun> {
  const library = ctx.use(LIBRARY) ?? fail('segmentation:library-missing', {}, { kind: 'unavailable' });
  const { freeVideos } = await serverSettings(ctx, settings).operator();
  if (videos.length > freeVideos && !features.includes(FEATURES.segmentation)) {
    fail('segmentation:locked', { most: freeVideos }, { kind: 'forbidden' });
  }
  const own = Object.fromEntries(videos.flatMap(({ id, shots }) => (shots === undefined ? [] : [[id, shots]])));
  const named = Object.values(own).reduce((sum, shots) => sum + shots.length, 0);
  if (named > MOST_SHOTS) fail('segmentation:too-many-shots', { count: named, most: MOST_SHOTS }, { kind: 'invalid' });
  await ctx.files.assertSpace(accountId, 1);
  const wanted = [...new Set(videos.map(({ id }) => id))];
  const id = await ctx.db.transaction(async (tx) => {
    const folderId =
      folder === null || typeof folder === 'string' ? folder : await library.folder(tx, accountId, folder.name);
    const given: SplitSettings = { rule, folderId, own };
    const begun = await ctx.toolRuns.begin(tx, accountId, {
      ...{ tool: SPLIT_TOOL, name, settings: given, inputs: wanted, agreed },
    });
    if (begun.inputs.length < wanted.length) fail('segmentation:video-missing', {}, { kind: 'invalid' });
    await library.setSplit(tx, accountId, begun.inputs, 'splitting');
    return begun.id;
  });
  return ctx.toolRuns.read(accountId, id, language);
}
