import { fail } from '#core/contract/errors.ts';
import { extentOf } from '#core/contract/price.ts';
import { UNCHANGED as WHOLE } from '#core/contract/reframe.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { makeCut } from '#core/server/services/media/cut/cut-node.ts';
import { defineTool, type MadeItem, type RunOf } from '#core/server/services/tool-runs/tool.ts';
import { MIX_PROJECTS } from '#plugins/mixing/server/api.ts';
import { pieceFactsSchema } from '#plugins/pieces/facts.ts';
import { EXPORT_TOOL, MOST_VIDEOS } from '#plugins/pieces/limits.ts';

import { neededLibrary, sourceOf } from '../source-of.ts';
import { exportItemSchema, exportSettingsSchema, type ExportItem, type ExportSettings } from './export-settings.ts';

/** Days that the files of a run are kept; what is in the library stays. */
const KEEP_DAYS = 30;

/** The tool that exports pieces as videos of their own, exact to the frame, puts them into the library, and groups them. */
export const exportTool = (ctx: ServerContext) =>
  defineTool<ExportSettings, ExportItem>({
    name: EXPORT_TOOL,
    settings: exportSettingsSchema,
    params: exportItemSchema,
    inputs: { kinds: ['video'], most: MOST_VIDEOS },
    keepDays: KEEP_DAYS,
    isOwn: true,
    extent: async ({ settings }) => extentOf(settings.pieces.map(({ from, to }) => to - from)),
    nothing: 'pieces:nothing-exported',
    async plan({ accountId, settings, round }) {
      if (round > 0) return [];
      const materials = [...new Set(settings.pieces.map(({ material }) => material))];
      const known = await neededLibrary(ctx).find(accountId, materials);
      return settings.pieces.map((piece) => {
        const [seconds, video] = [piece.to - piece.from, known.get(piece.material)];
        return {
          ...{ name: piece.name, sources: [piece.material], params: piece, cost: 1 + seconds },
          ...(video?.seconds ? { bytes: Math.round((video.size * seconds) / video.seconds) } : {}),
        };
      });
    },
    async make({ run, params: { material, from, to, slotName } }, work) {
      const source = await sourceOf(ctx, run.accountId, material);
      const { video, poster, facts } = await makeCut(ctx.media, source, { from, to, reframe: WHOLE }, work);
      const files = [{ path: video, type: 'video/mp4', ending: '.mp4' }];
      return { state: 'made', files, poster, facts: { ...facts, slot: slotName }, seconds: facts.seconds };
    },
    async finish(run, _, made) {
      const { id, accountId, settings } = run;
      // What was kept is in the order of the run's outputs.
      const outputs = await ctx.toolRuns.outputs(accountId, id);
      const materials = await neededLibrary(ctx).keep(accountId, { runId: id, folderId: settings.folderId });
      const kept = new Map(outputs.flatMap(({ itemId }, at) => entry(itemId, materials[at])));
      const mixProject = settings.into === 'mix' ? await makeMixProject(ctx, run, made, kept) : null;
      return { folderId: settings.folderId, kept: materials.length, mixProject };
    },
  });

const entry = (item: string, material: string | undefined): [string, string][] =>
  material === undefined ? [] : [[item, material]];

/** Makes a mix project in which each slot is a shot group of its pieces. */
async function makeMixProject(
  ctx: ServerContext,
  { id, accountId, settings }: RunOf<ExportSettings>,
  made: readonly MadeItem<ExportItem>[],
  kept: ReadonlyMap<string, string>,
): Promise<string> {
  const mixing = ctx.use(MIX_PROJECTS) ?? fail('pieces:mixing-missing', {}, { kind: 'unavailable' });
  const groups = settings.slots.map(({ id: slot, name, transition }) => ({
    ...{ name, transition },
    clips: made.flatMap(({ id: item, params, facts }) => {
      const [material, seconds] = [kept.get(item), pieceFactsSchema.safeParse(facts).data?.seconds];
      return params.slot === slot && material !== undefined && seconds !== undefined ? [{ material, seconds }] : [];
    }),
  }));
  // By the id of the run, so that a run that is worked for twice makes one.
  return mixing.create(accountId, { id, name: settings.name, groups: groups.filter(({ clips }) => clips.length > 0) });
}
