/** A picture in memory: rows of pixels, each with its channels. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
  /** 1 for grey, 3 for red, green and blue. */
  channels: 1 | 3;
}

/**
 * A picture as the models take it: three planes, blue, green, red, of numbers around nought.
 * @param means and `deviations` by plane, in shares of full light
 */
export function planesOf(
  { data, width, height, channels }: Pixels,
  means: readonly [number, number, number],
  deviations: readonly [number, number, number],
): Float32Array {
  const size = width * height;
  const planes = new Float32Array(3 * size);
  for (let plane = 0; plane < 3; plane++) {
    const [mean, deviation] = [means[plane] ?? 0, deviations[plane] ?? 1];
    const [factor, offset] = [1 / (255 * deviation), mean / deviation];
    const channel = channels === 1 ? 0 : 2 - plane;
    const start = plane * size;
    for (let at = 0, from = channel; at < size; at++, from += channels) {
      planes[start + at] = (data[from] ?? 0) * factor - offset;
    }
  }
  return planes;
}
