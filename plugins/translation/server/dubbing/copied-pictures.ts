import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { listPackets } from '#core/server/services/media/cut/list-packets.ts';
import type { Media } from '#core/server/services/media/media.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { readSource } from '#core/server/services/media/operations/read-source.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

/** A file with pictures, by which its user knows it, and which of its streams they are. */
export interface Pictures {
  path: string;
  name: string;
  stream: number;
}

/** What tells coded pictures apart, in stored order. */
export async function hashPictures(runner: MediaRunner, pictures: Pictures, signal: AbortSignal): Promise<string[]> {
  const { packets } = await listPackets(runner, { ...pictures, isHashed: true }, signal);
  return packets.map(({ hash = '' }) => hash);
}

const FILE = 'pictures.json';

/** The same of a source: read once, however many languages its pictures are copied for. */
export async function hashSource(
  { runner, graph }: Pick<Media, 'runner' | 'graph'>,
  source: NodeSource,
  stream: number,
  signal: AbortSignal,
): Promise<string[]> {
  const node: RenderNode = {
    operation: 'picture-hashes',
    params: { stream, as: 'crc-32' },
    ...{ inputs: [], sources: [source.hash], weight: 0.2 },
    async build(work) {
      const hashes = await readSource(source, (path) =>
        hashPictures(runner, { path, name: source.name, stream }, work.signal),
      );
      await writeFile(join(work.folder, FILE), JSON.stringify(hashes));
    },
  };
  // Our own file: it has the shape written above.
  const read = async ([made = '']: readonly string[]) =>
    JSON.parse(await readFile(join(made, FILE), 'utf8')) as string[];
  return await graph.make([node], read, { signal });
}

/** @throws AssertionError when a picture of the file, whose first stream they are, is another one */
export async function provePictures(
  runner: MediaRunner,
  file: Omit<Pictures, 'stream'>,
  wanted: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const found = await hashPictures(runner, { ...file, stream: 0 }, signal);
  assert.deepEqual(found, wanted, 'a picture was not copied as it was');
}
