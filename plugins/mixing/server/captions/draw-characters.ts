import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CaptionStyle } from '#plugins/mixing/captions.ts';

import { assDocument } from './ass-document.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

/**
 * Draws characters once, in about 0.1 CPU seconds. libass alone knows the fonts that it falls back to.
 * @returns its log, which says which fonts it took and which characters none has
 */
export async function drawCharacters(
  runner: MediaRunner,
  style: CaptionStyle,
  characters: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelport-glyphs-'));
  try {
    const track = { style, events: [{ start: 0, end: 1, text: characters.join(' ') }] };
    await writeFile(join(folder, 'texts.ass'), assDocument([track], 320, 180));
    const { log } = await runner.ffmpeg({
      ...{ cwd: folder, signal, keepInfo: true },
      args: [
        ...['-f', 'lavfi', '-i', 'color=s=320x180:r=1:d=1'],
        ...['-vf', 'ass=texts.ass', '-frames:v', '1', '-f', 'null', '-'],
      ],
    });
    return log;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
