import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { DEFAULT_SENSITIVITY, leastStrength } from '#core/contract/shots.ts';
import { shownIn } from '#core/server/services/media/cut/choose-frames.ts';
import { listPackets } from '#core/server/services/media/cut/list-packets.ts';
import { defineOperation } from '#core/server/services/media/operation.ts';
import { readMaterial } from '#core/server/services/media/operations/material.ts';
import { readSource } from '#core/server/services/media/operations/read-source.ts';
import { inspectedInput } from '#core/server/services/media/runner.ts';
import { nearest } from '#core/server/services/media/shots/refine-cut.ts';
import { readShots } from '#core/server/services/media/shots/shots-node.ts';
import { readFrameSignals } from '#core/server/services/media/shots/watched-node.ts';
import { footageSchema } from '#plugins/pieces/footage.ts';

import { measurePictures } from './measure-pictures.ts';
import { measureSound, quietMoments, SOUND_RATE, VOICE_FILTER, VoiceLevels } from './measure-sound.ts';

const FILE = 'measures.json';

/** What the operation measures; shots and texts are found by others. */
const measuresSchema = footageSchema.omit({ shots: true, texts: true });
export type Measures = z.output<typeof measuresSchema>;

/**
 * Measures motion, detail and speech of a video, and where a cut disturbs no word. Its inputs are the nodes of the
 * material’s inspection, of what was watched, and of its shots; its source is the video, of which only sound is decoded.
 */
export const MEASURES = defineOperation({
  ...{ name: 'pieces.measures', version: 1, params: z.strictObject({ seconds: z.number() }) },
  cost: ({ seconds }) => 0.3 + seconds * 0.01,
  async build({ runner, sources: [source], inputs, folder, signal, progress }) {
    const [inspected, watched, shots] = inputs;
    if (source === undefined || inspected === undefined || watched === undefined || shots === undefined) {
      throw new TypeError(
        'pieces.measures: takes one source, and the nodes of its inspection, its frames and its shots',
      );
    }
    const material = await readMaterial(inspected, source.name, { minSeconds: 0 });
    const found = await readShots(shots);
    const least = leastStrength(DEFAULT_SENSITIVITY);
    const boundaries = found.boundaries.filter(({ strength }) => strength >= least);
    const { motion, detail } = measurePictures(await readFrameSignals(watched), found.seconds, boundaries);
    const { audio, video, startTime } = material;
    const measures = await readSource(source, async (path): Promise<Measures> => {
      const { times, scale } = shownIn(
        await listPackets(runner, { path, name: source.name, stream: video.index }, signal),
      );
      const frameAt = (seconds: number): number => {
        const at = times[nearest(times, Math.round((seconds + startTime) * scale))];
        return at === undefined ? 0 : at / scale - startTime;
      };
      const levels = new VoiceLevels();
      if (audio !== null) {
        await runner.ffmpeg({
          ...{ cwd: folder, signal, nice: 10, timeout: 120 + material.duration },
          onOutput: (chunk) => levels.add(chunk),
          onProgress: (seconds) => progress(Math.min(1, seconds / material.duration)),
          args: [
            ...['-threads', '1', ...inspectedInput(path, material), '-map', `0:${audio.index}`],
            ...['-af', VOICE_FILTER, '-ac', '1', '-ar', String(SOUND_RATE)],
            ...['-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:1'],
          ],
        });
      }
      const { pauses, voice } = measureSound(levels.finish(), found.seconds);
      const quiet = quietMoments(pauses).map(frameAt);
      return {
        ...{ motion: inHex(motion), detail: inHex(detail), voice: audio === null ? '' : inHex(voice) },
        ...{ pauses, quiet: [...new Set(quiet)].sort((a, b) => a - b) },
      };
    });
    await writeFile(join(folder, FILE), JSON.stringify(measures));
  },
});

/** Reads the output of {@link MEASURES}. */
export async function readMeasures(folder: string): Promise<Measures> {
  return measuresSchema.parse(JSON.parse(await readFile(join(folder, FILE), 'utf8')));
}

const inHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
