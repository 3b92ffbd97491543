import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Picture } from '#core/contract/picture.ts';

import { inspectMaterial, refuseBeyond, type Material } from '../inspect-material.ts';
import type { MaterialLimits } from '../material-rules.ts';
import type { NodeSource } from '../node-source.ts';
import type { RenderNode } from '../render-graph.ts';
import type { MediaRunner } from '../runner.ts';
import { readFitting } from './fitting-material.ts';

const FACTS = 'material.json';

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
        await writeFile(join(work.folder, FACTS), JSON.stringify(material));
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
  const material = JSON.parse(await readFile(join(folder, FACTS), 'utf8')) as Material;
  refuseBeyond(material, { ...asked, name });
  return material;
}
