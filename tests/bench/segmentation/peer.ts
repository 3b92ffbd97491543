import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { ClipRecipe } from './corpus.ts';
import kept from './scenedetect-figures.json' with { type: 'json' };
import { f1Of, score, type Scored } from './score.ts';
import type { SpeedClip } from './speed-clips.ts';

const PROGRAM = fileURLToPath(new URL('find_with_scenedetect.py', import.meta.url));
const DETECTORS = ['Content', 'Adaptive', 'Threshold', 'Histogram', 'Hash'] as const;

/** What the best of PySceneDetect's detectors comes to, as they are by default. */
export interface Peer {
  /** Which one it is, and when it was measured unless in this run. */
  note: string;
  /** F1 in percent, to a tenth. */
  best(of: Scored): { f1: number; detector: string };
  /** How fast its default detector is on one core, in times real time. */
  rate(name: SpeedClip['name']): number;
}

/**
 * Measures PySceneDetect where it is installed; elsewhere what it came to on the very same clips when they were drawn
 * first is taken from a file.
 */
export function measurePeer(
  clips: readonly { clip: ClipRecipe; path: string }[],
  speedClips: readonly SpeedClip[],
): Peer {
  const run = spawnSync('python3', [PROGRAM, '--version'], { encoding: 'utf8' });
  if (run.status !== 0) return keptPeer();
  const answers = ask<Record<(typeof DETECTORS)[number], number[]>>(clips.map(({ path }) => path));
  const scores = DETECTORS.map((detector) => {
    const found = clips.map(({ clip }, at) => ({ clip, frames: answers[at]?.[detector] ?? [] }));
    return { detector, score: score(found) };
  });
  const times = ask<{ seconds: number }>(
    speedClips.map(({ path }) => path),
    '--time',
  );
  return {
    note: `PySceneDetect ${run.stdout.trim()} with the defaults of its detectors ${DETECTORS.join(', ')}; of each kind the best one counts.`,
    best: (of) =>
      scores
        .map(({ detector, score }) => ({ detector, f1: f1Of(score, of) }))
        .reduce((best, one) => (one.f1 > best.f1 ? one : best)),
    rate(name) {
      const own = speedClips.flatMap((clip, at) => (clip.name === name ? [{ clip, time: times[at] }] : []));
      const sum = (of: (one: (typeof own)[number]) => number) => own.reduce((all, one) => all + of(one), 0);
      return sum(({ clip }) => clip.seconds) / sum(({ time }) => time?.seconds ?? NaN);
    },
  };
}

function keptPeer(): Peer {
  return {
    note: `PySceneDetect ${kept.version} with the defaults of its detectors ${DETECTORS.join(', ')}; of each kind the best one counts. It is not installed here: its figures are those of ${kept.measured}, on the same clips.`,
    best: (of) => kept.best[of],
    rate: (name) => kept.rates[name],
  };
}

function ask<T>(paths: readonly string[], ...args: string[]): T[] {
  const run = spawnSync('python3', [PROGRAM, ...args], { encoding: 'utf8', input: paths.join('\n'), maxBuffer: 1e8 });
  if (run.status !== 0) throw new Error(`PySceneDetect failed: ${run.stderr}`);
  // Lines of our own program.
  return run.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}
