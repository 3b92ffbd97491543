import { createHash, type Hash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';

import type { VideoStream } from '../media-info.ts';
import type { NodeSource } from '../node-source.ts';
import { listIndexed, type IndexedPictures } from './list-indexed.ts';

/** Must change whenever pictures are told apart in another way. */
const FORMAT = 'pictures-1';

/** Bytes that are read at once. */
const BLOCK = 1024 ** 2;

/**
 * A source of the pictures of a video alone. Its hash is the same for all files with the same coded pictures, shown at
 * the same times and in the same way, whatever they sound like: what is found out of the pictures of a video holds for
 * the same in twenty-eight languages. Of a file whose index is not plain it is the file itself.
 * @param video the picture stream of the file, as inspected
 */
export async function pictureSource(source: NodeSource, video: VideoStream): Promise<NodeSource> {
  const hash = await source.read(async (path) => {
    const list = await listIndexed(path, video.index);
    return list === null ? source.hash : await hashPictures(path, list, video);
  });
  return { ...source, hash };
}

async function hashPictures(path: string, list: IndexedPictures, video: VideoStream): Promise<string> {
  const hash = createHash('sha256');
  const { codec, width, height, rotation, sar, pixelFormat, hdr, parameterSets } = video;
  const { colorRange, colorSpace, colorTransfer, colorPrimaries } = video;
  const shown = [codec, width, height, rotation, sar.num, sar.den, pixelFormat, hdr, parameterSets];
  const times = list.packets.map(({ time, size, isKey }) => [Math.round((time / list.scale) * 1e6), size, isKey]);
  hash.update(JSON.stringify([FORMAT, shown, colorRange, colorSpace, colorTransfer, colorPrimaries, times]));
  const file = await open(path);
  try {
    await hashPackets(hash, file, list.packets);
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

/** Hashes the bytes of packets, in their order. They lie near each other: many are read at once. */
async function hashPackets(hash: Hash, file: FileHandle, packets: IndexedPictures['packets']): Promise<void> {
  const block = Buffer.alloc(BLOCK);
  let [from, to] = [0, 0];
  for (const { at, size } of packets) {
    for (let done = 0; done < size;) {
      const begin = at + done;
      if (begin < from || begin >= to) {
        const { bytesRead } = await file.read(block, 0, BLOCK, begin);
        if (bytesRead === 0) throw new RangeError('the file ends before its pictures');
        [from, to] = [begin, begin + bytesRead];
      }
      const piece = block.subarray(begin - from, Math.min(to, at + size) - from);
      hash.update(piece);
      done += piece.length;
    }
  }
}
