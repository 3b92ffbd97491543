import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';

/** A track of an MP4 file, as its index says. */
export interface Mp4Track {
  /** `vide` or `soun`. */
  kind: string;
  /** Samples: pictures, or packets of sound. */
  samples: number;
  /** Seconds that the track plays, after its edit list. */
  seconds: number;
  /** Seconds of silence or blank before it begins. */
  delay: number;
}

interface Box {
  type: string;
  body: Buffer;
}

function* boxes(bytes: Buffer): Generator<Box> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at);
    assert.ok(size >= 8 && at + size <= bytes.length, 'a box is larger than what holds it');
    yield { type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) };
    at += size;
  }
}

function within(bytes: Buffer, ...path: string[]): Buffer {
  let inner = bytes;
  for (const type of path) {
    const box = boxes(inner).find((each) => each.type === type);
    assert.ok(box !== undefined, `the index has no ${path.join('/')}`);
    inner = box.body;
  }
  return inner;
}

/**
 * Reads the index of an MP4 file that begins with it, as ours do. A process of ffprobe costs more than
 * the rest of a check.
 * @throws AssertionError for another kind of file
 */
export async function readMp4Tracks(path: string): Promise<Mp4Track[]> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(8);
    for (let at = 0; ;) {
      const { bytesRead } = await file.read(head, 0, 8, at);
      assert.equal(bytesRead, 8, 'there is no index');
      const [size, type] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)];
      assert.ok(size >= 8 && type !== 'mdat', 'the index does not come first');
      if (type === 'moov') {
        const moov = Buffer.alloc(size - 8);
        await file.read(moov, 0, moov.length, at + 8);
        return tracksOf(moov);
      }
      at += size;
    }
  } finally {
    await file.close();
  }
}

function tracksOf(moov: Buffer): Mp4Track[] {
  const movieScale = within(moov, 'mvhd').readUInt32BE(12);
  const tracks = [...boxes(moov)].filter(({ type }) => type === 'trak');
  return tracks.map(({ body }) => {
    const media = within(body, 'mdia');
    const times = within(media, 'minf', 'stbl', 'stts');
    let samples = 0;
    for (let entry = 0; entry < times.readUInt32BE(4); entry++) {
      samples += times.readUInt32BE(8 + entry * 8);
    }
    const edits = within(body, 'edts', 'elst');
    assert.equal(edits.readUInt8(0), 0, 'an edit list is of another version');
    let [seconds, delay] = [0, 0];
    for (let edit = 0; edit < edits.readUInt32BE(4); edit++) {
      const length = edits.readUInt32BE(8 + edit * 12) / movieScale;
      const isBlank = edits.readInt32BE(12 + edit * 12) === -1;
      seconds += isBlank ? 0 : length;
      delay += isBlank ? length : 0;
    }
    return { kind: within(media, 'hdlr').toString('latin1', 8, 12), samples, seconds, delay };
  });
}
