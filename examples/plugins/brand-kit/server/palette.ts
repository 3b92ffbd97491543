/** The two main colours of a picture, the lighter and the darker one, as `#rrggbb`. */
export interface TwoColors {
  light: string;
  dark: string;
}

type Rgb = readonly [number, number, number];

interface Bucket {
  count: number;
  sum: [number, number, number];
}

/** Least distance between colours that count as different; 0 to 441. */
const APART = 96;
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/**
 * Finds the most frequent colour and the most frequent one that differs from it. If there is none, black or white is
 * used.
 * @param pixels three bytes each: red, green, blue
 */
export function twoColors(pixels: Uint8Array): TwoColors {
  const buckets = new Map<number, Bucket>();
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    // Three bits per channel, so that shades of one colour count together.
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5);
    const bucket = buckets.get(key) ?? { count: 0, sum: [0, 0, 0] };
    bucket.count += 1;
    bucket.sum = [bucket.sum[0] + red, bucket.sum[1] + green, bucket.sum[2] + blue];
    buckets.set(key, bucket);
  }
  const colors = [...buckets.values()].toSorted((a, b) => b.count - a.count).map(meanOf);
  const first = colors[0] ?? BLACK;
  const second = colors.find((color) => distance(color, first) >= APART) ?? (lightness(first) > 128 ? BLACK : WHITE);
  const [light, dark] = lightness(first) >= lightness(second) ? [first, second] : [second, first];
  return { light: hex(light), dark: hex(dark) };
}

function meanOf({ count, sum: [red, green, blue] }: Bucket): Rgb {
  return [Math.round(red / count), Math.round(green / count), Math.round(blue / count)];
}

function distance(a: Rgb, b: Rgb): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function lightness([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function hex(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
