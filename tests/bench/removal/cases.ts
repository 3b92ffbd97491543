import type { DrawnText } from '#tests/fixtures/eye/drawn-text.ts';
import { blobs, foliage, town } from '#tests/fixtures/removal/grounds.ts';

/** What the picture behind a text does. */
export const KINDS = ['static', 'pan', 'hand-held', 'busy', 'moving text', 'logo'] as const;
export type CaseKind = (typeof KINDS)[number];

/** A clip whose picture behind its text is known. */
export interface RemovalCase {
  name: string;
  kind: CaseKind;
  /** The level of the ground at a place, 0 to 255; it is drawn once and then moved. */
  ground: (x: number, y: number) => number;
  /** Filters that make the picture of the ground, which is twice as wide and high. */
  motion: string;
  /** Strength of the grain. */
  grain: number;
  texts: readonly DrawnText[];
  /** How much of the text lets through what is behind, 0 to 1. */
  clear?: number;
}

/** Pixels, and seconds, of all clips. */
export const [WIDTH, HEIGHT, SECONDS] = [640, 360, 4];

const crop = (x: string, y: string): string => `crop=${WIDTH}:${HEIGHT}:x='${x}':y='${y}':exact=1`;
const still = crop('320', '180');
const pan = (step: number) => crop(`20+n*${step}`, '180');
/** Shaken by a hand: to parts of a pixel, and a little turned. */
const hand = (strength: number) =>
  [
    `rotate=a='0.004*sin(n/11)':bilinear=1`,
    `scale=2560:1440:flags=bicubic`,
    `crop=1280:720:x='640+${strength * 2}*(9*sin(n/9)+4*sin(n/3.7))':y='360+${strength * 2}*(6*sin(n/7+1)+3*sin(n/2.9))'`,
    `scale=${WIDTH}:${HEIGHT}:flags=area`,
  ].join(',');

const line = (from: number, to: number, text: string, more: Partial<DrawnText> = {}): DrawnText => ({
  ...{ from, to, text, size: 30, y: 326 },
  ...more,
});
const CHINESE = [line(0.4, 1.9, '今天给大家带来一款厨房神器'), line(2.2, 3.7, '只要轻轻一按就能自动出料')];
const ENGLISH = [line(0.4, 2, 'Just press once and it does the rest'), line(2, 3.6, 'Made of 304 stainless steel')];
const TWO_LINES = [line(0.5, 3.5, '采用食品级304不锈钢材质\nWaterproof and easy to clean', { size: 26 })];
const LOGO = [line(0, SECONDS, '映港 REELPORT', { size: 28, x: 530, y: 50 })];

/** Twelve clips and more, two or more of each kind. */
export const CASES: readonly RemovalCase[] = [
  { name: 'soft ground, two lines in turn', kind: 'static', ground: blobs, motion: still, grain: 3, texts: CHINESE },
  { name: 'town, one line after the other', kind: 'static', ground: town, motion: still, grain: 4, texts: ENGLISH },
  { name: 'foliage, two lines at once', kind: 'static', ground: foliage, motion: still, grain: 3, texts: TWO_LINES },
  { name: 'slow pan over a town', kind: 'pan', ground: town, motion: pan(1), grain: 3, texts: CHINESE },
  { name: 'fast pan over foliage', kind: 'pan', ground: foliage, motion: pan(4), grain: 3, texts: ENGLISH },
  { name: 'steady hand', kind: 'hand-held', ground: town, motion: hand(0.4), grain: 3, texts: CHINESE },
  { name: 'shaky hand', kind: 'hand-held', ground: foliage, motion: hand(1), grain: 4, texts: ENGLISH },
  {
    ...{ name: 'foliage in the wind', kind: 'busy', ground: foliage, grain: 6, texts: CHINESE },
    motion: crop('300+n+6*sin(n/5)', '180+3*sin(n/4)'),
  },
  {
    ...{ name: 'grainy town, diagonal', kind: 'busy', ground: town, grain: 9, texts: TWO_LINES },
    motion: crop('100+n*2', '40+n'),
  },
  {
    ...{ name: 'line that rises', kind: 'moving text', ground: foliage, motion: still, grain: 3 },
    texts: [line(0.3, 3.7, 'Order today and get 20% off', { y: 340, toY: 240 })],
  },
  {
    ...{ name: 'line that goes by', kind: 'moving text', ground: town, motion: pan(1), grain: 3 },
    texts: [line(0.3, 3.7, '现在下单立减50元', { x: 480, toX: 180 })],
  },
  { name: 'mark over a pan', kind: 'logo', ground: town, motion: pan(2), grain: 3, texts: LOGO },
  {
    name: 'clear mark, hand-held',
    kind: 'logo',
    ground: foliage,
    motion: hand(0.7),
    grain: 3,
    texts: LOGO,
    clear: 0.4,
  },
  { name: 'mark over a ground at rest', kind: 'logo', ground: blobs, motion: still, grain: 3, texts: LOGO },
];
