export interface Size {
  width: number;
  height: number;
}

/** The light of each pixel of an RGB picture. */
export function lightOf(frame: Buffer): Uint8ClampedArray {
  const light = new Uint8ClampedArray(frame.length / 3);
  for (let at = 0; at < light.length; at++)
    light[at] = 0.2126 * (frame[at * 3] ?? 0) + 0.7152 * (frame[at * 3 + 1] ?? 0) + 0.0722 * (frame[at * 3 + 2] ?? 0);
  return light;
}

/** Brings a grey picture to half its size. */
function halved(light: Uint8ClampedArray, { width, height }: Size): Float64Array {
  const half = new Float64Array((width / 2) * (height / 2));
  for (let at = 0; at < half.length; at++) {
    const first = Math.floor((at * 2) / width) * 2 * width + ((at * 2) % width);
    const [one = 0, two = 0] = [light[first], light[first + 1]];
    half[at] = (one + two + (light[first + width] ?? 0) + (light[first + width + 1] ?? 0)) / 4;
  }
  return half;
}

/** Structural likeness of two grey pictures at half their size, mean over windows of 8 by 8. */
export function likeness(drawn: Uint8ClampedArray, made: Uint8ClampedArray, size: Size): number {
  const [one, two] = [halved(drawn, size), halved(made, size)];
  const [width, height] = [size.width / 2, size.height / 2];
  let [sum, count] = [0, 0];
  for (let top = 0; top + 8 <= height; top += 4) {
    for (let left = 0; left + 8 <= width; left += 4) {
      let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
      for (let y = top; y < top + 8; y++) {
        for (let x = left; x < left + 8; x++) {
          const p = one[y * width + x] ?? 0;
          const q = two[y * width + x] ?? 0;
          a += p;
          b += q;
          aa += p * p;
          bb += q * q;
          ab += p * q;
        }
      }
      [a, b] = [a / 64, b / 64];
      const [va, vb, both] = [aa / 64 - a * a, bb / 64 - b * b, ab / 64 - a * b];
      sum += ((2 * a * b + 6.5) * (2 * both + 58.5)) / ((a * a + b * b + 6.5) * (va + vb + 58.5));
      count += 1;
    }
  }
  return sum / count;
}
