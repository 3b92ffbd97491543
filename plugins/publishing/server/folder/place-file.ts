import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { SentFile } from '#core/server/services/providers/targets.ts';

import { nameOnDisk } from './name-on-disk.ts';

/** What a file system answers that knows no second name of a file. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

interface PlaceOptions {
  key: string;
  onProgress(done: number): void;
  signal: AbortSignal;
}

/**
 * Copies a file into a folder, whole or not at all, and replaces none: a file of the same name and other bytes stays, and
 * this one gets a number. One that lies there already with the same bytes is not copied again.
 */
export async function placeFile(file: SentFile, folder: string, options: PlaceOptions): Promise<void> {
  const { key, onProgress, signal } = options;
  await mkdir(folder, { recursive: true });
  const part = join(folder, `.${key}.part`);
  let isCopied = false;
  try {
    for (const name of namesOf(nameOnDisk(file.name))) {
      const path = join(folder, name);
      const bytes = await sizeOf(path);
      if (bytes === file.size && (await hashOf(path, signal)) === file.hash) return;
      if (bytes !== null) continue;
      if (!isCopied) {
        await pipeline(createReadStream(file.path), meter(file.size, onProgress), createWriteStream(part), { signal });
      }
      isCopied = true;
      if (await claim(part, path)) return;
    }
  } finally {
    await rm(part, { force: true });
  }
}

/** `quay.mp4`, `quay (2).mp4`, … */
function* namesOf(name: string): Generator<string> {
  yield name;
  const ending = extname(name);
  for (let number = 2; ; number += 1) yield `${name.slice(0, name.length - ending.length)} (${number})${ending}`;
}

/** How many bytes a file has; null for none. */
async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Gives a file its name; false when somebody else has taken that meanwhile. */
async function claim(part: string, path: string): Promise<boolean> {
  try {
    await link(part, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (!NO_LINKS.has(codeOf(error))) throw error;
  }
  // Disks of the network may have no links: there the name is taken first.
  try {
    await (await open(path, 'wx')).close();
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  await rename(part, path);
  return true;
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

async function hashOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash, { signal });
  return hash.digest('hex');
}

function meter(size: number, onProgress: (done: number) => void): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
      bytes += chunk.length;
      onProgress(Math.min(1, bytes / Math.max(1, size)));
      done(null, chunk);
    },
  });
}
