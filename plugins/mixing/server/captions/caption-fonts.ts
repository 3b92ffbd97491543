import { isAbsolute } from 'node:path';

import { drawCharacters } from '#core/server/services/media/fonts/draw-characters.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import type { CaptionStyle } from '#plugins/mixing/captions.ts';

/** A face that captions are drawn with. */
export interface CaptionFont {
  /** As the font calls itself, such as `NotoSansCJKsc-Bold`. */
  name: string;
  /** Its file; null where the system hands out fonts without one. */
  file: { path: string; index: number } | null;
}

/**
 * Finds the faces that draw these characters in a style, in the order in which they are tried: each character is drawn
 * by the first that has it. libass draws them once, as it would in a video.
 */
export async function captionFonts(
  runner: MediaRunner,
  face: Pick<CaptionStyle, 'font' | 'bold'>,
  characters: readonly string[],
  signal?: AbortSignal,
): Promise<CaptionFont[]> {
  if (characters.length === 0) return [];
  return fontsIn(await drawCharacters(runner, face, characters, signal));
}

/** The faces that libass says it takes, each once. */
export function fontsIn(log: string): CaptionFont[] {
  const fonts = [...log.matchAll(/fontselect: \(.*\) -> (.+), (-?\d+), (.+)$/gm)].map(
    ([, path = '', index = '', name = '']): CaptionFont => ({
      name,
      // A face that is known by name only is not looked for in its file.
      file: isAbsolute(path) && Number(index) >= 0 ? { path, index: Number(index) } : null,
    }),
  );
  return [...new Map(fonts.map((font) => [JSON.stringify(font), font])).values()];
}
