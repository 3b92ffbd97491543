import type { CSSProperties } from 'react';

import type { Material } from '#plugins/materials/api.ts';

/**
 * One picture of a sheet as the background of an element of any size: it fills the width.
 * @param part of the clip, 0 to 1
 */
export function spriteFrame(sprite: Material['sprite'], part: number): CSSProperties | null {
  if (sprite === null) return null;
  const { url, columns, rows, count } = sprite;
  const index = Math.max(0, Math.min(count - 1, Math.floor(part * count)));
  const along = (at: number, of: number) => (of <= 1 ? 0 : (at / (of - 1)) * 100);
  return {
    backgroundImage: `url(${JSON.stringify(url)})`,
    backgroundSize: `${columns * 100}% ${rows * 100}%`,
    backgroundPosition: `${along(index % columns, columns)}% ${along(Math.floor(index / columns), rows)}%`,
  };
}
