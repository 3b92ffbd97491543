import { clock } from '#core/web/i18n/clock.ts';

import type { Material } from '#plugins/materials/calls.ts';
import { TRASH_DAYS } from '#plugins/materials/limits.ts';

const DAY = 86_400_000;
/** Names of ratios that people know, by width over height. */
const RATIOS: readonly [string, number][] = [
  ['9:16', 9 / 16],
  ['3:4', 3 / 4],
  ['4:5', 4 / 5],
  ['1:1', 1],
  ['4:3', 4 / 3],
  ['16:9', 16 / 9],
  ['21:9', 21 / 9],
];
const TOLERANCE = 0.02;

/** How long a material is, to the nearest second. */
export const clockOf = (seconds: number): string => clock(Math.round(seconds));

/** `9:16`, or pixels where no name fits; null while unknown. */
export function ratioOf({ width, height }: Pick<Material, 'width' | 'height'>): string | null {
  if (width === null || height === null) return null;
  const ratio = width / height;
  return RATIOS.find(([, known]) => Math.abs(ratio / known - 1) < TOLERANCE)?.[0] ?? `${width}×${height}`;
}

/** What people call formats whose media type says something else. */
const FORMATS: Readonly<Record<string, string>> = { quicktime: 'MOV', mpeg: 'MP3', jpeg: 'JPG' };

/** The format of a material in the word of its users: `video/mp4` is MP4. */
export function formatOf(type: string): string {
  const [, name = type] = type.split('/');
  const plain = name.replace(/^(x|vnd)[-.]/, '');
  return FORMATS[plain] ?? plain.toUpperCase();
}

/** Whole days until something in the trash is deleted automatically. */
export function daysLeft(deletedAt: string, now = Date.now()): number {
  return Math.max(0, Math.ceil((new Date(deletedAt).getTime() + TRASH_DAYS * DAY - now) / DAY));
}
