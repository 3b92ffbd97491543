import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';

/** A box of an MP4 file, without its header. */
export interface Box {
  /** Four letters, such as `moov`. */
  type: string;
  body: Buffer;
}

/** Boxes that contain only other boxes. */
const HOLDERS = new Set(['trak', 'edts', 'mdia', 'minf', 'dinf', 'stbl']);

/**
 * Parses consecutive boxes.
 * @throws AssertionError when one extends past the end of the bytes
 */
export function* boxes(bytes: Buffer): Generator<Box> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at);
    assert.ok(size >= 8 && at + size <= bytes.length, 'a box is larger than what holds it');
    yield { type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) };
    at += size;
  }
}

/**
 * Returns the body of a nested box.
 * @throws AssertionError when there is none
 */
export function within(bytes: Buffer, ...path: string[]): Buffer {
  let inner = bytes;
  for (const type of path) {
    const found = boxes(inner).find((each) => each.type === type);
    assert.ok(found !== undefined, `the index has no ${path.join('/')}`);
    inner = found.body;
  }
  return inner;
}

/** Serialises a box. */
export function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(parts.reduce((size, part) => size + part.length, 8));
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, ...parts]);
}

/** Serialises 32-bit numbers. */
export function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value >>> 0, index * 4));
  return bytes;
}

/** The body of a table of numbers in which equal ones that follow each other are counted: `stts` and `ctts`. */
export function runTable(values: readonly number[]): Buffer {
  const entries: number[] = [];
  for (const value of values) {
    const last = entries.length - 2;
    if (last >= 0 && entries[last + 1] === value) entries[last] = (entries[last] ?? 0) + 1;
    else entries.push(1, value);
  }
  return Buffer.concat([words([0, entries.length / 2]), words(entries)]);
}

/**
 * Where the chunks of a track begin in the file, and how many samples are in each.
 * @param isLong whether a place may need more than 32 bits
 */
export function chunkTables(
  chunks: readonly { start: number; samples: number }[],
  isLong: boolean,
): [sizes: Buffer, places: Buffer] {
  const sizes: number[] = [];
  chunks.forEach(({ samples }, at) => {
    if (sizes.at(-2) !== samples) sizes.push(at + 1, samples, 1);
  });
  const places = chunks.flatMap(({ start }) => (isLong ? [Math.floor(start / 2 ** 32), start] : [start]));
  return [
    box('stsc', words([0, sizes.length / 3]), words(sizes)),
    box(isLong ? 'co64' : 'stco', words([0, chunks.length]), words(places)),
  ];
}

/** Reads `count` 32-bit numbers. */
export function readWords(bytes: Buffer, from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => bytes.readUInt32BE(from + index * 4));
}

/** Copies boxes, replacing some of the nested ones; null removes one. */
export function replaced(bytes: Buffer, by: Readonly<Record<string, (body: Buffer) => Buffer | null>>): Buffer {
  const parts = [...boxes(bytes)].flatMap(({ type, body }) => {
    const change = by[type];
    if (change !== undefined) return change(body) ?? [];
    return box(type, HOLDERS.has(type) ? replaced(body, by) : body);
  });
  return Buffer.concat(parts);
}

/** An MP4 file's index, and where its media data is in the file. */
export interface Mp4Parts {
  /** The body of its `moov` box. */
  index: Buffer;
  data: { from: number; length: number };
}

/**
 * Reads the index of an MP4 file that ffmpeg wrote.
 * @throws AssertionError for another kind of file
 */
export async function readMp4(path: string): Promise<Mp4Parts> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(16);
    let index: Buffer | undefined;
    let data: Mp4Parts['data'] | undefined;
    for (let at = 0; at < size;) {
      const { bytesRead } = await file.read(head, 0, 16, at);
      assert.ok(bytesRead >= 8, 'the file ends within a box');
      const isLong = head.readUInt32BE(0) === 1 && bytesRead === 16;
      const header = isLong ? 16 : 8;
      const length = isLong ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0);
      assert.ok(length >= header && at + length <= size, 'the file is shorter than its boxes');
      const type = head.toString('latin1', 4, 8);
      if (type === 'mdat') data = { from: at + header, length: length - header };
      if (type === 'moov') {
        index = Buffer.alloc(length - header);
        await file.read(index, 0, index.length, at + header);
      }
      at += length;
    }
    assert.ok(index !== undefined && data !== undefined, 'the file has no index or no media');
    return { index, data };
  } finally {
    await file.close();
  }
}
