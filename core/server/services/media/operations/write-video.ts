import { open, type FileHandle } from 'node:fs/promises';

import type { Picture } from '#core/contract/picture.ts';

import { throwIfCancelled } from '../abort-error.ts';
import { withBuffer } from '../lent-buffer.ts';
import { box, words } from './mp4-boxes.ts';
import { chunksOf, type Chunk, type EncodedSound, type Segment } from './video-chunks.ts';
import { videoIndex } from './video-index.ts';

const BLOCK = 1 << 20;

export interface WriteVideoOptions {
  segments: readonly Segment[];
  /** Absent for pictures alone. */
  sound?: EncodedSound;
  picture: Picture;
  createdAt: Date;
}

/**
 * Writes an MP4 with its index first, so that players can start at once. Pictures and sound are copied as they
 * are stored: ffmpeg would take them apart and put them together again.
 * @param onBytes called with all that is written, in order; what it gets is valid until it returns
 */
export async function writeVideo(
  path: string,
  options: WriteVideoOptions,
  { signal, onBytes }: { signal?: AbortSignal; onBytes?(bytes: Uint8Array): void } = {},
): Promise<void> {
  const { head, chunks } = videoHead(options);
  const opened = new Map<string, FileHandle>();
  const output = await open(path, 'wx');
  try {
    const write = async (bytes: Uint8Array) => {
      onBytes?.(bytes);
      for (let at = 0; at < bytes.length;) at += (await output.write(bytes, at)).bytesWritten;
    };
    await write(head);
    await withBuffer(BLOCK, async (block) => {
      let filled = 0;
      for (const chunk of chunks) {
        throwIfCancelled(signal);
        const file = opened.get(chunk.path) ?? (await open(chunk.path));
        opened.set(chunk.path, file);
        for (let done = 0; done < chunk.bytes;) {
          const wanted = Math.min(chunk.bytes - done, BLOCK - filled);
          const { bytesRead } = await file.read(block, filled, wanted, chunk.from + done);
          if (bytesRead === 0) throw new Error(`${chunk.path} ended before its length`);
          done += bytesRead;
          filled += bytesRead;
          if (filled < BLOCK) continue;
          await write(block);
          filled = 0;
        }
      }
      await write(block.subarray(0, filled));
    });
  } finally {
    await Promise.all([output, ...opened.values()].map((file) => file.close()));
  }
}

/** What an MP4 begins with, and the chunks of pictures and sound that follow in this order. */
export function videoHead(options: WriteVideoOptions): { head: Buffer; chunks: Chunk[] } {
  const chunks = chunksOf(options.segments, options.sound, options.picture.fps);
  const media = mediaHeader(chunks.reduce((sum, { bytes }) => sum + bytes, 0));
  const type = box('ftyp', Buffer.from('isom'), words([512]), Buffer.from('isomiso2avc1mp41'));
  const index = (from: number) => videoIndex({ ...options, chunks, from });
  // This draft of the index, made before the offset is known, is as long as the final one.
  const from = type.length + index(0).length + media.length;
  return { head: Buffer.concat([type, index(from), media]), chunks };
}

/** The header of the media data box, whose length may need more than 32 bits. */
function mediaHeader(bytes: number): Buffer {
  const name = Buffer.from('mdat');
  if (bytes + 8 <= 0xffffffff) return Buffer.concat([words([bytes + 8]), name]);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(bytes + 16));
  return Buffer.concat([words([1]), name, length]);
}
