import { readFile, writeFile } from 'node:fs/promises';

import type { FrameHashes } from './frame-hash.ts';

/** Writes frame hashes, little-endian: the plain words, then the mirrored ones. */
export async function writeFrameHashes(path: string, hashes: FrameHashes): Promise<void> {
  const words = new Uint32Array(hashes.frames.length * 2);
  words.set(hashes.frames);
  words.set(hashes.mirrored, hashes.frames.length);
  await writeFile(path, new Uint8Array(words.buffer));
}

/** Reads a file written by {@link writeFrameHashes}. */
export async function readFrameHashes(path: string): Promise<FrameHashes> {
  const bytes = await readFile(path);
  const words = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return { frames: words.slice(0, words.length / 2), mirrored: words.slice(words.length / 2) };
}
