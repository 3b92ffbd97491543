import { fail } from '#core/contract/errors.ts';
import { extentOf } from '#core/contract/price.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { makeCut } from '#core/server/services/media/cut/cut-node.ts';
import { defineTool, type ItemOf, type Outcome, type ToolWork } from '#core/server/services/tool-runs/tool.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

import { CUT_TOOL, cutOf, cutSettingsSchema, MOST_CLIPS, type CutSettings } from '../cut-settings.ts';
import { fitClip } from './fit-clip.ts';
import { knownClips, measuredClips } from './known-clip.ts';

/** The tool that trims and crops clips: one video for each. */
export const cutTool = (ctx: ServerContext) =>
  defineTool<CutSettings, { material: string }>({
    name: CUT_TOOL,
    settings: cutSettingsSchema,
    inputs: { kinds: ['video'], most: MOST_CLIPS },
    async extent({ accountId, settings, inputs }) {
      const known = await measuredClips(ctx, accountId, inputs);
      const lengths = inputs.map((id) => {
        const { from, to } = cutOf(settings, id);
        return lastsOf({ from, to }, known.get(id)?.seconds ?? Infinity, settings);
      });
      return extentOf(lengths);
    },
    async plan({ inputs, settings, accountId }) {
      if (ctx.use(LIBRARY) === undefined) fail('crop:library-missing', {}, { kind: 'unavailable' });
      const known = await measuredClips(ctx, accountId, inputs);
      return inputs.map((material) => {
        const { name = 'clip', seconds = null, size } = known.get(material) ?? {};
        const { from, to } = cutOf(settings, material);
        const lasts = lastsOf({ from, to }, seconds ?? 30, settings);
        return {
          name: name.replace(/\.[A-Za-z0-9]{2,4}$/, ''),
          sources: [material],
          params: { material },
          cost: 1 + lasts,
          ...(size === undefined || !seconds ? {} : { bytes: Math.round((size * lasts) / seconds) }),
        };
      });
    },
    make: (item, work) => cutClip(ctx, item, work),
  });

/** Seconds of a cut, at most. */
const lastsOf = ({ from, to }: { from: number; to: number | null }, seconds: number, { fit }: CutSettings): number =>
  Math.min(fit?.seconds ?? Infinity, Math.max(0, Math.min(to ?? Infinity, seconds) - from));

/** @throws expected `crop:clip-missing`, and what the operation and {@link fitClip} refuse */
async function cutClip(
  ctx: ServerContext,
  { run, params: { material } }: ItemOf<CutSettings, { material: string }>,
  work: ToolWork,
): Promise<Outcome> {
  const found = (await knownClips(ctx, run.accountId, [material])).get(material);
  if (found === undefined) return fail('crop:clip-missing', {}, { kind: 'invalid' });
  const file = await ctx.files.get(run.accountId, material);
  const source = {
    hash: file.hash,
    name: found.name,
    read: <T>(use: (path: string) => Promise<T>) => ctx.files.withLocal(file, use),
  };
  const cut = cutOf(run.settings, material);
  const { fit } = run.settings;
  const { video, poster, facts } =
    fit === null
      ? await makeCut(ctx.media, source, cut, work)
      : await fitClip(ctx.media, source, { ...cut, fit }, work);
  return {
    state: 'made',
    files: [{ path: video, type: 'video/mp4', ending: '.mp4' }],
    poster,
    facts: { ...facts },
    seconds: facts.seconds,
  };
}
