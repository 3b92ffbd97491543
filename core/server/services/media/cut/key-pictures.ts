import { open, type FileHandle } from 'node:fs/promises';

import type { Packet } from './list-packets.ts';

const [KEY_SLICE, SLICE] = [5, 1];

/** Units that stand before the slices of a picture, at most; others are not looked at. */
const MOST_UNITS = 32;

/**
 * Which of a file's pictures refresh the decoder, so that none behind refers to one before: an open group's key frame
 * does not, whatever the index says.
 * @param numbers of the pictures to look at
 */
export async function findRefreshing(
  path: string,
  packets: readonly Packet[],
  numbers: Iterable<number>,
): Promise<Set<number>> {
  const found = new Set<number>();
  const file = await open(path);
  try {
    for (const number of numbers) {
      const packet = packets[number];
      if (packet?.isKey === true && (await isRefreshing(file, packet))) found.add(number);
    }
  } finally {
    await file.close();
  }
  return found;
}

/** @returns whether the first slice of the picture is one of a key frame that refreshes */
async function isRefreshing(file: FileHandle, { at, size }: Packet): Promise<boolean> {
  const head = Buffer.alloc(5);
  for (let from = at, units = 0; from + 5 <= at + size && units < MOST_UNITS; units++) {
    const { bytesRead } = await file.read(head, 0, 5, from);
    if (bytesRead < 5) return false;
    const kind = head.readUInt8(4) & 31;
    if (kind === KEY_SLICE || kind === SLICE) return kind === KEY_SLICE;
    from += 4 + head.readUInt32BE(0);
  }
  return false;
}
