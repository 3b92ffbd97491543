import type { Certificate } from '#plugins/mixing/certificate.ts';
import { makeCertificate, type CertifiedOutput } from '#plugins/mixing/server/certificate/make-certificate.ts';
import { plan } from '#plugins/mixing/server/plan/plan.ts';
import { seededRandom } from '#plugins/mixing/server/plan/random.ts';
import { buildFootage } from '#tests/unit/mixing/build-footage.ts';
import { buildPlanInput } from '#tests/unit/mixing/plan/build-plan-input.ts';

export interface BatchOptions {
  sizes: readonly number[];
  count: number;
  /** Frames of each shot, 6 a second; 12 when absent. */
  frames?: number;
  seed?: number;
  file?: (index: number) => string;
}

/** Outputs as a plan makes them, every symbol with random footage of its own. */
export function buildOutputs(options: BatchOptions): CertifiedOutput[] {
  const random = seededRandom(options.seed ?? 1);
  const frames = options.frames ?? 12;
  const planned = plan(buildPlanInput(options.sizes, { count: options.count }));
  const footage = new Map(Object.keys(planned.use.symbols).map((symbol) => [symbol, buildFootage(frames, random)]));
  return planned.words.map((word, index) => {
    const shots = word.shots.map(({ symbol }) => ({ symbol, frames }));
    const segments = shots.map(({ symbol }) => ({
      symbol,
      footage: footage.get(symbol) ?? buildFootage(frames, random),
    }));
    return {
      file: options.file?.(index) ?? `${String(index + 1).padStart(3, '0')}.mp4`,
      sha256: 'ab'.repeat(32),
      size: 1_000_000,
      seconds: (frames / 6) * shots.length,
      title: null,
      loudnessRange: null,
      copied: null,
      copiedShots: null,
      shots,
      placed: word.shots.map(({ group, material, window }) => ({ group, material, window })),
      segments,
      parts: segments.map(({ symbol, footage: shown }) => ({ key: symbol, footage: shown })),
      audio: Uint32Array.from({ length: 2 * frames * shots.length }, () => random.below(4294967296)),
    };
  });
}

export function certify(outputs: readonly CertifiedOutput[], groups: number): Certificate {
  return makeCertificate({
    project: 'harbour',
    settings: 'cd'.repeat(16),
    seed: 7,
    tools: { reelport: '0.1.0', ffmpeg: '5.1.9' },
    plan: { groups, maxShared: 3, method: 'linear', capacity: [], advice: [] },
    outputs,
    mostShared: 20,
    materials: [...new Set(outputs.flatMap(({ placed }) => placed.map(({ material }) => material))), 'never-used'],
    now: new Date('2026-11-21T08:00:00Z'),
  });
}

export function buildCertificate(options: BatchOptions): Certificate {
  return certify(buildOutputs(options), options.sizes.length);
}
