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
  const most = side - 1.001;
  for (let y = 0; y < side; y++) {
    const v = (((y + 0.5) / side - top) / (bottom - top)) * side - 0.5;
    const onY = v < 0 ? 0 : v > most ? most : v;
    const row = Math.floor(onY);
    const below = onY - row;
    for (let x = 0; x < side; x++) {
      const u = (((x + 0.5) / side - left) / (right - left)) * side - 0.5;
      if (u < -0.6 || v < -0.6 || u > side - 0.4 || v > side - 0.4) {
        into[y * side + x] = OUTSIDE;
        continue;
      }
      const onX = u < 0 ? 0 : u > most ? most : u;
      const column = Math.floor(onX);
      const beside = onX - column;
      const at = row * side + column;
      const upper = (picture[at] ?? 0) * (1 - beside) + (picture[at + 1] ?? 0) * beside;
      const lower = (picture[at + side] ?? 0) * (1 - beside) + (picture[at + side + 1] ?? 0) * beside;
      into[y * side + x] = upper * (1 - below) + lower * below;
    }
  }
  return into;
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
