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
  const { left, right, top, bottom } = place;
  const [columns, rows] = [along(side, left, right), along(side, top, bottom)];
  let to = 0;
  for (let y = 0; y < side; y++) {
    // Both have an entry for each point of a side.
    const onY = rows[y] as number;
    const row = Math.floor(onY);
    const below = onY - row;
    for (let x = 0; x < side; x++, to++) {
      const onX = columns[x] as number;
      if (onX < 0 || onY < 0) {
        into[to] = OUTSIDE;
        continue;
      }
      const column = Math.floor(onX);
      const beside = onX - column;
      const at = row * side + column;
      // All four are points of the picture.
      const upper = (picture[at] as number) * (1 - beside) + (picture[at + 1] as number) * beside;
      const lower = (picture[at + side] as number) * (1 - beside) + (picture[at + side + 1] as number) * beside;
      into[to] = upper * (1 - below) + lower * below;
    }
  }
  return into;
}

/** Where each point of one side lies in the other picture, in its points; -1 outside. */
function along(side: number, from: number, to: number): Float64Array {
  const most = side - 1.001;
  const places = new Float64Array(side);
  for (let point = 0; point < side; point++) {
    const at = (((point + 0.5) / side - from) / (to - from)) * side - 0.5;
    places[point] = at < -0.6 || at > side - 0.4 ? -1 : Math.max(0, Math.min(most, at));
  }
  return places;
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
