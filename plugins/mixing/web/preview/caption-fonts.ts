import type { CaptionStyle } from '#plugins/mixing/captions.ts';

/** Which fonts of a page are those that the videos are drawn with, by {@link faceKey}; without one the browser’s own. */
export type CaptionFonts = Readonly<
  Record<
    string,
    {
      /** As CSS lists them, in the order in which they are tried. */
      families: string;
      /** How many characters they have by now: more are fetched when a text needs them. */
      characters: number;
    }
  >
>;

type Face = Pick<CaptionStyle, 'font' | 'bold'>;

/** Names what a style is drawn with. */
export function faceKey({ font, bold }: Face): string {
  return `${bold ? 'bold' : 'regular'} ${font}`;
}

/** The `font` of a canvas for a style. @param em in pixels */
export function canvasFont(style: Face, em: number, fonts: CaptionFonts): string {
  const own = `"${style.font.replaceAll(/["\\]/g, '')}", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif`;
  const served = fonts[faceKey(style)];
  return `${style.bold ? 'bold ' : ''}${em}px ${served === undefined ? '' : `${served.families}, `}${own}`;
}
