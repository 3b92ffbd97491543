import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Boundary, FoundShots } from '#core/contract/shots.ts';

import { shownIn } from '../cut/choose-frames.ts';
import { listPictures } from '../cut/list-indexed.ts';
import type { Material } from '../inspect-material.ts';
import type { NodeSource } from '../node-source.ts';
import { readSource } from '../operations/read-source.ts';
import type { RenderNode } from '../render-graph.ts';
import type { MediaRunner } from '../runner.ts';
import { findBoundaries } from './find-boundaries.ts';
import { gridAt } from './find-cuts.ts';
import { nearest, refineCuts } from './refine-cut.ts';
import { readFrameSignals, watchedNode } from './watched-node.ts';

const FILE = 'shots.json';

/** Must change whenever the same signals would give other boundaries: part of node parameters. */
export const SHOTS_FORMAT = 'fusion-4';

/**
 * The node of a video's shots: where one follows another, exact to the frame. Reads what {@link watchedNode} has found
 * out, and decodes no more than the frames around cuts that fell between those.
 */
export function shotsNode(runner: MediaRunner, source: NodeSource, material: Material): RenderNode {
  return {
    operation: 'shots',
    params: { as: SHOTS_FORMAT },
    inputs: [watchedNode(runner, source, material)],
    sources: [source.hash],
    weight: 0.2 + material.duration * 0.01,
    async build({ folder, inputs: [watched = ''], signal }) {
      const signals = await readFrameSignals(watched);
      const stream = material.video.index;
      const found = await readSource(source, async (path): Promise<FoundShots> => {
        const list = await listPictures(runner, { path, name: source.name, stream }, signal);
        const { times, end, scale } = shownIn(list);
        const begins = material.startTime;
        const seconds = (ticks: number) => ticks / scale - begins;
        const frameOf = (at: number) => nearest(times, Math.round(((signals.times[at] ?? 0) + begins) * scale));
        const watched = (await inTurns(findBoundaries(signals), signal)).map(({ from, to, ...boundary }) => ({
          ...boundary,
          ...{ from: frameOf(from), to: frameOf(to) },
        }));
        const cuts = watched.filter(({ kind }) => kind === 'cut');
        const seen = new Map(Array.from(signals.times, (_, at) => [frameOf(at), gridAt(signals, at)]));
        const firsts = await refineCuts(runner, { path, material, list, times, seen, folder, signal }, cuts);
        const at = (number: number) => seconds(times[number] ?? end);
        const boundaries = watched.map((boundary): Boundary => {
          const { kind, from, to, certainty } = boundary;
          const middle = Math.round((from + 1 + to) / 2);
          const frame = kind === 'cut' ? (firsts[cuts.indexOf(boundary)] ?? to) : middle;
          const [first, last] = kind === 'cut' ? [frame, frame] : [from + 1, to];
          return { kind, frame, seconds: at(frame), from: at(first), to: at(last), strength: certainty };
        });
        return { frames: times.length, seconds: seconds(end), boundaries };
      });
      await writeFile(join(folder, FILE), JSON.stringify(found));
    },
  };
}

/** Milliseconds of work after which others in this process have their turn. */
const TURN = 50;

async function inTurns<T>(steps: Generator<void, T>, signal: AbortSignal): Promise<T> {
  let since = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - since < TURN) continue;
    await nextTurn();
    signal.throwIfAborted();
    since = performance.now();
  }
}

/** Reads the output of a shots node. */
export async function readShots(folder: string): Promise<FoundShots> {
  // Our own file: it has the shape written above, or else the node's key would differ.
  return JSON.parse(await readFile(join(folder, FILE), 'utf8')) as FoundShots;
}
