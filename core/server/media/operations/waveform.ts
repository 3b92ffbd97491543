import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { NodeSource } from '../node-source.ts';
import type { RenderNode } from '../render-graph.ts';
import { untrustedInput, type MediaRunner } from '../runner.ts';
import { readSource } from './read-source.ts';

/** The file in the output folder of a waveform node: one byte a peak, 0 to 255, evenly spread. */
export const WAVEFORM_FILE = 'peaks.bin';

/** The node of a sound's outline: its highest level in each of `peaks` stretches. */
export function waveformNode(runner: MediaRunner, options: { source: NodeSource; peaks: number }): RenderNode {
  const { source, peaks } = options;
  return {
    operation: 'waveform',
    params: { peaks },
    inputs: [],
    sources: [source.hash],
    weight: 0.2,
    async build(work) {
      const chunks: Buffer[] = [];
      await readSource(source, (path) =>
        runner.ffmpeg({
          cwd: work.folder,
          signal: work.signal,
          onOutput: (chunk) => chunks.push(chunk),
          args: [
            ...untrustedInput(path),
            ...['-map', '0:a:0', '-ac', '1', '-ar', '8000', '-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:1'],
          ],
        }),
      );
      await writeFile(join(work.folder, WAVEFORM_FILE), outline(Buffer.concat(chunks), peaks));
    },
  };
}

function outline(samples: Buffer, peaks: number): Uint8Array {
  const count = samples.length >> 1;
  const levels = new Uint8Array(peaks);
  for (let index = 0; index < count; index++) {
    const at = Math.floor((index * peaks) / count);
    const level = Math.min(255, Math.abs(samples.readInt16LE(index * 2)) >> 7);
    if (level > (levels[at] ?? 0)) {
      levels[at] = level;
    }
  }
  return levels;
}
