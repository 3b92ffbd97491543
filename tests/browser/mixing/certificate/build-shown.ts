import { BLIND_TO, SEEN, type ShownCertificate } from '#plugins/mixing/certificate.ts';

import { idOf } from '../run/build-run.ts';

/** Three videos of two groups: the first two share one shot, and half of their pictures. */
export function buildShown(overrides: Partial<ShownCertificate> = {}): ShownCertificate {
  const output = (number: number, symbols: readonly number[]) => ({
    ...{ file: `港口-00${number}.mp4`, sha256: 'a'.repeat(64), size: 1000, seconds: 4, title: null, id: idOf(number) },
    loudnessRange: null,
    copied: null,
    copiedShots: null,
    shots: symbols.map((symbol, index) => ({
      ...{ group: String(index + 1), material: `m${symbol}`, start: 0, end: 2, symbol },
    })),
  });
  const worst = {
    ...{ a: '港口-001.mp4', b: '港口-002.mp4', sharedShots: 1, sharedFootage: 0.5, limit: 0.6 },
    ...{ orderedDistance: 0.2, audioSimilarity: 0.7 },
  };
  return {
    ...{ version: 1, createdAt: '2026-01-01T00:00:00.000Z', project: '港口', settings: 'digest', seed: 7 },
    tools: { reelport: '0.1.0', ffmpeg: '5.1' },
    plan: {
      ...{ groups: 2, maxShared: 1, method: 'greedy', advice: [] },
      capacity: [{ maxShared: 1, bound: 9, reachable: 6, atLeast: true }],
    },
    limit: { share: 1, loosenedFrom: null },
    limits: { tolerance: 0.1, framesPerSecond: 6 },
    compared: { seen: [...SEEN], blindTo: [...BLIND_TO] },
    pairs: 3,
    shots: { least: 1, median: 2, mean: 1.7 },
    footage: { least: 0.5, median: 1, mean: 0.8 },
    ordered: { least: 0.2, median: 0.3, mean: 0.3 },
    audio: { most: 0.7, median: 0.5 },
    histogram: Array.from({ length: 20 }, (_, index) => (index === 10 ? 1 : index === 19 ? 2 : 0)),
    worst,
    matrix: btoa(String.fromCharCode(50, 0, 10)),
    failures: [],
    ...{ earlier: null, replaced: [] },
    openings: { distinct: 2, repeated: 1 },
    groups: [
      { id: '1', name: '开场' },
      { id: '2', name: '' },
    ],
    materials: [
      { material: 'm0', uses: 2, name: '码头.mp4' },
      { material: 'm1', uses: 1, name: null },
    ],
    symbols: [{ symbol: 's', uses: 2 }],
    outputs: [output(1, [0, 1]), output(2, [0, 2]), output(3, [3, 4])],
    ...overrides,
  };
}
