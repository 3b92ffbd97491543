import type { CoverTitles } from '@reelport/core/plugins/mixing';

import type { Kit } from '../calls.ts';

/** Maximum length of a title in `mixing`. */
const MAX_LETTERS = 100;
const OUTLINE = 5;
const SEPARATOR = ' · ';

/**
 * The titles of a cover in a kit's style; idempotent.
 * @param scale percent of the kit's letter size
 * @param kits all of the account's kits: the watermark of a previous one is removed
 */
export function brandCover(
  cover: CoverTitles,
  kit: Kit,
  { scale, kits }: { scale: number; kits: readonly Kit[] },
): CoverTitles {
  const bare = cover.texts.map((text) => withoutWatermark(text, kits)).filter((text) => text !== '');
  const texts = bare.length === 0 ? [kit.name] : bare;
  return {
    ...cover,
    texts: texts.map((text) => withWatermark(text, kit.watermark)),
    style: {
      ...cover.style,
      color: kit.color,
      outlineColor: kit.outlineColor,
      outline: OUTLINE,
      box: false,
      size: letterSize(kit.size, scale),
      position: kit.position,
    },
  };
}

/** In thousandths of the picture's width, within the limits for titles. */
export function letterSize(size: number, scale: number): number {
  return Math.min(200, Math.max(15, Math.round((size * scale) / 100)));
}

/** A title with its watermark on one line of the editor. A title that would become too long stays unchanged. */
export function withWatermark(text: string, watermark: string): string {
  const marked = `${text}${SEPARATOR}${watermark}`;
  return watermark === '' || marked.length > MAX_LETTERS ? text : marked;
}

function withoutWatermark(text: string, kits: readonly Kit[]): string {
  const mark = kits
    .map(({ watermark }) => `${SEPARATOR}${watermark}`)
    .find((end) => end !== SEPARATOR && text.endsWith(end));
  return mark === undefined ? text : text.slice(0, -mark.length).trim();
}
