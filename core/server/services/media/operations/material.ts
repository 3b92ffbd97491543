import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { fail } from '#core/contract/errors.ts';

import { inspectMaterial, type Material } from '../inspect-material.ts';
import type { MaterialLimits } from '../material-rules.ts';
import type { NodeSource } from '../node-source.ts';
import type { RenderNode } from '../render-graph.ts';
import { inspectedInput, type MediaRunner } from '../runner.ts';
import { readFrameHashes, writeFrameHashes } from './frame-hash-file.ts';
import { HASH_FILTER, HASH_FRAME_BYTES, hashFrames, type FrameHashes } from './frame-hash.ts';
import { readSource } from './read-source.ts';

const FILES = { facts: 'material.json', glance: 'keys.hashes', fingerprint: 'frames.hashes' };

/** Frames a second of a fingerprint. A moving camera shows something else half a second later. */
export const FINGERPRINT_RATE = 6;

/** A material that was inspected. */
export interface KnownMaterial {
  material: Material;
  /** Hashes of its key frames: enough to tell which materials may show the same. */
  glance: FrameHashes;
}

/**
 * The node of a material's inspection: its facts, and hashes of its key frames. A material that cannot be used is
 * refused here.
 */
export function materialNode(runner: MediaRunner, source: NodeSource, limits: MaterialLimits = {}): RenderNode {
  return {
    operation: 'material',
    params: { hash: 'p64', limits: { ...limits, within: undefined, name: undefined } },
    inputs: [],
    sources: [source.hash],
    weight: 0.3,
    build: (work) =>
      source.read(async (path) => {
        const named = { ...limits, name: source.name, decode: false };
        const material = await inspectMaterial(runner, path, named, work.signal);
        await writeFile(join(work.folder, FILES.facts), JSON.stringify(material));
        const { folder: cwd, signal } = work;
        const skip = ['-skip_frame', 'nokey'];
        const rate = ['-fps_mode', 'passthrough'];
        const frames = await readSource(source, () =>
          smallFrames(runner, { path, material, cwd, signal, skip, rate, filter: HASH_FILTER }),
        );
        if (frames.length < HASH_FRAME_BYTES) {
          fail('core:media.broken', { file: source.name }, { kind: 'invalid' });
        }
        await writeFrameHashes(join(work.folder, FILES.glance), hashFrames(frames));
      }),
  };
}

/** Reads what a material node left. */
export async function readMaterial(folder: string): Promise<KnownMaterial> {
  // Our own file: its shape is the one written above for as long as the node's key stands.
  const material = JSON.parse(await readFile(join(folder, FILES.facts), 'utf8')) as Material;
  return { material, glance: await readFrameHashes(join(folder, FILES.glance)) };
}

/**
 * The node of a material's fingerprint: hashes of its frames, {@link FINGERPRINT_RATE} a second. Materials
 * that show the same can be told by it, however they were encoded.
 */
export function fingerprintNode(runner: MediaRunner, source: NodeSource, material: Material): RenderNode {
  return {
    operation: 'fingerprint',
    params: { rate: FINGERPRINT_RATE, hash: 'p64' },
    inputs: [],
    sources: [source.hash],
    weight: 0.1 + material.duration * 0.1,
    async build(work) {
      const { folder: cwd, signal } = work;
      // Non-reference frames are skipped: the rest is plenty for a few samples a second, at half the work.
      const skip = ['-skip_frame', 'noref', '-skip_loop_filter', 'all'];
      const filter = `fps=${FINGERPRINT_RATE}:round=up,${HASH_FILTER}`;
      const frames = await readSource(source, (path) =>
        smallFrames(runner, { path, material, cwd, signal, skip, rate: [], filter }),
      );
      await writeFrameHashes(join(work.folder, FILES.fingerprint), hashFrames(frames));
    },
  };
}

/** Reads what a fingerprint node left. */
export function readFingerprint(folder: string): Promise<FrameHashes> {
  return readFrameHashes(join(folder, FILES.fingerprint));
}

interface SmallFrames {
  path: string;
  material: Material;
  cwd: string;
  signal: AbortSignal;
  skip: string[];
  rate: string[];
  filter: string;
}

async function smallFrames(runner: MediaRunner, options: SmallFrames): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await runner.ffmpeg({
    cwd: options.cwd,
    signal: options.signal,
    nice: 10,
    timeout: 120 + options.material.duration * 2,
    onOutput: (chunk) => chunks.push(chunk),
    args: [
      ...['-threads', '1', ...options.skip, ...inspectedInput(options.path, options.material)],
      ...['-map', `0:${options.material.video.index}`, '-vf', options.filter, ...options.rate],
      ...['-f', 'rawvideo', 'pipe:1'],
    ],
  });
  return Buffer.concat(chunks);
}
