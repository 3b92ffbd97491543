/** Regions per side of a picture; something that covers one region does not affect the others. */
export const REGIONS = 4;

/** Marks a point outside of the other picture. */
export const OUTSIDE = -128;

/** Contrast energy below this counts as featureless. */
const MIN_ENERGY = 16;

/** Noise allowance per point, in the same units. */
const DOUBT = 9;

/** The position of one picture within another, as shares of its width and height. */
export interface Place {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Resamples a square picture to another one's position; points outside are {@link OUTSIDE}. */
export function placePicture(picture: Int8Array, side: number, place: Place, into: Int8Array): Int8Array {
  findAlong(across, side, place.left, place.right);
  findAlong(down, side, place.top, place.bottom);
  let to = 0;
  for (let y = 0; y < side; y++) {
    // Both have an entry for each point of a side.
    const row = (down.points[y] as number) * side;
    const below = down.parts[y] as number;
    for (let x = 0; x < side; x++, to++) {
      const column = across.points[x] as number;
      if (column < 0 || row < 0) {
        into[to] = OUTSIDE;
        continue;
      }
      const beside = across.parts[x] as number;
      const at = row + column;
      // All four are points of the picture.
      const upper = (picture[at] as number) * (1 - beside) + (picture[at + 1] as number) * beside;
      const lower = (picture[at + side] as number) * (1 - beside) + (picture[at + side + 1] as number) * beside;
      into[to] = upper * (1 - below) + lower * below;
    }
  }
  return into;
}

/** The longest side of a picture. */
const MOST_SIDE = 24;

/** Where each point of a side lies in the other picture: behind which point, or -1 outside, and how far from there. */
const emptyAlong = () => ({ points: new Int32Array(MOST_SIDE), parts: new Float64Array(MOST_SIDE) });

// Hundreds of places are tried per comparison, so what one needs is reused instead of allocated.
const [across, down] = [emptyAlong(), emptyAlong()];

function findAlong({ points, parts }: typeof across, side: number, from: number, to: number): void {
  const most = side - 1.001;
  for (let point = 0; point < side; point++) {
    const at = (((point + 0.5) / side - from) / (to - from)) * side - 0.5;
    if (at < -0.6 || at > side - 0.4) {
      points[point] = -1;
      continue;
    }
    const inside = Math.max(0, Math.min(most, at));
    const before = Math.floor(inside);
    points[point] = before;
    parts[point] = inside - before;
  }
}

/** Similarity of two pictures, averaged by region: 0 unrelated, 1 identical. `b` may have points outside. */
export function pictureLikeness(a: Int8Array, fromA: number, b: Int8Array, fromB: number, side: number): number {
  const regionSide = side / REGIONS;
  let sum = 0;
  let weights = 0;
  for (let top = 0; top < side; top += regionSide) {
    for (let left = 0; left < side; left += regionSide) {
      let dot = 0;
      let energyA = 0;
      let energyB = 0;
      let seen = 0;
      for (let y = top; y < top + regionSide; y++) {
        for (let x = left; x < left + regionSide; x++) {
          const other = b[fromB + y * side + x] ?? 0;
          if (other === OUTSIDE) continue;
          const own = a[fromA + y * side + x] ?? 0;
          dot += own * other;
          energyA += own * own;
          energyB += other * other;
          seen++;
        }
      }
      const energy = energyA > energyB ? energyA : energyB;
      if (seen * 4 < regionSide * regionSide || energy < seen * MIN_ENERGY) continue;
      const weight = Math.sqrt(energy);
      weights += weight;
      if (dot > 0) sum += (weight * dot) / (Math.sqrt(energyA * energyB) + seen * DOUBT);
    }
  }
  return weights === 0 ? 0 : sum / weights;
}

/** The points of a picture that another one has, too, where it is placed within it: region after region. */
export interface CommonPoints {
  own: Uint8Array;
  other: Uint8Array;
  /** Where each region ends in both; those that have too few points are left out. */
  ends: Uint8Array;
}

/** Lists the points that two pictures have in common. @param nearest for each point that of the other, or -1 */
export function commonPoints(nearest: ArrayLike<number>, side: number): CommonPoints {
  const regionSide = side / REGIONS;
  const [own, other, ends]: [number[], number[], number[]] = [[], [], []];
  for (let region = 0; region < REGIONS * REGIONS; region++) {
    const [left, top] = [(region % REGIONS) * regionSide, Math.floor(region / REGIONS) * regionSide];
    const points = Array.from({ length: regionSide * regionSide }, (_, at) => {
      return (top + Math.floor(at / regionSide)) * side + left + (at % regionSide);
    }).filter((point) => (nearest[point] ?? -1) >= 0);
    if (points.length * 4 < regionSide * regionSide) continue;
    own.push(...points);
    other.push(...points.map((point) => nearest[point] ?? 0));
    ends.push(own.length);
  }
  return { own: Uint8Array.from(own), other: Uint8Array.from(other), ends: Uint8Array.from(ends) };
}

/** {@link pictureLikeness} of pictures of which the second one's points are taken where they lie. */
export function likenessOfCommon(a: Int8Array, b: Int8Array, { own, other, ends }: CommonPoints): number {
  let sum = 0;
  let weights = 0;
  let from = 0;
  for (let region = 0; region < ends.length; region++) {
    // All of these are within their lists.
    const end = ends[region] as number;
    let dot = 0;
    let energyA = 0;
    let energyB = 0;
    for (let at = from; at < end; at++) {
      const first = a[own[at] as number] as number;
      const second = b[other[at] as number] as number;
      dot += first * second;
      energyA += first * first;
      energyB += second * second;
    }
    const seen = end - from;
    from = end;
    const energy = energyA > energyB ? energyA : energyB;
    if (energy < seen * MIN_ENERGY) continue;
    const weight = Math.sqrt(energy);
    weights += weight;
    if (dot > 0) sum += (weight * dot) / (Math.sqrt(energyA * energyB) + seen * DOUBT);
  }
  return weights === 0 ? 0 : sum / weights;
}
