import type { Box } from '#core/contract/reframe.ts';

/** Where marks and subtitles usually stand: a place to begin at, which is looked at on the picture and moved. */
export interface Preset {
  id:
    | 'subtitles-low'
    | 'subtitles-middle'
    | 'title'
    | 'douyin'
    | 'tiktok'
    | 'kuaishou'
    | 'xiaohongshu'
    | 'channels'
    | 'bilibili'
    | 'youtube';
  kind: 'subtitles' | 'mark';
  /** On a picture higher than wide, in shares of its sides. */
  upright: readonly Box[];
  /** On one that is wider than high. */
  wide: readonly Box[];
}

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

/** Marks that go back and forth between two corners, as those of short videos do, take both. */
const CORNERS = {
  upright: [box(0.02, 0.03, 0.34, 0.08), box(0.64, 0.87, 0.34, 0.08)],
  wide: [box(0.015, 0.03, 0.2, 0.14), box(0.785, 0.83, 0.2, 0.14)],
};

export const PRESETS: readonly Preset[] = [
  {
    id: 'subtitles-low',
    kind: 'subtitles',
    upright: [box(0.04, 0.74, 0.92, 0.14)],
    wide: [box(0.08, 0.8, 0.84, 0.16)],
  },
  {
    id: 'subtitles-middle',
    kind: 'subtitles',
    upright: [box(0.04, 0.58, 0.92, 0.14)],
    wide: [box(0.08, 0.62, 0.84, 0.16)],
  },
  { id: 'title', kind: 'subtitles', upright: [box(0.04, 0.08, 0.92, 0.14)], wide: [box(0.08, 0.04, 0.84, 0.18)] },
  { id: 'douyin', kind: 'mark', ...CORNERS },
  { id: 'tiktok', kind: 'mark', ...CORNERS },
  { id: 'kuaishou', kind: 'mark', ...CORNERS },
  { id: 'xiaohongshu', kind: 'mark', upright: [box(0.66, 0.9, 0.32, 0.07)], wide: [box(0.78, 0.86, 0.2, 0.11)] },
  { id: 'channels', kind: 'mark', upright: [box(0.62, 0.9, 0.36, 0.07)], wide: [box(0.76, 0.86, 0.22, 0.11)] },
  { id: 'bilibili', kind: 'mark', upright: [box(0.64, 0.02, 0.34, 0.07)], wide: [box(0.78, 0.02, 0.21, 0.12)] },
  { id: 'youtube', kind: 'mark', upright: [box(0.72, 0.9, 0.26, 0.07)], wide: [box(0.86, 0.84, 0.13, 0.13)] },
];

/** The boxes of a preset on a picture. */
export const presetBoxes = (preset: Preset, { width, height }: { width: number; height: number }): readonly Box[] =>
  width > height ? preset.wide : preset.upright;
