import { z } from 'zod';

import { reframedSize, UNCHANGED, type Reframe } from './reframe.ts';

const bounds = z.strictObject({ least: z.number().min(0), most: z.number().positive() });
type Bounds = z.output<typeof bounds>;

/** What a video has to keep within, such as what a platform takes; null for what does not matter. */
export const fitLimitsSchema = z.strictObject({
  /** The longest. */
  seconds: z.number().positive().nullable().default(null),
  bytes: z.number().int().positive().nullable().default(null),
  /** Pixels along the shorter and along the longer side. */
  side: bounds.nullable().default(null),
  /** Width to height. */
  ratio: bounds.nullable().default(null),
});
export type FitLimits = z.output<typeof fitLimitsSchema>;

/** What is known of a video that is to fit. */
export interface FitFacts {
  seconds: number;
  /** Pixels as they are seen. */
  width: number;
  height: number;
  bytes: number;
}

/** How a video is made to fit, and what comes out. */
export interface Fitting {
  /** Seconds of its beginning that are kept; null for all of it. */
  to: number | null;
  reframe: Reframe;
  seconds: number;
  width: number;
  height: number;
  /** The most bits a second that its pictures and its sound may take; null while nobody has to count them. */
  rates: BitRates | null;
}

/** Bits a second, at most. */
export interface BitRates {
  pictures: number;
  sound: number;
}

/** Seconds by which a cut ends earlier than it may: the last frame and the last packet of sound last until after it. */
const EARLY = 0.1;
/** By how much a ratio may be missed: `width / height` of whole pixels is never exactly what was asked for. */
const RATIO_ROUNDING = 0.005;
/** Shapes that people know: taken where hardly more is lost than by the nearest one that fits. */
const USUAL: readonly Terms[] = [
  [9, 16],
  [16, 9],
  [1, 1],
  [4, 5],
  [5, 4],
  [3, 4],
  [4, 3],
  [2, 3],
  [3, 2],
  [1, 2],
  [2, 1],
];
/** How much of the picture a usual shape may lose beside what has to be lost. */
const LOSS = 0.06;
/** Terms of a ratio, at most. */
const MOST_TERM = 100;
/** Pixels of the shorter side that can be asked for. */
const SIDES = { least: 120, most: 2160 };
/** A picture is not drawn larger than so many times. */
const MOST_ENLARGED = 4;
/** Shorter sides that fewer bits are enough for. */
const SMALLER = [1080, 720, 540, 480, 360, 240];
/** Bits that a pixel of a picture takes, at least: with fewer, a smaller picture looks better. */
const BITS_OF_PIXEL = 0.03;
/** Pictures a second that bits are counted for. */
const PICTURES = 30;
/** Bits a second of all of a video that is worth being seen, at least. */
const LEAST_RATE = 120_000;
/** Bits a second that pictures are given, at most: more is not seen, and some players do not take it. */
const MOST_RATE = 16_000_000;
/** Of the bytes that are allowed, what is used; the rest is the index, and what an encoder goes beyond. */
const USED = 0.95;

interface Size {
  width: number;
  height: number;
}

/** Whether the shorter and the longer side of a picture keep within bounds; null for any. */
export const keepsSide = ({ width, height }: Size, side: Bounds | null): boolean =>
  side === null || (Math.min(width, height) >= side.least && Math.max(width, height) <= side.most);

/** Whether the shape of a picture keeps within bounds, but for what whole pixels differ by; null for any. */
export const keepsRatio = ({ width, height }: Size, ratio: Bounds | null): boolean =>
  ratio === null || (width / height >= ratio.least - RATIO_ROUNDING && width / height <= ratio.most + RATIO_ROUNDING);

/**
 * How a video is made to fit: its beginning is kept, as much of the middle of its picture as the ratio allows, drawn
 * smaller or larger, in fewer bits. Null where that is not possible, such as for hours in a few megabytes.
 * @param counted bits are counted in any case, by so much of what is allowed: 1 for all of it
 */
export function fittingOf(facts: FitFacts, limits: FitLimits, counted: number | null = null): Fitting | null {
  const isLong = limits.seconds !== null && facts.seconds > limits.seconds;
  const seconds = isLong ? (limits.seconds ?? 0) - EARLY : facts.seconds;
  if (seconds <= 0) return null;
  const shaped = shapeOf(facts, limits);
  if (shaped === null) return null;
  const expected = (facts.bytes * seconds) / Math.max(facts.seconds, 0.001);
  const isCounted = limits.bytes !== null && (counted !== null || expected > limits.bytes * USED);
  const rates = isCounted ? ratesOf((limits.bytes ?? 0) * (counted ?? 1), seconds) : null;
  if (isCounted && rates === null) return null;
  const reframe = rates === null ? shaped : smaller(shaped, facts, limits, rates);
  return { to: isLong ? seconds : null, reframe, seconds, ...reframedSize(reframe, facts), rates };
}

/** What of the picture is shown and how large; null where no size fits. */
function shapeOf(facts: FitFacts, { ratio, side }: FitLimits): Reframe | null {
  const own = facts.width / facts.height;
  const allowed: Bounds = {
    least: Math.max(ratio?.least ?? 0, side === null ? 0 : side.least / side.most),
    most: Math.min(ratio?.most ?? Infinity, side === null ? Infinity : side.most / Math.max(1, side.least)),
  };
  const isWithin = keepsRatio(facts, allowed);
  const terms = isWithin ? null : nearestRatio(own, allowed);
  if (!isWithin && terms === null) return null;
  const part = terms === null ? null : { kind: 'ratio' as const, width: terms[0], height: terms[1], path: [] };
  const reframe: Reframe = { ...UNCHANGED, part };
  const shown = reframedSize(reframe, facts);
  if (side === null || keepsSide(shown, side)) return reframe;
  const [short, long] = [Math.min(shown.width, shown.height), Math.max(shown.width, shown.height)];
  const wanted = short < side.least ? 2 * Math.ceil(side.least / 2) : 2 * Math.floor((short * side.most) / long / 2);
  if (wanted < SIDES.least || wanted > SIDES.most || wanted > short * MOST_ENLARGED) return null;
  const sized = { ...reframe, shortSide: wanted };
  return keepsSide(reframedSize(sized, facts), side) ? sized : null;
}

type Terms = readonly [width: number, height: number];

/** The shape within bounds that keeps most of a picture, or one that people know and that keeps nearly as much. */
function nearestRatio(own: number, { least, most }: Bounds): Terms | null {
  const keeps = ([width, height]: Terms) => Math.min(width / height / own, own / (width / height));
  const fits = ([width, height]: Terms) => width / height >= least && width / height <= most;
  const best = (list: readonly Terms[]) =>
    list
      .filter(fits)
      .reduce<Terms | null>(
        (found, terms) => (found === null || keeps(terms) > keeps(found) + 1e-9 ? terms : found),
        null,
      );
  // Of each height only the widths beside the picture's own, or beside the bound that it lies beyond, can be nearest.
  const within = Math.min(most, Math.max(least, own));
  const nearest = Array.from({ length: MOST_TERM }, (_, at) => at + 1).flatMap((height) =>
    [Math.floor(within * height), Math.ceil(within * height)]
      .filter((width) => width >= 1 && width <= MOST_TERM)
      .map((width): Terms => [width, height]),
  );
  const [closest, usual] = [best(nearest), best(USUAL)];
  if (closest === null || usual === null) return closest;
  return keeps(usual) >= keeps(closest) * (1 - LOSS) ? usual : closest;
}

/** The rates that so many bytes allow; null where there would be next to nothing to see. */
function ratesOf(bytes: number, seconds: number): BitRates | null {
  const total = (bytes * 8 * USED) / seconds;
  if (total < LEAST_RATE) return null;
  const sound = total > 1_500_000 ? 160_000 : total > 600_000 ? 96_000 : 48_000;
  // An encoder may go beyond its rate by what it holds back for a second.
  return { sound, pictures: Math.floor(Math.min(MOST_RATE, ((total - sound) * seconds) / (seconds + 1))) };
}

/** A picture that is smaller where it would be blurred otherwise. */
function smaller(reframe: Reframe, facts: FitFacts, { side }: FitLimits, { pictures }: BitRates): Reframe {
  const enough = ({ width, height }: Size) => pictures >= width * height * PICTURES * BITS_OF_PIXEL;
  const now = reframedSize(reframe, facts);
  if (enough(now)) return reframe;
  const allowed = SMALLER.filter((each) => each < Math.min(now.width, now.height) && each >= (side?.least ?? 0));
  const wanted = allowed.find((shortSide) => enough(reframedSize({ ...reframe, shortSide }, facts))) ?? allowed.at(-1);
  return wanted === undefined ? reframe : { ...reframe, shortSide: wanted };
}
