import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

import type { ByteRange } from './file-store.ts';

/** A file for a zip; its size and checksum are known before it is read. */
export interface ZipEntry {
  /** Its path in the archive, with slashes; UTF-8. */
  name: string;
  modifiedAt: Date;
  /** Bytes. */
  size: number;
  /** CRC-32 of the bytes. */
  crc32: number;
  /** Reads the bytes, or a `range` of them. */
  read(range?: ByteRange): Promise<Readable | Buffer>;
}

/** A zip without compression. Its layout is known in advance, so that any range of it can be sent. */
export interface StoredZip {
  /** Total size in bytes. */
  size: number;
  /** Identifies the content: zips with the same digest are identical byte by byte. */
  digest: string;
  /**
   * Streams the zip, or a `range` of it; memory use does not depend on its size. Destroying the stream closes its
   * sources. Fails when an entry's actual size differs from the declared one.
   */
  stream(range?: ByteRange): Readable;
}

/** An entry whose bytes are in memory. */
export function zipEntryOf(name: string, bytes: Buffer, modifiedAt: Date): ZipEntry {
  return {
    ...{ name, modifiedAt, size: bytes.length, crc32: crc32(bytes) },
    read: async (range) => (range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)),
  };
}

/**
 * Lays out a zip of finished files. Since the checksums are known, they are in the local headers, and no reader has to
 * guess where a stored file ends. Uses zip64 for large files and large numbers of files.
 * @throws TypeError for two entries of the same name
 */
export function storedZip(entries: readonly ZipEntry[]): StoredZip {
  if (new Set(entries.map(({ name }) => name)).size < entries.length) {
    throw new TypeError('storedZip: two entries have the same name');
  }
  const parts: Part[] = [];
  let size = 0;
  let headers: Buffer[] = [];
  const addBytes = (bytes: Buffer) => {
    headers.push(bytes);
    size += bytes.length;
  };
  const flush = () => {
    const bytes = Buffer.concat(headers);
    const read: Part['read'] = async ({ start, end }) => bytes.subarray(start, end + 1);
    parts.push({ start: size - bytes.length, length: bytes.length, read });
    headers = [];
  };
  const digest = createHash('sha256');

  const central: Buffer[] = [];
  for (const entry of entries) {
    central.push(centralHeader(entry, size));
    const header = localHeader(entry);
    digest.update(header);
    addBytes(header);
    if (entry.size === 0) continue;
    flush();
    const whole = ({ start, end }: ByteRange) => start === 0 && end === entry.size - 1;
    const read: Part['read'] = (range) => entry.read(whole(range) ? undefined : range);
    parts.push({ start: size, length: entry.size, read });
    size += entry.size;
  }
  const directory = Buffer.concat(central);
  addBytes(Buffer.concat([directory, endOfDirectory(entries.length, directory.length, size)]));
  flush();

  return {
    size,
    digest: digest.digest('base64url'),
    stream: (range = { start: 0, end: size - 1 }) => streamOf(parts, range),
  };
}

interface Part {
  /** Its offset in the zip. */
  start: number;
  length: number;
  read(range: ByteRange): Promise<Readable | Buffer>;
}

const BUFFERED_BYTES = 256 * 1024;

function streamOf(parts: readonly Part[], range: ByteRange): Readable {
  let source: Readable | undefined;
  const chunks = bytesOf(parts, range, (opened) => {
    source = opened;
    if (stream.destroyed) opened.destroy();
  });
  const stream = new Readable({
    highWaterMark: BUFFERED_BYTES,
    read() {
      chunks.next().then(
        ({ value, done }) => this.push(done === true ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, callback) {
      // The generator may be waiting for bytes that never come, so it cannot close this itself.
      source?.destroy();
      callback(error);
    },
  });
  return stream;
}

async function* bytesOf(
  parts: readonly Part[],
  { start, end }: ByteRange,
  onSource: (source: Readable) => void,
): AsyncGenerator<Buffer, void> {
  for (const part of parts) {
    const from = Math.max(start - part.start, 0);
    const to = Math.min(end - part.start, part.length - 1);
    if (from > to) continue;
    let left = to - from + 1;
    const source = await part.read({ start: from, end: to });
    if (!Buffer.isBuffer(source)) onSource(source);
    for await (const chunk of Buffer.isBuffer(source) ? [source] : (source as AsyncIterable<Buffer>)) {
      left -= chunk.length;
      if (left < 0) break;
      yield chunk;
    }
    if (left !== 0) throw new Error('storedZip: an entry has not as many bytes as it says');
  }
}

const U16 = 0xffff;
const U32 = 0xffffffff;
const PLAIN_VERSION = 20;
const ZIP64_VERSION = 45;
/** Made on Unix, so that the mode below counts. */
const MADE_BY = (3 << 8) | ZIP64_VERSION;
/** A regular file that everybody may read. */
const MODE = 0o100644;
const UTF8_NAMES = 1 << 11;

function localHeader(entry: ZipEntry): Buffer {
  const large = entry.size >= U32;
  const name = Buffer.from(entry.name);
  const extra = Buffer.concat([timeField(entry.modifiedAt), ...(large ? [zip64Field([entry.size, entry.size])] : [])]);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeFacts(header, 4, entry, large);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

function centralHeader(entry: ZipEntry, offset: number): Buffer {
  const large = entry.size >= U32;
  const far = offset >= U32;
  const name = Buffer.from(entry.name);
  const wide = [...(large ? [entry.size, entry.size] : []), ...(far ? [offset] : [])];
  const extra = Buffer.concat([timeField(entry.modifiedAt), ...(wide.length > 0 ? [zip64Field(wide)] : [])]);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(MADE_BY, 4);
  writeFacts(header, 6, entry, large || far);
  if (far && !large) {
    header.writeUInt32LE(entry.size, 20);
    header.writeUInt32LE(entry.size, 24);
  }
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE((MODE << 16) >>> 0, 38);
  header.writeUInt32LE(far ? U32 : offset, 42);
  return Buffer.concat([header, name, extra]);
}

/** The fields that both headers have in the same order: version, flags, method, time, checksum and sizes. */
function writeFacts(header: Buffer, at: number, { modifiedAt, crc32: sum, size }: ZipEntry, zip64: boolean): void {
  const large = size >= U32;
  const { date, time } = dosTime(modifiedAt);
  header.writeUInt16LE(zip64 ? ZIP64_VERSION : PLAIN_VERSION, at);
  header.writeUInt16LE(UTF8_NAMES, at + 2);
  header.writeUInt16LE(0, at + 4);
  header.writeUInt16LE(time, at + 6);
  header.writeUInt16LE(date, at + 8);
  header.writeUInt32LE(sum, at + 10);
  header.writeUInt32LE(large ? U32 : size, at + 14);
  header.writeUInt32LE(large ? U32 : size, at + 18);
}

/** DOS time for old readers: in UTC, because the reader's time zone is unknown. */
function dosTime(at: Date): { date: number; time: number } {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107);
  return {
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}

/** The exact time, which newer readers convert to their own time zone. */
function timeField(at: Date): Buffer {
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x5455, 0);
  field.writeUInt16LE(5, 2);
  field.writeUInt8(1, 4);
  field.writeInt32LE(Math.min(Math.floor(at.getTime() / 1000), 0x7fffffff), 5);
  return field;
}

function zip64Field(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8);
  field.writeUInt16LE(0x0001, 0);
  field.writeUInt16LE(values.length * 8, 2);
  values.forEach((value, index) => field.writeBigUInt64LE(BigInt(value), 4 + index * 8));
  return field;
}

function endOfDirectory(entries: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entries, U16), 8);
  end.writeUInt16LE(Math.min(entries, U16), 10);
  end.writeUInt32LE(Math.min(length, U32), 12);
  end.writeUInt32LE(Math.min(offset, U32), 16);
  if (entries < U16 && length < U32 && offset < U32) return end;
  const wide = Buffer.alloc(76);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  wide.writeUInt16LE(MADE_BY, 12);
  wide.writeUInt16LE(ZIP64_VERSION, 14);
  wide.writeBigUInt64LE(BigInt(entries), 24);
  wide.writeBigUInt64LE(BigInt(entries), 32);
  wide.writeBigUInt64LE(BigInt(length), 40);
  wide.writeBigUInt64LE(BigInt(offset), 48);
  // Where that record is, for readers that search from the end.
  wide.writeUInt32LE(0x07064b50, 56);
  wide.writeBigUInt64LE(BigInt(offset + length), 64);
  wide.writeUInt32LE(1, 72);
  return Buffer.concat([wide, end]);
}
