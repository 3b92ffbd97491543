/** The fast Fourier transform of as many points as a power of two has, in place. */
export function transform(real: Float64Array, imaginary: Float64Array): void {
  const count = real.length;
  for (let at = 1, other = 0; at < count; at += 1) {
    let bit = count >> 1;
    for (; (other & bit) !== 0; bit >>= 1) other ^= bit;
    other ^= bit;
    if (at >= other) continue;
    [real[at], real[other]] = [real[other] ?? 0, real[at] ?? 0];
    [imaginary[at], imaginary[other]] = [imaginary[other] ?? 0, imaginary[at] ?? 0];
  }
  for (let length = 2; length <= count; length <<= 1) {
    const angle = (-2 * Math.PI) / length;
    const [stepReal, stepImaginary] = [Math.cos(angle), Math.sin(angle)];
    for (let start = 0; start < count; start += length) {
      let [turnReal, turnImaginary] = [1, 0];
      for (let at = start; at < start + length / 2; at += 1) {
        const half = at + length / 2;
        const [otherReal, otherImaginary] = [real[half] ?? 0, imaginary[half] ?? 0];
        const turnedReal = otherReal * turnReal - otherImaginary * turnImaginary;
        const turnedImaginary = otherReal * turnImaginary + otherImaginary * turnReal;
        real[half] = (real[at] ?? 0) - turnedReal;
        imaginary[half] = (imaginary[at] ?? 0) - turnedImaginary;
        real[at] = (real[at] ?? 0) + turnedReal;
        imaginary[at] = (imaginary[at] ?? 0) + turnedImaginary;
        const next = turnReal * stepReal - turnImaginary * stepImaginary;
        turnImaginary = turnReal * stepImaginary + turnImaginary * stepReal;
        turnReal = next;
      }
    }
  }
}
