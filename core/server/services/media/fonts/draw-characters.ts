import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ASS_FIELDS, escapeAss } from '#core/contract/timed-text/ass-text.ts';

import type { MediaRunner } from '../runner.ts';

/** A family of fonts, and which of its faces. */
export interface FontFace {
  font: string;
  bold: boolean;
}

/**
 * Draws characters once, in about 0.1 CPU seconds. libass alone knows the fonts that it falls back to.
 * @returns its log, which says which fonts it took and which characters none has
 */
export async function drawCharacters(
  runner: MediaRunner,
  { font, bold }: FontFace,
  characters: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelport-glyphs-'));
  try {
    const style = `s,${font.replaceAll(',', ' ')},16,&H00FFFFFF,&H00FFFFFF,&H00000000,&H00000000,${bold ? -1 : 0}`;
    await writeFile(
      join(folder, 'texts.ass'),
      [
        ...['[Script Info]', 'ScriptType: v4.00+', 'PlayResX: 320', 'PlayResY: 180', '', '[V4+ Styles]'],
        ...[`Format: ${ASS_FIELDS.style}`, `Style: ${style},0,0,0,100,100,0,0,1,0,0,5,0,0,0,1`, '', '[Events]'],
        `Format: ${ASS_FIELDS.event}`,
        `Dialogue: 0,0:00:00.00,0:00:01.00,s,,0,0,0,,${escapeAss(characters.join(' '))}`,
        '',
      ].join('\n'),
    );
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
