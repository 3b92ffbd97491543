/** Two pictures of one size, four bytes a pixel, and a third to fill. */
export interface Blend {
  leaving: Uint8ClampedArray;
  coming: Uint8ClampedArray;
  into: Uint8ClampedArray;
  width: number;
  height: number;
  /** Runs from 1 to 0. */
  progress: number;
}

/** Fills a picture with a moment between two others. */
export type Mixer = (blend: Blend) => void;

const smoothstep = (from: number, to: number, value: number) => {
  const part = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return part * part * (3 - 2 * part);
};

/** Fades through a colour that may follow from that of the pixel: its luma, or the same everywhere. */
export function fadeThrough(between: (red: number, green: number, blue: number) => number): Mixer {
  return ({ leaving, coming, into, progress }) => {
    const kept = smoothstep(0.8, 1, progress);
    const hidden = smoothstep(0.2, 1, progress);
    const between4 = (pixels: Uint8ClampedArray, at: number) =>
      between(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    for (let at = 0; at < into.length; at += 4) {
      const [one, two] = [between4(leaving, at), between4(coming, at)];
      for (let colour = at; colour < at + 3; colour++) {
        const first = (leaving[colour] ?? 0) * kept + one * (1 - kept);
        const second = two * hidden + (coming[colour] ?? 0) * (1 - hidden);
        into[colour] = first * progress + second * (1 - progress);
      }
      into[at + 3] = 255;
    }
  };
}

/** Both pictures smeared to the right, most in the middle. */
export const hblur: Mixer = ({ leaving, coming, into, width, height, progress }) => {
  const size = 1 + Math.trunc(Math.trunc(width / 2) * (1 - Math.abs(progress * 2 - 1)));
  for (let row = 0; row < height; row++) {
    for (let colour = 0; colour < 3; colour++) {
      const first = row * width * 4 + colour;
      let [one, two, count] = [0, 0, size];
      for (let x = 0; x < size; x++) {
        one += leaving[first + x * 4] ?? 0;
        two += coming[first + x * 4] ?? 0;
      }
      for (let x = 0; x < width; x++) {
        const at = first + x * 4;
        into[at] = (one / count) * progress + (two / count) * (1 - progress);
        one -= leaving[at] ?? 0;
        two -= coming[at] ?? 0;
        if (x + size < width) {
          one += leaving[at + size * 4] ?? 0;
          two += coming[at + size * 4] ?? 0;
        } else {
          count -= 1;
        }
      }
    }
    for (let x = 0; x < width; x++) into[(row * width + x) * 4 + 3] = 255;
  }
};

/** Squares of both pictures, largest in the middle, each of the colour of its middle. */
export const pixelize: Mixer = ({ leaving, coming, into, width, height, progress }) => {
  const size = (2 * (Math.ceil(Math.min(progress, 1 - progress) * 50) / 50) * Math.min(width, height)) / 20;
  const middle = (at: number, most: number) =>
    size > 0 ? Math.trunc(Math.min((Math.floor(at / size) + 0.5) * size, most - 1)) : at;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const from = (middle(y, height) * width + middle(x, width)) * 4;
      for (let colour = 0; colour < 3; colour++) {
        into[at + colour] = (leaving[from + colour] ?? 0) * progress + (coming[from + colour] ?? 0) * (1 - progress);
      }
      into[at + 3] = 255;
    }
  }
};
