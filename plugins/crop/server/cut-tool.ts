import { copyFile, constants, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { CUT_FILES } from '#core/server/services/media/cut/exact-cut.ts';
import type { CutFacts } from '#core/server/services/media/cut/cut-facts.ts';
import { defineTool, type ItemOf, type Outcome, type ToolWork } from '#core/server/services/tool-runs/tool.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

import { CUT_TOOL, cutOf, cutSettingsSchema, MOST_CLIPS, type CutSettings } from '../cut-settings.ts';
import { CUT } from './cut-operation.ts';

/** Pixels across of the picture that stands for a cut. */
const POSTER_WIDTH = 480;

/** The tool that trims and crops clips: one video for each. */
export const cutTool = (ctx: ServerContext) =>
  defineTool<CutSettings, { material: string }>({
    name: CUT_TOOL,
    settings: cutSettingsSchema,
    inputs: { kinds: ['video'], most: MOST_CLIPS },
    async plan({ inputs, settings, accountId }) {
      const library = ctx.use(LIBRARY) ?? fail('crop:library-missing', {}, { kind: 'unavailable' });
      const known = await library.find(accountId, inputs);
      return inputs.map((material) => {
        const { name = 'clip', seconds = null, size } = known.get(material) ?? {};
        const { from, to } = cutOf(settings, material);
        const lasts = Math.max(0, Math.min(to ?? Infinity, seconds ?? 30) - from);
        return {
          name: name.replace(/\.[A-Za-z0-9]{2,4}$/, ''),
          sources: [material],
          params: { material },
          cost: 1 + lasts,
          ...(size === undefined || !seconds ? {} : { bytes: Math.round((size * lasts) / seconds) }),
        };
      });
    },
    make: (item, work) => makeCut(ctx, item, work),
  });

/** @throws expected `crop:clip-missing`, and what the operation refuses */
async function makeCut(
  ctx: ServerContext,
  { run, params: { material } }: ItemOf<CutSettings, { material: string }>,
  { folder, signal, progress }: ToolWork,
): Promise<Outcome> {
  const found = (await ctx.use(LIBRARY)?.find(run.accountId, [material]))?.get(material);
  if (found === undefined || found.kind !== 'video') return fail('crop:clip-missing', {}, { kind: 'invalid' });
  const file = await ctx.files.get(run.accountId, material);
  const source = {
    hash: file.hash,
    name: found.name,
    read: <T>(use: (path: string) => Promise<T>) => ctx.files.withLocal(file, use),
  };
  const node = ctx.media.node(CUT, cutOf(run.settings, material), { sources: [source] });
  const [path, poster] = [join(folder, 'cut.mp4'), 'poster.jpg'];
  const facts = await ctx.media.graph.make(
    [node],
    async ([made = '']) => {
      await copyFile(join(made, CUT_FILES.video), path, constants.COPYFILE_FICLONE);
      // Our own file: it has the shape that the operation writes, or else the node's key would differ.
      return JSON.parse(await readFile(join(made, CUT_FILES.facts), 'utf8')) as CutFacts;
    },
    { signal, onProgress: (done) => progress(done) },
  );
  await ctx.media.runner.ffmpeg({
    ...{ cwd: folder, signal, brief: true },
    // What a clip begins with is often black.
    args: [
      ...['-ss', String(facts.seconds / 3), '-i', path, '-frames:v', '1'],
      ...['-vf', `scale=${POSTER_WIDTH}:-2`, '-q:v', '3', '-update', '1', poster],
    ],
  });
  return {
    state: 'made',
    files: [{ path, type: 'video/mp4', ending: '.mp4' }],
    poster: join(folder, poster),
    facts: { ...facts },
  };
}
