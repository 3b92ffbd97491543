import { join } from 'node:path';

import { ExpectedError } from '#core/contract/errors.ts';
import type { Media } from '#core/server/services/media/media.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import type { ReadyMaterial } from '../render/ready-material.ts';
import { recipeOf, type Recipe } from '../render/recipe.ts';
import { renderOutput, type SharedSounds } from '../render/render-output.ts';
import type { BatchJournal } from './batch-journal.ts';
import type { PlannedOutput } from './output-record.ts';

export interface RenderPlannedOptions {
  media: Media;
  project: MixProject;
  materials: ReadonlyMap<string, ReadyMaterial>;
  /** Frames that neighbouring shots share, by group id. */
  blends: ReadonlyMap<string, number>;
  sounds: SharedSounds;
  outputs: readonly PlannedOutput[];
  journal: BatchJournal;
  settings: string;
  out: string;
  signal: AbortSignal;
  onProgress(done: number, secondsLeft: number | null): void;
}

/** The file of an output inside its folder. */
export function outputFile(index: number): string {
  return `${String(index + 1).padStart(3, '0')}.mp4`;
}

/** Joining one output, in the weight of nodes. */
const JOINING_WEIGHT = 1;

/**
 * Makes every planned output that it can.
 * @returns hashes of materials that turned out to be damaged, with what was said of each; outputs that show them are not made
 */
export async function renderPlanned(options: RenderPlannedOptions): Promise<Map<string, ExpectedError>> {
  const { media, project, journal, settings, out, signal } = options;
  const recipes = options.outputs.map((output) => ({ output, recipe: recipeFor(options, output) }));
  const progress = trackProgress(media, recipes, options.onProgress);
  const broken = new Map<string, ExpectedError>();
  const waiting = [...recipes];
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);

  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { output, recipe } = next;
      stop.throwIfAborted();
      if (output.shots.some((shot) => broken.has(hashOf(options, shot.material)))) {
        continue;
      }
      const file = outputFile(output.index);
      try {
        const rendered = await renderOutput(media, {
          ...{ project, recipe, sounds: options.sounds, output: join(out, file), work: journal.work, signal: stop },
          onProgress: (done) => progress(output, done),
        });
        await journal.add({ ...output, ...rendered, settings, file });
        progress(output, 1);
      } catch (error) {
        const material = error instanceof ExpectedError ? error.params['material'] : undefined;
        if (!(error instanceof ExpectedError) || error.code !== 'core:media.broken' || typeof material !== 'string') {
          failed.abort(error);
          throw error;
        }
        broken.set(material, error);
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: media.runner.slots }, worker));
  signal.throwIfAborted();
  const failure = ends.find((end) => end.status === 'rejected');
  if (failed.signal.aborted) {
    throw failed.signal.reason;
  }
  if (failure !== undefined) {
    throw failure.reason;
  }
  return broken;
}

function hashOf({ materials }: RenderPlannedOptions, id: string): string {
  return materials.get(id)?.source.hash ?? '';
}

function recipeFor({ media, project, materials, blends }: RenderPlannedOptions, output: PlannedOutput): Recipe {
  return recipeOf(media.runner, { project, materials, blends, shots: output.shots, title: output.title });
}

/** Progress over all outputs; a node that several need counts for the first of them. */
function trackProgress(
  media: Media,
  recipes: readonly { output: PlannedOutput; recipe: Recipe }[],
  report: (done: number, secondsLeft: number | null) => void,
) {
  const seen = new Set<string>();
  const weights = new Map<PlannedOutput, number>();
  for (const { output, recipe } of recipes) {
    let weight = JOINING_WEIGHT;
    for (const node of recipe.nodes) {
      const key = media.graph.key(node);
      weight += seen.has(key) ? 0 : node.weight;
      seen.add(key);
    }
    weights.set(output, weight);
  }
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const shares = new Map<PlannedOutput, number>();
  const started = Date.now();
  let best = 0;
  return (output: PlannedOutput, done: number) => {
    shares.set(output, Math.max(done, shares.get(output) ?? 0));
    let sum = 0;
    for (const [each, share] of shares) {
      sum += share * (weights.get(each) ?? 0);
    }
    best = Math.max(best, total === 0 ? 1 : sum / total);
    const elapsed = (Date.now() - started) / 1000;
    report(best, best > 0.02 && elapsed > 2 ? (elapsed * (1 - best)) / best : null);
  };
}
