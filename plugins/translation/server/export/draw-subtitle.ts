import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { missingGlyphs } from '#core/server/services/media/fonts/missing-glyphs.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';
import type { drawSubtitle as call } from '#plugins/translation/calls.ts';
import { lookOf } from '#plugins/translation/subtitle-style.ts';

import { findProject, type Own } from '../project-rows.ts';
import { assDocument } from './ass-document.ts';
import { exportCues, withSecond } from './export-cues.ts';
import { fontOf } from './fonts.ts';

/** Pixels along the shorter side of what is drawn. */
const SIDE = 540;

/** What a video without known size is taken for. */
const UPRIGHT = { width: 1080, height: 1920 };

/**
 * Draws a line by the same document and the same libass as in a video, on nothing. It takes about 0.2 s.
 * @throws expected `translation:missing` (404), `translation:export.no-lines` (422)
 */
export async function drawSubtitle(
  ctx: ServerContext,
  own: Own,
  { language, second, cue: wanted, style, at }: z.output<typeof call.body>,
): Promise<z.output<typeof call.data>> {
  const { accountId } = own;
  const { materialId } = await findProject(ctx.db, own);
  const main = await exportCues(ctx, { ...own, language });
  const others = second === null || second === language ? [] : await exportCues(ctx, { ...own, language: second });
  const line = main.find(({ cue }) => cue === wanted);
  const [cue] = line === undefined ? [] : withSecond([line], others);
  if (cue === undefined) return fail('translation:missing', {}, { kind: 'not-found' });
  const { width, height } = await shownSize(ctx, accountId, materialId);
  const share = Math.min(1, SIDE / Math.min(width, height));
  const drawn = { width: even(width * share), height: even(height * share) };
  const looks = { language, second: cue.second === '' ? null : second, style };
  const bold = lookOf(style).bold;
  const missing = await missingGlyphs(ctx.media.runner)([
    { style: { font: fontOf(language).family, bold }, texts: [cue.text] },
    { style: { font: fontOf(second ?? language).family, bold }, texts: [cue.second] },
  ]);
  const shift = (moment: number) => moment - at;
  // Laid out for the video itself, so that lines break where they will.
  const picture = { width, height, matrix: 'bt709', isFullRange: false } as const;
  const document = assDocument([{ cue, from: shift(cue.start), to: 10_000, at: shift }], looks, picture);
  return { picture: await draw(ctx, document, drawn), missing };
}

async function shownSize(ctx: ServerContext, accountId: string, id: string | null) {
  const video = id === null ? undefined : (await ctx.use(LIBRARY)?.find(accountId, [id]))?.get(id);
  const { width, height } = video ?? {};
  return width && height ? { width, height } : UPRIGHT;
}

const even = (value: number): number => 2 * Math.max(1, Math.round(value / 2));

async function draw(
  { media, temporaryFolder }: ServerContext,
  document: string,
  { width, height }: { width: number; height: number },
): Promise<string> {
  const folder = await mkdtemp(join(temporaryFolder, 'subtitle-'));
  try {
    await writeFile(join(folder, 'line.ass'), document);
    await media.runner.ffmpeg({
      ...{ cwd: folder, brief: true },
      args: [
        ...['-y', '-f', 'lavfi', '-i', `color=black@0:s=${width}x${height}:r=1:d=1,format=rgba`],
        ...['-vf', 'ass=filename=line.ass:shaping=complex:alpha=1', '-frames:v', '1', '-update', '1', 'line.png'],
      ],
    });
    return `data:image/png;base64,${(await readFile(join(folder, 'line.png'))).toString('base64')}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
