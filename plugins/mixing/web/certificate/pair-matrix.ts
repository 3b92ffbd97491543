import type { ShownCertificate } from '#plugins/mixing/certificate.ts';

/** A scale ends here or above: a batch that shares little shall look so. Per cent. */
const MIN_SCALE = 50;

/** Shared pictures of every pair of a certificate, and what two videos have in common. */
export class PairMatrix {
  readonly count: number;
  /** Per cent at the end of the scale. */
  readonly most: number;
  /** Places of the pairs that are over their limit. */
  readonly failing: ReadonlySet<number>;
  private readonly bytes: Uint8Array;
  private readonly certificate: ShownCertificate;
  private readonly places: ReadonlyMap<string, number>;

  constructor(certificate: ShownCertificate) {
    this.certificate = certificate;
    this.count = certificate.outputs.length;
    this.bytes = bytesOf(certificate.matrix);
    let most = MIN_SCALE;
    for (const value of this.bytes) if (value > most) most = value;
    this.most = most;
    this.places = new Map(certificate.outputs.map(({ file }, index) => [file, index]));
    this.failing = new Set(certificate.failures.flatMap(({ a, b }) => this.pairNamed(a, b)?.place ?? []));
  }

  /** The index of a pair in the order (0,1), (0,2) … (1,2) … */
  placeOf(a: number, b: number): number {
    if (a > b) return this.placeOf(b, a);
    return a * this.count - (a * (a + 1)) / 2 + b - a - 1;
  }

  /** Shared pictures in per cent. */
  shareOf(a: number, b: number): number {
    return this.bytes[this.placeOf(a, b)] ?? 0;
  }

  /** Two videos by their file names. */
  pairNamed(a: string, b: string): { a: number; b: number; place: number } | undefined {
    const [first, second] = [this.places.get(a), this.places.get(b)];
    if (first === undefined || second === undefined || first === second) return undefined;
    return { a: first, b: second, place: this.placeOf(first, second) };
  }

  /** The video that shares the most with another. */
  nearestOf(a: number): number {
    let nearest = a === 0 ? 1 : 0;
    for (let b = 0; b < this.count; b += 1) {
      if (b !== a && this.shareOf(a, b) > this.shareOf(a, nearest)) nearest = b;
    }
    return nearest;
  }

  /** Shots that two videos have in common, and the footage of them. */
  common(a: number, b: number): { shots: number; symbols: ReadonlySet<number> } {
    const left = new Map<number, number>();
    for (const { symbol } of this.certificate.outputs[a]?.shots ?? []) left.set(symbol, (left.get(symbol) ?? 0) + 1);
    const symbols = new Set<number>();
    let shots = 0;
    for (const { symbol } of this.certificate.outputs[b]?.shots ?? []) {
      const times = left.get(symbol) ?? 0;
      if (times === 0) continue;
      left.set(symbol, times - 1);
      symbols.add(symbol);
      shots += 1;
    }
    return { shots, symbols };
  }
}

/** Of millions of pairs: a call for each of them would be felt. */
function bytesOf(base64: string): Uint8Array {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}
