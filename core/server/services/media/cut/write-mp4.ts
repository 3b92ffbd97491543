import assert from 'node:assert/strict';
import { open, type FileHandle } from 'node:fs/promises';

import { throwIfCancelled } from '../abort-error.ts';
import { withBuffer } from '../lent-buffer.ts';
import { box, chunkTables, runTable, words } from '../operations/mp4-boxes.ts';

/** A picture, a packet of sound or a text, and where its bytes are now. */
export interface Sample {
  path: string;
  at: number;
  size: number;
  /** When it is decoded, in ticks; from 0 on and never falling. */
  decoded: number;
  /** Ticks that it is shown later. */
  wait: number;
  isKey: boolean;
}

/** A track of an MP4 to write. */
export interface TrackToWrite {
  kind: 'vide' | 'soun' | 'sbtl';
  /** ISO 639-2 code of three letters; unknown by default. */
  language?: string;
  /** Ticks a second. */
  scale: number;
  /** What decoders are told of it: an entry of its sample description. */
  description: Buffer;
  /** How players turn the picture, and how large it is shown in 16.16 pixels: the last 44 bytes of a track header. */
  placement: Buffer;
  samples: readonly Sample[];
  /** Ticks of its time at which players begin, and how many they play. */
  begins: number;
  plays: number;
  /** Ticks that all samples last together. */
  lasts: number;
  /**
   * Given each sample with its bytes, which are gone when it has returned.
   * @throws AssertionError where it cannot stand in this track
   */
  check?(sample: Sample, bytes: Buffer): void;
}

/** Seconds of a track that lie side by side in a file. */
const CHUNK_SECONDS = 0.5;

/** Samples of one track that lie side by side. */
interface Chunk {
  track: number;
  samples: readonly Sample[];
}

function* chunksOf(tracks: readonly TrackToWrite[]): Generator<Chunk> {
  const next = tracks.map(() => 0);
  for (let second = CHUNK_SECONDS; tracks.some(({ samples }, at) => (next[at] ?? 0) < samples.length);) {
    for (const [track, { samples, scale }] of tracks.entries()) {
      const from = next[track] ?? 0;
      let to = from;
      while (to < samples.length && (samples[to]?.decoded ?? 0) < second * scale) to++;
      next[track] = to;
      if (to > from) yield { track, samples: samples.slice(from, to) };
    }
    second += CHUNK_SECONDS;
  }
}

/**
 * Writes an MP4 with its index first. Samples are copied as they are stored.
 * @throws AssertionError where a file ends before its samples, times do not fit into the index, or a sample does not
 * stand its track's check
 */
export async function writeMp4(path: string, tracks: readonly TrackToWrite[], signal?: AbortSignal): Promise<void> {
  const { head, chunks } = planMp4(tracks);
  const opened = new Map<string, FileHandle>();
  const output = await open(path, 'wx');
  try {
    await output.writeFile(head);
    for (const { track, samples } of chunks) {
      throwIfCancelled(signal);
      await withBuffer(sizeOf(samples), async (block) => {
        await readInto(block, samples, opened);
        checkEach(block, samples, tracks[track]);
        await output.writeFile(block);
      });
    }
  } finally {
    await Promise.all([output, ...opened.values()].map((file) => file.close()));
  }
}

/**
 * The bytes of an MP4 as {@link writeMp4} writes it, for a tool that reads them from a pipe.
 * @throws AssertionError where a file ends before its samples, or times do not fit into the index
 */
export async function* streamMp4(tracks: readonly TrackToWrite[]): AsyncGenerator<Buffer> {
  const { head, chunks } = planMp4(tracks);
  const opened = new Map<string, FileHandle>();
  try {
    yield head;
    for (const { samples } of chunks) {
      const block = Buffer.allocUnsafe(sizeOf(samples));
      await readInto(block, samples, opened);
      yield block;
    }
  } finally {
    await Promise.all(Array.from(opened.values(), (file) => file.close()));
  }
}

/** All that stands before the samples, and in which order these follow. */
function planMp4(tracks: readonly TrackToWrite[]): { head: Buffer; chunks: Chunk[] } {
  const chunks = [...chunksOf(tracks)];
  const bytes = chunks.reduce((sum, { samples }) => sum + sizeOf(samples), 0);
  const type = box('ftyp', Buffer.from('isom'), words([512]), Buffer.from('isomiso2avc1mp41'));
  const media = Buffer.concat([words([1]), Buffer.from('mdat'), long(bytes + 16)]);
  // More than 32 bits where the file may be longer than they count.
  const isLong = bytes > LONG;
  // This draft, made before the offset is known, is as long as the final one.
  const draft = indexOf(tracks, chunks, { from: 0, isLong });
  const index = indexOf(tracks, chunks, { from: type.length + draft.length + media.length, isLong });
  return { head: Buffer.concat([type, index, media]), chunks };
}

/** Bytes from which on offsets take 64 bits. */
const LONG = 0xf0000000;

const sizeOf = (samples: readonly Sample[]) => samples.reduce((sum, { size }) => sum + size, 0);

function checkEach(block: Buffer, samples: readonly Sample[], track?: TrackToWrite): void {
  if (track?.check === undefined) return;
  let at = 0;
  for (const sample of samples) track.check(sample, block.subarray(at, (at += sample.size)));
}

/** Reads samples one after the other; what lies side by side at once. */
async function readInto(block: Buffer, samples: readonly Sample[], opened: Map<string, FileHandle>): Promise<void> {
  for (let first = 0, filled = 0; first < samples.length;) {
    const { path = '', at = 0 } = samples[first] ?? {};
    const file = opened.get(path) ?? (await open(path));
    opened.set(path, file);
    let length = 0;
    do length += samples[first++]?.size ?? 0;
    while (samples[first]?.path === path && samples[first]?.at === at + length);
    const { bytesRead } = await file.read(block, filled, length, at);
    assert.equal(bytesRead, length, 'a file ends before its samples');
    filled += length;
  }
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

/** Ticks a second of lengths that concern all tracks, at least: players round them. */
const FINE = 10_000;
const ONE = 0x10000;
const MATRIX = [ONE, 0, 0, 0, ONE, 0, 0, 0, 0x40000000];

/** The placement of a picture that is upright and as large as its pixels, or of a sound. */
export const upright = ({ width, height } = { width: 0, height: 0 }): Buffer =>
  words([...MATRIX, width * ONE, height * ONE]);

/** @param from the offset in the file of the first chunk */
function indexOf(
  tracks: readonly TrackToWrite[],
  chunks: readonly Chunk[],
  { from, isLong }: { from: number; isLong: boolean },
): Buffer {
  // A multiple of the picture's, so that no frame is cut off by rounding.
  const scale = (tracks[0]?.scale ?? 1) * Math.ceil(FINE / (tracks[0]?.scale ?? 1));
  const lengths = tracks.map((track) => Math.round((track.plays * scale) / track.scale));
  const longest = Math.max(...lengths);
  assert.ok(longest <= 0xffffffff, 'the video is longer than its index can say');
  const starts = tracks.map((): number[] => []);
  let at = from;
  for (const { track, samples } of chunks) {
    starts[track]?.push(at);
    at += sizeOf(samples);
  }
  return box(
    'moov',
    box(
      'mvhd',
      words([0, 0, 0, scale, longest, ONE, ONE << 8, 0, 0, ...MATRIX]),
      words([0, 0, 0, 0, 0, 0, tracks.length + 1]),
    ),
    ...tracks.map((track, index) => {
      const own = chunks
        .filter((chunk) => chunk.track === index)
        .map(({ samples }, at) => ({ samples: samples.length, start: starts[index]?.[at] ?? 0 }));
      const placed = chunkTables(own, isLong);
      return trackBox(track, { id: index + 1, length: lengths[index] ?? 0, placed });
    }),
  );
}

/** Three letters of five bits each, above the sixteen of what is not used. */
const packedLanguage = (code: string): number =>
  [...code].reduce((sum, letter) => sum * 32 + (letter.charCodeAt(0) - 0x60), 0) * ONE;

const MEDIA_HEADERS = {
  vide: box('vmhd', words([1, 0, 0])),
  soun: box('smhd', words([0, 0])),
  sbtl: box('nmhd', words([0])),
};
const HANDLERS = { vide: 'VideoHandler', soun: 'SoundHandler', sbtl: 'SubtitleHandler' } as const;

function trackBox(
  track: TrackToWrite,
  { id, length, placed }: { id: number; length: number; placed: readonly Buffer[] },
): Buffer {
  const { kind, samples, scale, lasts, begins, description, placement, language = 'und' } = track;
  assert.ok(lasts <= 0xffffffff, 'the video is longer than its index can say');
  const keys = samples.flatMap(({ isKey }, at) => (isKey ? [at + 1] : []));
  const gaps = samples.map(({ decoded }, at) => (samples[at + 1]?.decoded ?? lasts) - decoded);
  const table = box(
    'stbl',
    box('stsd', words([0, 1]), description),
    box('stts', runTable(gaps)),
    ...(keys.length < samples.length ? [box('stss', words([0, keys.length]), words(keys))] : []),
    ...(samples.some(({ wait }) => wait > 0) ? [box('ctts', runTable(samples.map(({ wait }) => wait)))] : []),
    box('stsz', words([0, 0, samples.length]), words(samples.map(({ size }) => size))),
    ...placed,
  );
  return box(
    'trak',
    box('tkhd', words([3, 0, 0, id, 0, length, 0, 0, ...(kind === 'soun' ? [1, 0x01000000] : [0, 0])]), placement),
    box('edts', box('elst', words([0, 1, length, begins, ONE]))),
    box(
      'mdia',
      box('mdhd', words([0, 0, 0, scale, lasts, packedLanguage(language)])),
      box('hdlr', words([0, 0]), Buffer.from(kind), words([0, 0, 0]), Buffer.from(`${HANDLERS[kind]}\0`)),
      box('minf', MEDIA_HEADERS[kind], box('dinf', box('dref', words([0, 1]), box('url ', words([1])))), table),
    ),
  );
}
