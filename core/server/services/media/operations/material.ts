import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { fail } from '#core/contract/errors.ts';

import { fingerprintOf, type Fingerprint } from '../footage/fingerprint.ts';
import { FINGERPRINT_FORMAT, readFingerprint, writeFingerprint } from '../footage/fingerprint-file.ts';
import { FOOTAGE_RATE, SMALL_FILTER, SMALL_FRAME_BYTES } from '../footage/small-frames.ts';
import { inspectMaterial, type Material } from '../inspect-material.ts';
import type { MaterialLimits } from '../material-rules.ts';
import type { NodeSource } from '../node-source.ts';
import type { RenderNode } from '../render-graph.ts';
import { inspectedInput, type MediaRunner } from '../runner.ts';
import { readSource } from './read-source.ts';

const FILES = { facts: 'material.json', glance: 'keys.footage', fingerprint: 'frames.footage' };

/** An inspected material. */
export interface KnownMaterial {
  material: Material;
  /** Its key frames: enough to tell which materials may show the same. */
  glance: Fingerprint;
}

/**
 * The node of a material's inspection: its facts, and hashes of its key frames. Fails for a material that
 * cannot be used.
 */
export function materialNode(runner: MediaRunner, source: NodeSource, limits: MaterialLimits = {}): RenderNode {
  return {
    operation: 'material',
    params: { footage: FINGERPRINT_FORMAT, limits: { ...limits, within: undefined, name: undefined } },
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
          smallFrames(runner, { path, material, cwd, signal, skip, rate, filter: SMALL_FILTER }),
        );
        if (frames.length < SMALL_FRAME_BYTES) {
          fail('core:media.broken', { file: source.name }, { kind: 'invalid' });
        }
        await writeFingerprint(join(work.folder, FILES.glance), fingerprintOf(frames));
      }),
  };
}

/** Reads the output of a material node. */
export async function readMaterial(folder: string): Promise<KnownMaterial> {
  // Our own file: it has the shape written above, or else the node's key would differ.
  const material = JSON.parse(await readFile(join(folder, FILES.facts), 'utf8')) as Material;
  return { material, glance: await readFingerprint(join(folder, FILES.glance)) };
}

/**
 * The node of a material's fingerprint, {@link FOOTAGE_RATE} frames a second, by which materials with the same footage
 * are recognised even after editing.
 */
export function fingerprintNode(runner: MediaRunner, source: NodeSource, material: Material): RenderNode {
  return {
    operation: 'fingerprint',
    params: { rate: FOOTAGE_RATE, footage: FINGERPRINT_FORMAT },
    inputs: [],
    sources: [source.hash],
    weight: 0.1 + material.duration * 0.1,
    async build(work) {
      const { folder: cwd, signal } = work;
      // Non-reference frames are skipped: the rest is plenty for a few samples a second, at half the work.
      const skip = ['-skip_frame', 'noref', '-skip_loop_filter', 'all'];
      const filter = `fps=${FOOTAGE_RATE}:round=up,${SMALL_FILTER}`;
      const frames = await readSource(source, (path) =>
        smallFrames(runner, { path, material, cwd, signal, skip, rate: [], filter }),
      );
      await writeFingerprint(join(work.folder, FILES.fingerprint), fingerprintOf(frames));
    },
  };
}

/** Reads the output of a fingerprint node. */
export function readMaterialFingerprint(folder: string): Promise<Fingerprint> {
  return readFingerprint(join(folder, FILES.fingerprint));
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
