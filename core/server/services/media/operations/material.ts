import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { fail } from '#core/contract/errors.ts';
import type { Picture } from '#core/contract/picture.ts';

import { fingerprintOf, type Fingerprint } from '../footage/fingerprint.ts';
import { FINGERPRINT_FORMAT, readFingerprint, writeFingerprint } from '../footage/fingerprint-file.ts';
import { FOOTAGE_OUTPUT, FOOTAGE_RATE, SMALL_FRAME_BYTES } from '../footage/small-frames.ts';
import { inspectMaterial, refuseBeyond, type Material } from '../inspect-material.ts';
import type { MaterialLimits } from '../material-rules.ts';
import type { NodeSource } from '../node-source.ts';
import type { RenderNode } from '../render-graph.ts';
import { inspectedInput, type MediaRunner } from '../runner.ts';
import { readFitting } from './fitting-material.ts';
import { readSource } from './read-source.ts';

const FILES = { facts: 'material.json', fingerprint: 'frames.footage' };

/** What is asked of a material besides that it can be used at all: what {@link refuseBeyond} looks at. */
export type AskedOfMaterial = Pick<MaterialLimits, 'maxBytes' | 'minSeconds'>;

/**
 * The node of a material's inspection: its facts, the same for everybody, however short it may be or large. Fails for a
 * material that nobody can use.
 * @param fitting a format that the material may have; then reading its index takes the place of an inspection
 */
export function materialNode(runner: MediaRunner, source: NodeSource, fitting?: Picture): RenderNode {
  return {
    operation: 'material',
    params: {},
    inputs: [],
    sources: [source.hash],
    weight: 0.3,
    brief: true,
    build: (work) =>
      source.read(async (path) => {
        const limits = { minSeconds: 0, name: source.name };
        const fits = fitting === undefined ? null : await readFitting(runner, path, fitting);
        const material = fits ?? (await inspectMaterial(runner, path, limits, work.signal));
        await writeFile(join(work.folder, FILES.facts), JSON.stringify(material));
      }),
  };
}

/**
 * Reads the output of a material node.
 * @param name of the material in messages
 * @throws expected `core:media.too-big` (413), `.too-short`
 */
export async function readMaterial(folder: string, name: string, asked: AskedOfMaterial = {}): Promise<Material> {
  // Our own file: it has the shape written above, or else the node's key would differ.
  const material = JSON.parse(await readFile(join(folder, FILES.facts), 'utf8')) as Material;
  refuseBeyond(material, { ...asked, name });
  return material;
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
      const chunks: Buffer[] = [];
      await readSource(source, (path) =>
        runner.ffmpeg({
          ...{ cwd, signal, nice: 10 },
          timeout: 120 + material.duration * 2,
          onOutput: (chunk) => chunks.push(chunk),
          args: [
            ...['-threads', '1', '-filter_threads', '1', ...skip, ...inspectedInput(path, material)],
            ...['-map', `0:${material.video.index}`, ...FOOTAGE_OUTPUT],
          ],
        }),
      );
      const frames = Buffer.concat(chunks);
      if (frames.length < SMALL_FRAME_BYTES) {
        fail('core:media.broken', { file: source.name }, { kind: 'invalid' });
      }
      await writeFingerprint(join(work.folder, FILES.fingerprint), fingerprintOf(frames));
    },
  };
}

/** Reads the output of a fingerprint node. */
export function readMaterialFingerprint(folder: string): Promise<Fingerprint> {
  return readFingerprint(join(folder, FILES.fingerprint));
}
