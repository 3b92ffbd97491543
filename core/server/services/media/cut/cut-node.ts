import { existsSync } from 'node:fs';
import { constants, copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { CutFacts } from '#core/contract/cut-facts.ts';
import type { BitRates } from '#core/contract/fit-limits.ts';
import { partAt, type Reframe } from '#core/contract/reframe.ts';

import { inspectMaterial } from '../inspect-material.ts';
import type { Media } from '../media.ts';
import type { NodeSource } from '../node-source.ts';
import { readSource } from '../operations/read-source.ts';
import type { RenderNode } from '../render-graph.ts';
import type { MediaRunner } from '../runner.ts';
import { CUT_FILES, exactCut } from './exact-cut.ts';

/** Which part of a video is kept, and how it is shown. */
export interface Cut {
  /** Seconds of the video at which the first frame is on screen, and at which that is behind the last one. */
  from: number;
  /** Null for the end. */
  to: number | null;
  reframe: Reframe;
  /** What pictures and sound may take at most; all is encoded then. As much as they need when absent. */
  rates?: BitRates | undefined;
}

/** CPU seconds that a second of a clip takes where it has to be encoded. */
const COST_OF_SECOND = 0.8;

/** Pixels across of the picture that stands for a cut. */
const POSTER_WIDTH = 480;

/** The node of a cut exact to the frame; its output are the files of {@link CUT_FILES}. */
export function cutNode(
  runner: MediaRunner,
  source: NodeSource,
  { from, to, reframe: wanted, rates }: Cut,
): RenderNode {
  return {
    operation: 'cut',
    params: { from, to, reframe: wanted, ...(rates === undefined ? {} : { rates: { ...rates } }) },
    inputs: [],
    sources: [source.hash],
    weight: 1 + Math.max(0, (to ?? from + 30) - from) * COST_OF_SECOND,
    async build({ folder, signal, progress }) {
      const { name } = source;
      await readSource(source, async (path) => {
        const material = await inspectMaterial(runner, path, { minSeconds: 0, name }, signal);
        const { displayWidth: width, displayHeight: height } = material.video;
        const part = partAt(wanted, { width, height }, 0);
        // A part that is all of the picture is none, so that the picture can be copied.
        const isAll = (1 - part.width) * width < 1e-3 && (1 - part.height) * height < 1e-3;
        const reframe = isAll ? { ...wanted, part: null } : wanted;
        const shown = { from, to, reframe, rates };
        await exactCut(runner, { ...shown, path, name, material, folder, signal, onProgress: progress });
      });
    },
  };
}

/**
 * Makes a cut, unless it was made before, and puts it into a folder with a picture that stands for it.
 * @returns names of the files in the folder, and what became of the cut
 * @throws what {@link exactCut} throws
 */
export async function makeCut(
  media: Pick<Media, 'graph' | 'runner'>,
  source: NodeSource,
  cut: Cut,
  work: CutWork,
): Promise<MadeCut> {
  return takeCut(media, cutNode(media.runner, source, cut), work);
}

/** Where the files of a cut go, and who is told of its progress. */
export interface CutWork {
  folder: string;
  signal: AbortSignal;
  progress(done: number): void;
}

/** A cut: its files, and what became of it. */
export interface MadeCut {
  video: string;
  poster: string;
  facts: CutFacts;
}

/**
 * Makes a node whose output are the files of {@link CUT_FILES}, unless it was made before, and puts them into a folder
 * with a picture that stands for the video.
 */
export async function takeCut(
  media: Pick<Media, 'graph' | 'runner'>,
  node: RenderNode,
  { folder, signal, progress }: CutWork,
): Promise<MadeCut> {
  const [video, poster] = [join(folder, 'cut.mp4'), join(folder, POSTER_FILE)];
  const facts = await media.graph.make(
    [node],
    async ([made = '']) => {
      await copyFile(join(made, CUT_FILES.video), video, constants.COPYFILE_FICLONE);
      // Our own file: it has the shape that the node writes, or else its key would differ.
      return JSON.parse(await readFile(join(made, CUT_FILES.facts), 'utf8')) as CutFacts;
    },
    { signal, onProgress: (done) => progress(done) },
  );
  await drawPoster(media.runner, video, { seconds: facts.seconds, folder, signal });
  return { video, poster, facts };
}

const POSTER_FILE = 'poster.jpg';

/**
 * Draws a picture that stands for a video of ours.
 * @returns its path, in the folder
 */
async function drawPoster(
  runner: MediaRunner,
  video: string,
  { seconds, folder, signal }: { seconds: number; folder: string; signal: AbortSignal },
): Promise<string> {
  const poster = join(folder, POSTER_FILE);
  // What a clip begins with is often black; but no frame may begin later, as in a cut of one frame.
  for (const at of [seconds / 3, 0]) {
    if (existsSync(poster)) break;
    await runner.ffmpeg({
      ...{ cwd: folder, signal, brief: true },
      args: [
        ...['-ss', String(at), '-i', video, '-frames:v', '1'],
        ...['-vf', `scale=${POSTER_WIDTH}:-2`, '-q:v', '3', '-update', '1', poster],
      ],
    });
  }
  return poster;
}
