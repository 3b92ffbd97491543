import { framesOn, type TimeLine } from './align-in-time.ts';
import { POINTS, SIDE } from './fingerprint.ts';
import type { Motion } from './motion.ts';
import { pictureLikeness, REGIONS } from './picture-likeness.ts';

/** Evidence required for a match. */
export const SURE = 0.37;

/** Penalties, tuned on a corpus with known matches. */
const DOUBT = {
  /** For another speed, which allows looser matching of motion. */
  pace: 0.05,
  /** For the share of the shorter piece that is not covered. */
  missing: 0.5,
  /** For each frame below two seconds: short motions can coincide. */
  short: 0.02,
  enough: 12,
  /** The clearer the pictures match, the clearer the motion must match. */
  clear: 0.5,
  clearFrom: 0.6,
  /** For pictures that barely match. */
  vague: 2,
  vagueBelow: 0.5,
};

/** Stills must be more similar, since there is no motion to compare. */
const STILL = { alike: 0.78, weight: 1.4 };

/** Motion of the first, and of the second after alignment. */
interface Motions {
  first: Motion;
  second: Motion;
}

/**
 * How certain it is that two pieces show the same footage, by how alike their pictures are and move.
 * @param own pictures of the first
 * @param laid those of the second, placed upon them
 * @param line which frames correspond
 * @param missing share of the shorter piece that it leaves out
 * @returns at least {@link SURE} for a match
 */
export function certaintyOf(
  own: Int8Array,
  laid: Int8Array,
  motions: Motions,
  line: TimeLine,
  missing: number,
): number {
  const pairs = framesOn(line);
  let sum = 0;
  for (const [frame, other] of pairs) sum += pictureLikeness(own, frame * POINTS, laid, other * POINTS, SIDE);
  const pictures = sum / pairs.length;
  const { first, second } = motions;
  const moving = [agreement(first.all, second.all, pairs), agreement(first.quick, second.quick, pairs)].filter(
    (each) => each !== null,
  );
  const doubt =
    (Math.abs(line.pace) === 1 ? 0 : DOUBT.pace) +
    DOUBT.missing * missing +
    DOUBT.vague * Math.max(0, DOUBT.vagueBelow - pictures);
  if (moving.length === 0) return SURE + (pictures - STILL.alike) * STILL.weight - doubt;
  return (
    moving.reduce((total, each) => total + each, 0) / moving.length -
    doubt -
    DOUBT.short * Math.max(0, DOUBT.enough - pairs.length) -
    DOUBT.clear * Math.max(0, pictures - DOUBT.clearFrom)
  );
}

/** Points per side of a region. */
const REGION_SIDE = SIDE / REGIONS;

/** Squared motion per point and frame above which a region counts as moving. */
const MIN_MOTION = 4;

/**
 * The share of moving regions that move alike; null if nothing moves. Regions where only one of the two moves are
 * ignored, since something may cover them.
 */
function agreement(
  first: Float32Array,
  second: Float32Array,
  pairs: readonly (readonly [number, number])[],
): number | null {
  const sums = () => new Float64Array(REGIONS * REGIONS);
  const [products, energies, others] = [sums(), sums(), sums()];
  const frames = pairs.flat();
  // Region by region, so that its sums are plain numbers; all of these are within their tables.
  for (let region = 0; region < products.length; region++) {
    const corner = Math.floor(region / REGIONS) * REGION_SIDE * SIDE + (region % REGIONS) * REGION_SIDE;
    let product = 0;
    let energy = 0;
    let other = 0;
    for (let pair = 0; pair < frames.length; pair += 2) {
      const own = (frames[pair] as number) * POINTS + corner;
      const shift = ((frames[pair + 1] as number) - (frames[pair] as number)) * POINTS;
      for (let row = own; row < own + REGION_SIDE * SIDE; row += SIDE) {
        for (let at = row; at < row + REGION_SIDE; at++) {
          const a = first[at] as number;
          const b = second[at + shift] as number;
          product += a * b;
          energy += a * a;
          other += b * b;
        }
      }
    }
    products[region] = product;
    energies[region] = energy;
    others[region] = other;
  }
  const floor = ((pairs.length * POINTS) / (REGIONS * REGIONS)) * MIN_MOTION;
  let [product, energy] = [0, 0];
  products.forEach((each, region) => {
    const [a, b] = [energies[region] ?? 0, others[region] ?? 0];
    if (Math.min(a, b) < floor) return;
    product += each;
    energy += Math.sqrt(a * b);
  });
  return energy === 0 ? null : product / energy;
}
