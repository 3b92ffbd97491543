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

/** The presentation time of a picture's header, without its 33rd bit: segments are short. */
function timeAt(bytes: Buffer, at: number): number {
  assert.ok((bytes.readUInt8(at + 7) & 0x80) !== 0, 'a picture has no time');
  const [top, middle, low] = [bytes.readUInt8(at + 9), bytes.readUInt16BE(at + 10), bytes.readUInt16BE(at + 12)];
  return ((top >> 1) & 0x03) * 2 ** 30 + (middle >> 1) * 2 ** 15 + (low >> 1);
}

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
      times.push(timeAt(bytes, from));
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
