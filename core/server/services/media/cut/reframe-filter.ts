import { fail } from '#core/contract/errors.ts';
import { pathCurves, type PathPoint } from '#core/contract/follow-path.ts';
import { evenPixels, partAt, type Reframe } from '#core/contract/reframe.ts';

import type { VideoStream } from '../media-info.ts';
import { toBt709 } from '../operations/picture-filter.ts';

/** Pixels of a side, at least: encoders and players take less only by chance. */
const LEAST_PIXELS = 16;

/** Pixels of a side, at most. */
const MOST_PIXELS = 8192;

/** Filters that show a part of a picture, and the size of what comes out of them. */
export interface ReframeFilter {
  /** From an upright picture to the final one in BT.709. */
  filters: string[];
  width: number;
  height: number;
}

/**
 * The one chain of filters that shows a part of a picture, turned, flipped and scaled.
 * @param begins seconds of the material at which the filters' time begins
 * @throws expected `core:media.cut-small` where less than 16 pixels would be left of a side
 */
export function reframeFilter(video: VideoStream, reframe: Reframe, begins: number): ReframeFilter {
  const { displayWidth, displayHeight, rotation, sar } = video;
  const { part, turn, flipAcross, flipDown, shortSide } = reframe;
  const seen = { width: displayWidth, height: displayHeight };
  const box = partAt(reframe, seen, begins);
  // As they come out of the decoder, turned upright: their pixels need not be square.
  const [across, down] = rotation % 180 === 0 ? [video.width, video.height] : [video.height, video.width];
  const [width, height] = [evenPixels(across * box.width), evenPixels(down * box.height)];
  const square = { width: box.width * displayWidth, height: box.height * displayHeight };
  if (Math.min(width, height, square.width, square.height) < LEAST_PIXELS) {
    fail('core:media.cut-small', { least: LEAST_PIXELS }, { kind: 'invalid' });
  }
  const isWhole = width === across && height === down;
  const path = part?.kind === 'ratio' ? part.path : [];
  const place = (side: 'x' | 'y', [room, own]: [string, string], fixed: number) =>
    path.length < 2
      ? String(fixed)
      : `'clip(${room}*(${pathExpression(path, side, begins)})-${own}/2,0,${room}-${own})'`;
  const at = [place('x', ['iw', 'ow'], Math.round(box.x * across)), place('y', ['ih', 'oh'], Math.round(box.y * down))];
  const scaled = shortSide === null ? 1 : shortSide / Math.min(square.width, square.height);
  const isSquare = sar.num === sar.den;
  const natural = isSquare ? { width, height } : square;
  const wanted = shortSide === null ? natural : exactly(reframe, square, shortSide, scaled);
  const size = { width: evenPixels(wanted.width), height: evenPixels(wanted.height) };
  if (Math.max(size.width, size.height) > MOST_PIXELS) {
    fail('core:media.cut-large', { most: MOST_PIXELS }, { kind: 'invalid' });
  }
  const isTurned = turn % 180 !== 0;
  return {
    filters: [
      ...(isWhole ? [] : [`crop=${width}:${height}:${at.join(':')}:exact=1`]),
      ...toBt709(video, size),
      'setsar=1',
      ...{ 0: [], 90: ['transpose=clock'], 180: ['hflip', 'vflip'], 270: ['transpose=cclock'] }[turn],
      ...(flipAcross ? ['hflip'] : []),
      ...(flipDown ? ['vflip'] : []),
    ],
    width: isTurned ? size.height : size.width,
    height: isTurned ? size.width : size.height,
  };
}

/** The size of a part whose shorter side is given; a ratio that was asked for is met to the pixel. */
function exactly({ part, turn }: Reframe, square: { width: number; height: number }, side: number, scaled: number) {
  if (part?.kind !== 'ratio') return { width: square.width * scaled, height: square.height * scaled };
  const ratio = turn % 180 === 0 ? part.width / part.height : part.height / part.width;
  return ratio >= 1 ? { width: side * ratio, height: side } : { width: side, height: side / ratio };
}

/** A path as an expression of the filters' time `t`, in shares of a side. */
function pathExpression(path: readonly PathPoint[], side: 'x' | 'y', begins: number): string {
  const number = (value: number) => value.toFixed(9);
  const [first, last] = [path[0], path.at(-1)];
  const moved = (time: number) => number(time - begins);
  return [
    `lt(t,${moved(first?.time ?? 0)})*${number(first?.[side] ?? 0.5)}`,
    ...pathCurves(path, side).map(({ from, to, coefficients: [a, b, c, d] }) => {
      const u = `(t-(${moved(from)}))`;
      const value = `${number(a)}+${u}*(${number(b)}+${u}*(${number(c)}+${u}*(${number(d)})))`;
      return `gte(t,${moved(from)})*lt(t,${moved(to)})*(${value})`;
    }),
    `gte(t,${moved(last?.time ?? 0)})*${number(last?.[side] ?? 0.5)}`,
  ].join('+');
}
