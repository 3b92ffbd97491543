import { rm } from 'node:fs/promises';

import { z } from 'zod';

import { throwIfCancelled } from '#core/server/services/media/abort-error.ts';
import type { Material } from '#core/server/services/media/inspect-material.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { feedProgram } from '#core/server/services/media/programs/feed-program.ts';
import { startProgram, type Program } from '#core/server/services/media/programs/start-program.ts';
import { inspectedInput, type MediaRunner } from '#core/server/services/media/runner.ts';
import type { PictureTextProvider } from '#core/server/services/providers/picture-text.ts';

import type { PartToRead } from './program.ts';
import { textTrackSchema, type SeenLine, type TextTrack } from './text-track.ts';
import { bundleFilter, RATE, windowShape } from './window-shape.ts';

/** Megabytes that watching a window may take. */
const MEGABYTES = 500;
/** The share of the work that watching is, of watching and reading. */
const WATCHING = 0.45;

/** Pictures a second of which those may be left out that no other is made from. */
const MANY_PICTURES = 29;

const partsSchema = z.array(z.object({ path: z.string(), picture: z.int(), x: z.number(), y: z.number() }));

/** A stretch of a video that is read by itself. */
export interface Window {
  /** Seconds of the material. */
  start: number;
  seconds: number;
}

export interface ReadWindowOptions extends Window {
  runner: MediaRunner;
  source: NodeSource;
  material: Material;
  provider: PictureTextProvider;
  languages: readonly string[];
  /** A folder for the pictures that are read; they are removed again. */
  folder: string;
  signal: AbortSignal;
  progress(share: number): void;
}

/**
 * Reads the text of a stretch of a video: watches its pictures in a process of its own for text that comes, has those
 * parts read by the service, and finds out from when to when each line is shown.
 */
export async function readWindow(options: ReadWindowOptions): Promise<TextTrack[]> {
  const { runner, provider, languages, folder, signal, progress, material, start } = options;
  const program = startProgram({
    ...{ tools: runner.tools, program: new URL('./program.ts', import.meta.url), folder },
    ...{ megabytes: MEGABYTES, nice: 10, hasInput: true },
  });
  const parts: PartToRead[] = [];
  try {
    parts.push(...(await watch(program, options)));
    throwIfCancelled(signal);
    let read = 0;
    const onRead = () => progress(WATCHING + ((1 - WATCHING) * ++read) / parts.length);
    const told = parts.length === 0 ? [] : await provider.read(pathsOf(parts), { languages, signal, onRead });
    const { full, small } = windowShape(shownSize(material));
    const scale = { x: small.width / full.width, y: small.height / full.height };
    const lines = parts.flatMap(({ picture, x, y }, at): SeenLine[] =>
      (told[at]?.lines ?? []).map(({ text, confidence, corners }) => {
        const [across, down] = [corners.map(([cornerX]) => cornerX), corners.map(([, cornerY]) => cornerY)];
        const [left, top] = [Math.min(...across), Math.min(...down)];
        return {
          ...{ picture, text, confidence },
          ...{ x: (x + left) * scale.x, y: (y + top) * scale.y },
          width: Math.max(1, (Math.max(...across) - left) * scale.x),
          height: Math.max(1, (Math.max(...down) - top) * scale.y),
        };
      }),
    );
    const cancel = () => void program.end();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return z
        .array(textTrackSchema)
        .parse(await program.ask({ do: 'trace', start, skips: skipsPictures(material), lines }));
    } finally {
      signal.removeEventListener('abort', cancel);
      throwIfCancelled(signal);
    }
  } finally {
    await program.end();
    for (const { path } of parts) await rm(path, { force: true });
  }
}

const pathsOf = (parts: readonly PartToRead[]): string[] => parts.map(({ path }) => path);

const shownSize = ({ video }: Material) => ({ width: video.displayWidth, height: video.displayHeight });

/**
 * Whether pictures that no other picture is made from are left out, which saves a quarter of the work: of so many a
 * second, the others follow closely enough.
 */
const skipsPictures = ({ video }: Material): boolean => (video.averageRate ?? 0) >= MANY_PICTURES;

async function watch(program: Program, options: ReadWindowOptions): Promise<PartToRead[]> {
  const { runner, source, material, folder, signal, progress, start, seconds } = options;
  const shape = windowShape(shownSize(material));
  const pictures = Math.max(1, Math.round(seconds * RATE));
  const watched = await feedProgram({
    ...{ runner, source, program, signal, task: { do: 'watch', folder, shape, pictures } },
    run: (path) => ({
      ...{ cwd: folder, signal, nice: 10, timeout: 120 + seconds * 20 },
      onProgress: (done) => progress(WATCHING * Math.min(1, done / seconds)),
      args: [
        ...['-threads', '1', '-filter_threads', '1', '-filter_complex_threads', '1'],
        ...(skipsPictures(material) ? ['-skip_frame', 'noref'] : []),
        // Letters can be read between blocks that are not smoothed. In pictures that others follow from they are, or errors
        // would add up.
        ...['-skip_loop_filter', 'bidir'],
        ...['-ss', start.toFixed(3), '-t', seconds.toFixed(3), ...inspectedInput(path, material)],
        ...['-filter_complex', bundleFilter(shape, material.video.index)],
        ...['-map', '[out]', '-f', 'rawvideo', 'pipe:1'],
      ],
    }),
  });
  return partsSchema.parse(watched);
}
