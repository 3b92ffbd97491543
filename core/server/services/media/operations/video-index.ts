import type { Picture } from '#core/contract/picture.ts';

import { box, chunkTables, replaced, runTable, within, words } from './mp4-boxes.ts';
import { FRAME_TICKS } from './segment-encoder.ts';
import type { Chunk, EncodedSound, Segment } from './video-chunks.ts';

/** Ticks per second of times that concern all tracks. */
const MOVIE_SCALE = 1000;

const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
const ONE = 0x10000;
const [PICTURE_TRACK, SOUND_TRACK] = [1, 2];

/** Resolution in dots per inch, which every file states. */
const DOTS = 72 * ONE;

export interface VideoIndexOptions {
  segments: readonly Segment[];
  /** Absent for pictures alone. */
  sound?: EncodedSound;
  picture: Picture;
  createdAt: Date;
  chunks: readonly Chunk[];
  /** Offset in the file of the first chunk. */
  from: number;
}

/** A file counts its dates in seconds from the beginning of 1904. */
const EPOCH = Date.UTC(1904, 0, 1);

/** Dates of creation and of the last change, which every header of the index begins with. */
function dates({ createdAt }: VideoIndexOptions): [number, number] {
  const seconds = Math.floor((createdAt.getTime() - EPOCH) / 1000);
  return [seconds, seconds];
}

/** The `moov` box of a video that plays segments one after the other, with their sound. */
export function videoIndex(options: VideoIndexOptions): Buffer {
  const { segments, sound, picture } = options;
  const frames = segments.reduce((sum, { sizes }) => sum + sizes.length, 0);
  const length = Math.round((frames / picture.fps) * MOVIE_SCALE);
  // Same layout as a picture track: version and flags, two dates, ID, a reserved word, length.
  const soundLength = sound === undefined ? 0 : within(sound.track, 'tkhd').readUInt32BE(20);
  return box(
    'moov',
    box(
      'mvhd',
      words([0, ...dates(options), MOVIE_SCALE, Math.max(length, soundLength), ONE, ONE << 8, 0, 0, ...MATRIX]),
      words([0, 0, 0, 0, 0, 0, SOUND_TRACK + 1]),
    ),
    box('trak', pictureTrack(options, frames, length)),
    ...(sound === undefined ? [] : [box('trak', soundTrack(options, sound))]),
  );
}

function pictureTrack(options: VideoIndexOptions, frames: number, length: number): Buffer {
  const { segments, picture } = options;
  const { width, height, fps } = picture;
  // Pictures are stored before those that refer to them, so all are delayed by the longest wait.
  const wait = segments.reduce((most, { places }) => places.reduce((m, place, at) => Math.max(m, at - place), most), 0);
  const offsets = segments.flatMap(({ places }) => places.map((place, at) => (place - at + wait) * FRAME_TICKS));
  const keys: number[] = [];
  let before = 0;
  for (const segment of segments) {
    for (const key of segment.keys) keys.push(before + key + 1);
    before += segment.sizes.length;
  }
  const sizes = segments.flatMap((segment) => segment.sizes);
  const table = box(
    'stbl',
    box('stsd', words([0, 1]), description(picture, segments[0]?.parameterSets ?? '')),
    box('stts', words([0, 1, frames, FRAME_TICKS])),
    box('stss', words([0, keys.length, ...keys])),
    box('ctts', runTable(offsets)),
    box('stsz', words([0, 0, sizes.length]), words(sizes)),
    ...places(options, 'picture'),
  );
  return Buffer.concat([
    box(
      'tkhd',
      words([3, ...dates(options), PICTURE_TRACK, 0, length, 0, 0, 0, 0, ...MATRIX, width * ONE, height * ONE]),
    ),
    box('edts', box('elst', words([0, 1, length, wait * FRAME_TICKS, ONE]))),
    box(
      'mdia',
      box('mdhd', words([0, ...dates(options), fps * FRAME_TICKS, frames * FRAME_TICKS, UNKNOWN_LANGUAGE])),
      box('hdlr', words([0, 0]), Buffer.from('vide'), words([0, 0, 0]), Buffer.from('VideoHandler\0')),
      box(
        'minf',
        box('vmhd', words([1, 0, 0])),
        box('dinf', box('dref', words([0, 1]), box('url ', words([1])))),
        table,
      ),
    ),
  ]);
}

/** The language `und`: three letters of five bits each. */
const UNKNOWN_LANGUAGE = 0x55c40000;

/** What decoders need to know about the picture: H.264 in BT.709 limited range. */
function description({ width, height }: Picture, parameterSets: string): Buffer {
  const fields = Buffer.alloc(78);
  fields.writeUInt16BE(1, 6);
  fields.writeUInt16BE(width, 24);
  fields.writeUInt16BE(height, 26);
  fields.writeUInt32BE(DOTS, 28);
  fields.writeUInt32BE(DOTS, 32);
  fields.writeUInt16BE(1, 40);
  fields.writeUInt16BE(24, 74);
  fields.writeInt16BE(-1, 76);
  const colour = Buffer.from('nclx\0\u0001\0\u0001\0\u0001\0', 'latin1');
  return box(
    'avc1',
    fields,
    box('avcC', Buffer.from(parameterSets, 'hex')),
    box('colr', colour),
    box('pasp', words([1, 1])),
  );
}

/** The sound's own track, with its new chunk offsets. */
function soundTrack(options: VideoIndexOptions, sound: EncodedSound): Buffer {
  const placed = Buffer.concat(places(options, 'sound'));
  return replaced(sound.track, {
    tkhd(body) {
      const header = Buffer.from(body);
      words(dates(options)).copy(header, 4);
      header.writeUInt32BE(SOUND_TRACK, 12);
      return box('tkhd', header);
    },
    mdhd(body) {
      const header = Buffer.from(body);
      words(dates(options)).copy(header, 4);
      return box('mdhd', header);
    },
    stsc: () => placed,
    stco: () => null,
    co64: () => null,
  });
}

/** The chunk tables of a track: offsets, and how many samples are in each. */
function places({ chunks, from }: VideoIndexOptions, track: Chunk['track']): Buffer[] {
  const placed: { start: number; samples: number }[] = [];
  let at = from;
  for (const chunk of chunks) {
    if (chunk.track === track) placed.push({ start: at, samples: chunk.samples });
    at += chunk.bytes;
  }
  return chunkTables(placed, at > 0xffffffff);
}
