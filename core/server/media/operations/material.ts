import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { fail } from '#core/contract/errors.ts';

import { inspectMaterial, type Material } from '../inspect-material.ts';
import type { MaterialLimits } from '../material-rules.ts';
import type { NodeSource } from '../node-source.ts';
import type { RenderNode } from '../render-graph.ts';
import { untrustedInput, type MediaRunner } from '../runner.ts';
import { readFrameHashes, writeFrameHashes } from './frame-hash-file.ts';
import { HASH_FILTER, HASH_FRAME_BYTES, hashFrames, type FrameHashes } from './frame-hash.ts';
import { readSource } from './read-source.ts';

const FILES = { facts: 'material.json', hashes: 'frames.hashes' };

/** Frames a second that a material's fingerprint looks at. A moving camera shows something else half a second later. */
export const FINGERPRINT_RATE = 6;

/** A material that was inspected and fingerprinted. */
export interface KnownMaterial {
  material: Material;
  /** Six frame hashes a second: materials that show the same can be told by it, however they were encoded. */
  hashes: FrameHashes;
}

/**
 * The node of all that planning must know of a material: what it holds and what it shows. Building it is
 * also the inspection: a material that cannot be used is refused here.
 */
export function materialNode(runner: MediaRunner, source: NodeSource, limits: MaterialLimits = {}): RenderNode {
  return {
    operation: 'material',
    params: { rate: FINGERPRINT_RATE, hash: 'p64', limits: { ...limits, within: undefined, name: undefined } },
    inputs: [],
    sources: [source.hash],
    weight: 0.5,
    build: (work) =>
      source.read(async (path) => {
        const material = await inspectMaterial(runner, path, { ...limits, name: source.name }, work.signal);
        await writeFile(join(work.folder, FILES.facts), JSON.stringify(material));
        const frames = await readSource(source, () => smallFrames(runner, path, material, work.folder, work.signal));
        if (frames.length < HASH_FRAME_BYTES) {
          fail('core:media.no-frames', { file: source.name }, { kind: 'invalid' });
        }
        await writeFrameHashes(join(work.folder, FILES.hashes), hashFrames(frames));
      }),
  };
}

/** Reads what a material node left. */
export async function readMaterial(folder: string): Promise<KnownMaterial> {
  // Our own file: its shape is the one written above for as long as the node's key stands.
  const material = JSON.parse(await readFile(join(folder, FILES.facts), 'utf8')) as Material;
  return { material, hashes: await readFrameHashes(join(folder, FILES.hashes)) };
}

async function smallFrames(
  runner: MediaRunner,
  path: string,
  material: Material,
  cwd: string,
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await runner.ffmpeg({
    cwd,
    signal,
    nice: 10,
    timeout: 120 + material.duration * 2,
    onOutput: (chunk) => chunks.push(chunk),
    args: [
      // Frames that no other needs are skipped: the rest is plenty for a few looks a second, and half the work.
      ...['-threads', '1', '-skip_frame', 'noref', '-skip_loop_filter', 'all', ...untrustedInput(path)],
      ...['-map', `0:${material.video.index}`, '-vf', `fps=${FINGERPRINT_RATE}:round=up,${HASH_FILTER}`],
      ...['-f', 'rawvideo', 'pipe:1'],
    ],
  });
  return Buffer.concat(chunks);
}
