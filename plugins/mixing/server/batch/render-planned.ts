import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { ExpectedError } from '#core/contract/errors.ts';
import type { Media } from '#core/server/services/media/media.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import type { ReadyMaterial } from '../render/ready-material.ts';
import { recipeOf, type Recipe } from '../render/recipe.ts';
import { renderOutput, type SharedSounds } from '../render/render-output.ts';
import type { BatchJournal } from './batch-journal.ts';
import { certifiable } from '../certificate/certify-outputs.ts';
import { findAlike } from '../certificate/find-alike.ts';
import type { OutputRecord, PlannedOutput } from './output-record.ts';

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
  /** Symbols that count as another one: each to the one that stands for it. */
  merged: ReadonlyMap<string, string>;
  /** Most shots that two outputs may have in common. */
  mostShared: number;
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

/** Outputs that are mixed while the sounds of others are encoded, several by one process. */
const AHEAD = 6;

export interface RenderedBatch {
  /** Hashes of materials that turned out to be damaged, with what was said of each; outputs that show them are not made. */
  broken: Map<string, ExpectedError>;
  /** What was rendered and came out too much like a finished video, with symbols that turned out to look the same. */
  replaced: { record: OutputRecord; lookalikes: readonly string[] }[];
}

/**
 * Makes every planned output that it can. Each is compared with all that are finished before it lies among them: what
 * lies there stays.
 */
export async function renderPlanned(options: RenderPlannedOptions): Promise<RenderedBatch> {
  const { media, project, journal, settings, signal } = options;
  const recipes = options.outputs.map((output) => ({ output, recipe: recipeFor(options, output) }));
  const progress = trackProgress(media, recipes, options.onProgress);
  const broken = new Map<string, ExpectedError>();
  const replaced: RenderedBatch['replaced'] = [];
  const finish = finisherOf(options, replaced);
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
      const path = join(journal.work, file);
      try {
        const rendered = await renderOutput(media, {
          ...{ project, recipe, sounds: options.sounds, output: path, work: journal.work, signal: stop },
          onProgress: (done) => progress(output, done),
        });
        await finish({ ...output, ...rendered, settings, file }, path);
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
  const ends = await Promise.allSettled(Array.from({ length: media.runner.slots + AHEAD }, worker));
  signal.throwIfAborted();
  const failure = ends.find((end) => end.status === 'rejected');
  if (failed.signal.aborted) {
    throw failed.signal.reason;
  }
  if (failure !== undefined) {
    throw failure.reason;
  }
  return { broken, replaced };
}

/** Ends outputs one after another, so that each is compared with all that were finished before. */
function finisherOf(
  { journal, settings, merged, mostShared, out }: RenderPlannedOptions,
  replaced: RenderedBatch['replaced'],
): (record: OutputRecord, path: string) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const finish = async (record: OutputRecord, path: string): Promise<void> => {
    const finished = journal.records.filter((other) => other.settings === settings && other.file !== record.file);
    const alike = findAlike(
      certifiable(record, merged),
      finished.map((other) => certifiable(other, merged)),
      mostShared,
    );
    if (alike === null) {
      await rename(path, join(out, record.file));
      await journal.add(record);
      return;
    }
    const { index, shots, title } = record;
    await journal.replace({ index, shots, title, like: alike.file });
    await rm(path);
    replaced.push({ record, lookalikes: alike.lookalikes });
  };
  return (record, path) => {
    const ended = last.then(() => finish(record, path));
    last = ended.catch(() => {});
    return ended;
  };
}

function hashOf({ materials }: RenderPlannedOptions, id: string): string {
  return materials.get(id)?.source.hash ?? '';
}

function recipeFor({ media, project, materials, blends }: RenderPlannedOptions, output: PlannedOutput): Recipe {
  return recipeOf(media, { project, materials, blends, shots: output.shots, title: output.title });
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
