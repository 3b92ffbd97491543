import type { CSSProperties } from 'react';

/** A sheet of small pictures, evenly spread over a material. */
export interface Sprite {
  url: string;
  columns: number;
  rows: number;
  /** Pixels of one picture. */
  width: number;
  height: number;
  count: number;
}

/** Which picture of a sheet shows a part of the material. @param part 0 is its beginning, 1 its end */
export function spriteIndex({ count }: Pick<Sprite, 'count'>, part: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(part * count)));
}

/**
 * One picture of a sheet as the background of an element of any size: it fills the width.
 * @param part of the material, 0 to 1
 */
export function spriteFrame(
  sprite: Pick<Sprite, 'url' | 'columns' | 'rows' | 'count'> | null,
  part: number,
): CSSProperties | null {
  if (sprite === null) return null;
  const { url, columns, rows } = sprite;
  const index = spriteIndex(sprite, part);
  const along = (at: number, of: number) => (of <= 1 ? 0 : (at / (of - 1)) * 100);
  return {
    backgroundImage: `url(${JSON.stringify(url)})`,
    backgroundSize: `${columns * 100}% ${rows * 100}%`,
    backgroundPosition: `${along(index % columns, columns)}% ${along(Math.floor(index / columns), rows)}%`,
  };
}
