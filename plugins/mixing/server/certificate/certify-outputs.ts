import { NO_FOOTAGE } from '#core/server/services/media/footage/fingerprint.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import type { Certificate } from '#plugins/mixing/certificate.ts';
import { makeCertificate, type CertifiedOutput } from './make-certificate.ts';
import type { PlanGroup } from '../plan/plan-input.ts';
import { framesToTell } from '../plan/shared-footage.ts';
import { projectCapacity } from '../plan/project-capacity.ts';
import type { PlacedShot } from '../render/plan-outputs.ts';
import type { RenderedOutput } from '../render/render-output.ts';
import { bodiesOf } from '../render/shot-footage.ts';

/** An output that was made, with what was planned for it. */
export interface MadeOutput extends RenderedOutput {
  file: string;
  title: string | null;
  shots: PlacedShot[];
}

export interface CertifyOutputsOptions {
  project: MixProject;
  /** What each group could show. */
  groups: readonly PlanGroup[];
  outputs: readonly MadeOutput[];
  /** What the project's other runs made before, and how many that are in all. */
  earlier?: { outputs: readonly MadeOutput[]; all: number };
  replaced?: Certificate['replaced'];
  /** Symbols that count as another one: each to the one that stands for it. */
  merged: ReadonlyMap<string, string>;
  share?: number;
  /** The limit that was asked for first, where its owner loosened it. */
  loosenedFrom?: number | null;
  /** Most shots that two outputs may have in common, as planned; all but one when absent. */
  mostShared: number | null;
  /** How the words were found; null when they were planned in an earlier start. */
  method: string | null;
  seed: number;
  settings: string;
  tools: Certificate['tools'];
  now: Date;
}

/** Certifies the outputs of a project: every pair compared. */
export function certifyOutputs(options: CertifyOutputsOptions): Certificate {
  const { project, groups, merged, seed, share } = options;
  const outputs = options.outputs.map((output) => certifiable(output, merged));
  const count = Math.max(1, outputs.length);
  // A group whose last clip turned out to be broken has nothing to show.
  const capacity = groups.every(({ shots }) => shots.length > 0)
    ? projectCapacity({ groups: [...groups], history: [], count, seed, maxShared: share })
    : { rows: [], advice: [] };
  return makeCertificate({
    project: project.name,
    settings: options.settings,
    seed,
    tools: options.tools,
    plan: {
      groups: groups.length,
      maxShared: mostShared(outputs),
      method: options.method,
      capacity: capacity.rows,
      advice: capacity.advice,
    },
    limit: { share: share ?? null, loosenedFrom: options.loosenedFrom ?? null },
    outputs,
    earlier: options.earlier && {
      ...options.earlier,
      outputs: options.earlier.outputs.map((output) => certifiable(output, merged)),
    },
    replaced: options.replaced,
    mostShared: share ?? Math.min(options.mostShared ?? Infinity, groups.length - 1),
    materials: [...new Set(groups.flatMap(({ shots }) => shots.map(({ material }) => material)))],
    now: options.now,
  });
}

/** An output as comparing needs it. */
export function certifiable(output: MadeOutput, merged: ReadonlyMap<string, string>): CertifiedOutput {
  const bodies = bodiesOf(output.parts);
  const shots = output.shots.map(({ symbol }, index) => ({
    symbol: merged.get(symbol) ?? symbol,
    frames: framesToTell(bodies[index]?.footage ?? NO_FOOTAGE).length,
  }));
  return {
    ...{ file: output.file, sha256: output.sha256, size: output.size, seconds: output.seconds, title: output.title },
    loudnessRange: output.loudnessRange ?? null,
    copied: output.copied ?? null,
    copiedShots: output.copiedShots ?? null,
    ...{ shots, parts: output.parts, audio: output.audio, placed: output.shots },
    segments: bodies.flatMap(({ footage }, index) => {
      const symbol = shots[index]?.symbol;
      return symbol === undefined ? [] : [{ symbol, footage }];
    }),
  };
}

function mostShared(outputs: readonly CertifiedOutput[]): number {
  let most = 0;
  outputs.forEach((a, index) => {
    const own = new Set(a.shots.map(({ symbol }) => symbol));
    for (const b of outputs.slice(index + 1)) {
      most = Math.max(most, new Set(b.shots.map(({ symbol }) => symbol)).intersection(own).size);
    }
  });
  return most;
}
