import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';

const PACKET = 188;
const SYNC = 0x47;

/** What a segment's MPEG-TS says of its pictures. */
export interface TransportPictures {
  /** Presentation times in stored order, in ticks of 90 kHz. */
  times: number[];
  /** Whether the first picture can be decoded without any before it. */
  beginsWithKey: boolean;
  /** Digest of the sequence and picture parameter sets before the first picture. */
  parameterSets: string;
}

interface Payload {
  pid: number;
  /** A picture's header begins here. */
  starts: boolean;
  /** Where the bytes lie in the file. */
  from: number;
  to: number;
}

function* payloads(bytes: Buffer): Generator<Payload> {
  assert.equal(bytes.length % PACKET, 0, 'the segment ends within a packet');
  for (let at = 0; at < bytes.length; at += PACKET) {
    assert.equal(bytes[at], SYNC, `the segment is out of step at byte ${at}`);
    const header = bytes.readUInt32BE(at);
    const hasFiller = (header & 0x20) !== 0;
    const from = at + 4 + (hasFiller ? 1 + bytes.readUInt8(at + 4) : 0);
    if ((header & 0x10) !== 0 && from < at + PACKET) {
      yield { pid: (header >>> 8) & 0x1fff, starts: (header & 0x400000) !== 0, from, to: at + PACKET };
    }
  }
}

/** Whether a picture's header begins here. */
const isPicture = (bytes: Buffer, at: number) => bytes.readUInt32BE(at) >>> 4 === 0x1e;

/**
 * Reads the pictures of a segment that ffmpeg wrote: one H.264 stream, one picture a packet of the stream.
 * Reading it here costs a few milliseconds, asking ffprobe a hundred.
 * @throws AssertionError for bytes that are no such segment
 */
export function readTransportStream(bytes: Buffer): TransportPictures {
  const times: number[] = [];
  const first: Buffer[] = [];
  let picturePid: number | undefined;
  for (const { pid, starts, from, to } of payloads(bytes)) {
    if (starts && picturePid === undefined && to - from > 14 && isPicture(bytes, from)) {
      picturePid = pid;
    }
    if (pid !== picturePid) {
      continue;
    }
    if (starts) {
      assert.ok((bytes.readUInt8(from + 7) & 0x80) !== 0, 'a picture has no time');
      times.push(readTime(bytes, from + 9));
    }
    if (times.length === 1) {
      first.push(bytes.subarray(starts ? from + 9 + bytes.readUInt8(from + 8) : from, to));
    }
  }
  const units = unitsOf(Buffer.concat(first));
  const sets = units.filter(({ type }) => type === 7 || type === 8).map(({ unit }) => unit);
  return {
    times,
    beginsWithKey: units.some(({ type }) => type === 5),
    parameterSets: createHash('sha256').update(Buffer.concat(sets)).digest('hex'),
  };
}

const WRAP = 2 ** 33;

function readTime(bytes: Buffer, at: number): number {
  const [top, middle, low] = [bytes.readUInt8(at), bytes.readUInt16BE(at + 1), bytes.readUInt16BE(at + 3)];
  return ((top >> 1) & 0x07) * 2 ** 30 + (middle >> 1) * 2 ** 15 + (low >> 1);
}

function writeTime(bytes: Buffer, at: number, time: number): void {
  const value = ((time % WRAP) + WRAP) % WRAP;
  const [top, middle, low] = [Math.floor(value / 2 ** 30), Math.floor(value / 2 ** 15) & 0x7fff, value & 0x7fff];
  bytes.writeUInt8((bytes.readUInt8(at) & 0xf0) | (top << 1) | 1, at);
  bytes.writeUInt16BE((middle << 1) | 1, at + 1);
  bytes.writeUInt16BE((low << 1) | 1, at + 3);
}

/**
 * Moves all times of a segment in place, and numbers its packets on from those before.
 * @param by ticks of 90 kHz
 * @param counters the last number of each stream, carried from segment to segment
 */
export function shiftTransportStream(bytes: Buffer, by: number, counters: Map<number, number>): void {
  for (let at = 0; at < bytes.length; at += PACKET) {
    const header = bytes.readUInt32BE(at);
    const pid = (header >>> 8) & 0x1fff;
    const [hasFiller, hasPayload] = [(header & 0x20) !== 0, (header & 0x10) !== 0];
    const filler = hasFiller ? bytes.readUInt8(at + 4) : 0;
    const before = counters.get(pid) ?? 15;
    const number = hasPayload ? (before + 1) & 15 : before;
    counters.set(pid, number);
    bytes.writeUInt8((header & 0xf0) | number, at + 3);
    if (filler > 0 && (bytes.readUInt8(at + 5) & 0x10) !== 0) {
      shiftClock(bytes, at + 6, by);
    }
    const from = at + 4 + (hasFiller ? 1 + filler : 0);
    if (hasPayload && (header & 0x400000) !== 0 && from + 19 < at + PACKET && isPicture(bytes, from)) {
      const flags = bytes.readUInt8(from + 7);
      if ((flags & 0x80) !== 0) {
        writeTime(bytes, from + 9, readTime(bytes, from + 9) + by);
      }
      if ((flags & 0x40) !== 0) {
        writeTime(bytes, from + 14, readTime(bytes, from + 14) + by);
      }
    }
  }
}

/** The programme's clock: 33 bits in ticks of 90 kHz, before six spare bits and nine of a finer count. */
function shiftClock(bytes: Buffer, at: number, by: number): void {
  const value = bytes.readUInt32BE(at) * 2 + (bytes.readUInt8(at + 4) >> 7);
  const moved = (((value + by) % WRAP) + WRAP) % WRAP;
  bytes.writeUInt32BE(Math.floor(moved / 2), at);
  bytes.writeUInt8((bytes.readUInt8(at + 4) & 0x7f) | ((moved & 1) << 7), at + 4);
}

/** The units of a picture in Annex B form; the last one may be cut where the caller stopped reading. */
function unitsOf(bytes: Buffer): { type: number; unit: Buffer }[] {
  const starts: number[] = [];
  for (
    let at = bytes.indexOf('\0\0\u0001', 0, 'latin1');
    at !== -1;
    at = bytes.indexOf('\0\0\u0001', at + 3, 'latin1')
  ) {
    starts.push(at + 3);
  }
  return starts.map((start, index) => {
    let end = starts[index + 1] === undefined ? bytes.length : (starts[index + 1] ?? 0) - 3;
    while (end > start && bytes[end - 1] === 0) {
      end--;
    }
    return { type: bytes.readUInt8(start) & 0x1f, unit: bytes.subarray(start, end) };
  });
}
