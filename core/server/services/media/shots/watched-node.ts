import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { fail } from '#core/contract/errors.ts';

import { FINGERPRINT_FORMAT, readFingerprint, writeFingerprint } from '../footage/fingerprint-file.ts';
import { fingerprintOf, type Fingerprint } from '../footage/fingerprint.ts';
import { FOOTAGE_OF_SMALL, FOOTAGE_RATE, SMALL_FRAME_BYTES } from '../footage/small-frames.ts';
import type { Material } from '../inspect-material.ts';
import type { NodeSource } from '../node-source.ts';
import { readSource } from '../operations/read-source.ts';
import type { RenderNode } from '../render-graph.ts';
import { inspectedInput, type MediaRunner } from '../runner.ts';
import type { FrameSignals } from './frame-signals.ts';
import { readSignals, SIGNALS_FORMAT, writeSignals } from './signals-file.ts';
import { SKIPPED, watchFrames } from './watch-frames.ts';

const FILES = { fingerprint: 'frames.footage', signals: 'frames.signals', footage: 'footage.gray' };

/**
 * The node of all that is found out about a video by decoding it once, small: its fingerprint, {@link FOOTAGE_RATE}
 * frames a second, by which videos with the same footage are recognised even after editing, and the signals of every
 * frame, by which its shots are found.
 */
export function watchedNode(runner: MediaRunner, source: NodeSource, material: Material): RenderNode {
  return {
    operation: 'watched',
    params: { rate: FOOTAGE_RATE, footage: FINGERPRINT_FORMAT, signals: SIGNALS_FORMAT },
    inputs: [],
    sources: [source.hash],
    weight: 0.1 + material.duration * 0.1,
    async build({ folder, signal, progress }) {
      const signals = await readSource(source, (path) =>
        watchFrames(runner, {
          ...{ folder, signal, video: material.video },
          feed: { input: [...SKIPPED, ...inspectedInput(path, material)], stream: material.video.index },
          timeout: 120 + material.duration * 2,
          smallOutput: { filter: FOOTAGE_OF_SMALL, options: ['-f', 'rawvideo', FILES.footage] },
          onProgress: (seconds) => progress(Math.min(1, seconds / material.duration)),
        }),
      );
      const footage = join(folder, FILES.footage);
      const frames = await readFile(footage);
      if (frames.length < SMALL_FRAME_BYTES) fail('core:media.broken', { file: source.name }, { kind: 'invalid' });
      await writeFingerprint(join(folder, FILES.fingerprint), fingerprintOf(frames));
      await writeSignals(join(folder, FILES.signals), signals);
      await rm(footage);
    },
  };
}

/** Reads what the output of a watched node shows. */
export function readMaterialFingerprint(folder: string): Promise<Fingerprint> {
  return readFingerprint(join(folder, FILES.fingerprint));
}

/** Reads the signals in the output of a watched node. */
export function readFrameSignals(folder: string): Promise<FrameSignals> {
  return readSignals(join(folder, FILES.signals));
}
