import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { NodeSource } from '../node-source.ts';
import type { RenderNode } from '../render-graph.ts';
import { untrustedInput, type MediaRunner } from '../runner.ts';
import { readSource } from './read-source.ts';

/** The file in the output folder of a waveform node: one byte per peak, 0 to 255, evenly spread. */
export const WAVEFORM_FILE = 'peaks.bin';

/** Beside it: `{ seconds }`, the length of sound that could be read. */
export const SOUND_FACTS_FILE = 'sound.json';

const RATE = 8000;
/** Samples reduced to one level while the length is not known yet. */
const STEP = 8;
const MAX_SECONDS = 4 * 60 * 60;

/** Options of an output that writes a sound as {@link Levels} take it. */
export function levelsOutput(to: string, mostSeconds: number): string[] {
  return [
    ...['-map', '0:a:0', '-t', String(mostSeconds), '-ac', '1', '-ar', String(RATE)],
    ...['-c:a', 'pcm_s16le', '-f', 's16le', to],
  ];
}

/** Writes the files of a waveform. */
export async function writeWaveform(folder: string, levels: Levels, peaks: number): Promise<void> {
  await writeFile(join(folder, WAVEFORM_FILE), levels.outline(peaks));
  await writeFile(join(folder, SOUND_FACTS_FILE), JSON.stringify({ seconds: levels.samples / RATE }));
}

/**
 * The node of a sound's waveform: its highest level in each of `peaks` equal stretches.
 * @param options.mostSeconds longer sounds are read only this far; four hours by default
 */
export function waveformNode(
  runner: MediaRunner,
  options: { source: NodeSource; peaks: number; mostSeconds?: number },
): RenderNode {
  const { source, peaks, mostSeconds = MAX_SECONDS } = options;
  return {
    operation: 'waveform',
    params: { peaks, mostSeconds, facts: 'seconds' },
    inputs: [],
    sources: [source.hash],
    weight: 0.2,
    async build(work) {
      const levels = new Levels();
      await readSource(source, (path) =>
        runner.ffmpeg({
          cwd: work.folder,
          signal: work.signal,
          onOutput: (chunk) => levels.add(chunk),
          args: [...untrustedInput(path), ...levelsOutput('pipe:1', mostSeconds)],
        }),
      );
      await writeWaveform(work.folder, levels, peaks);
    },
  };
}

/** Levels of a sound as it streams in, one byte per {@link STEP} samples, so that hours take megabytes. */
export class Levels {
  samples = 0;
  #levels = new Uint8Array(64 * 1024);
  /** The first byte of a sample whose second byte has not arrived yet. */
  #half: number | undefined;

  add(chunk: Buffer): void {
    let at = 0;
    if (this.#half !== undefined && chunk.length > 0) {
      this.#sample(this.#half | (chunk.readInt8(0) << 8));
      this.#half = undefined;
      at = 1;
    }
    for (; at + 1 < chunk.length; at += 2) this.#sample(chunk.readInt16LE(at));
    if (at < chunk.length) this.#half = chunk[at];
  }

  outline(peaks: number): Uint8Array {
    const outline = new Uint8Array(peaks);
    const count = Math.ceil(this.samples / STEP);
    for (let index = 0; index < count; index += 1) {
      const at = Math.floor((index * peaks) / count);
      outline[at] = Math.max(outline[at] ?? 0, this.#levels[index] ?? 0);
    }
    return outline;
  }

  #sample(value: number): void {
    const at = Math.floor(this.samples / STEP);
    if (at >= this.#levels.length) {
      const larger = new Uint8Array(this.#levels.length * 2);
      larger.set(this.#levels);
      this.#levels = larger;
    }
    const level = Math.min(255, Math.abs(value) >> 7);
    if (level > (this.#levels[at] ?? 0)) this.#levels[at] = level;
    this.samples += 1;
  }
}
