import assert from 'node:assert/strict';
import { join } from 'node:path';

import type { Material } from '../inspect-material.ts';
import { readPictures } from '../operations/coded-pictures.ts';
import { numberOfKey } from '../operations/copy-range.ts';
import { freeSetId, mergeSets, setsIn } from '../operations/parameter-sets.ts';
import { colourMatrixOf } from '../operations/picture-filter.ts';
import type { MediaRunner } from '../runner.ts';
import type { FrameRange, ShownFrames } from './choose-frames.ts';
import { CannotCopy } from './cannot-copy.ts';
import {
  edgeEncoder,
  evenStretch,
  hashed,
  KEY_DISTANCE,
  readStretches,
  storedInput,
  type Made,
  type Stretch,
} from './encode-edges.ts';
import { bytesOf, readEncodedTrack, type EncodedTrack } from './encoded-track.ts';
import { insideDescription } from './source-track.ts';
import { findRefreshing } from './key-pictures.ts';
import type { PacketList } from './list-packets.ts';
import { placesOf, type PlacedPicture } from './order-pictures.ts';
import {
  encoderEffort,
  EVEN_RATE,
  type ChangedPicture,
  type PictureChange,
  type StretchReading,
} from './picture-change.ts';
import type { OutputClock } from './slower-frames.ts';

export interface CopyCutOptions {
  path: string;
  material: Material;
  list: PacketList;
  shown: ShownFrames;
  range: FrameRange;
  /** When each picture is shown that comes out. */
  clock: OutputClock;
  /** Frames that are not what they were; none by default. */
  change?: PictureChange;
  folder: string;
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress(done: number): void;
}

/** Frames of the cut that are all copied, or all encoded, and their pictures in stored order. */
export interface Piece extends FrameRange {
  pictures: PlacedPicture[];
}

/** A cut, and what of it is copied. */
export interface Joint extends CopyCutOptions {
  /** The body of the material's `avcC`. */
  stored: Buffer;
  found: readonly Piece[];
  places: readonly number[];
}

/** What had to be encoded, and what decoders are told of it beside the rest. */
export interface EncodedRest {
  pieces: Piece[];
  sets: Buffer;
  proofs: Proof[];
}

/** A stretch whose hashes are known, in ticks of the cut, and the key frame from which on it decodes there. */
export interface Proof {
  stretch: Stretch;
  key: number;
  file: string;
}

/** What lies before, between and behind the copied pieces. */
interface Gap extends FrameRange {
  before?: Piece;
  behind?: Piece;
}

function gapsOf({ range, found }: Joint): Gap[] {
  return [undefined, ...found].flatMap((before, at): Gap[] => {
    const behind = found[at];
    const [first, last] = [before?.last ?? range.first, behind?.first ?? range.last];
    return last > first ? [{ first, last, before, behind }] : [];
  });
}

/** Encodes the frames of a cut that are not copied, for a file that holds both. */
export async function encodeRest(runner: MediaRunner, joint: Joint): Promise<EncodedRest> {
  const { material, stored, onProgress } = joint;
  const rest: EncodedRest = { pieces: [], sets: stored, proofs: [] };
  const gaps = gapsOf(joint);
  const frames = gaps.reduce((sum, { first, last }) => sum + last - first, 0);
  if (frames === 0) return rest;
  const sets = setsIn(stored);
  const encoder = edgeEncoder(material, sets, freeSetId(sets), joint.change?.isQuick === true ? Infinity : frames);
  const tracks: EncodedTrack[] = [];
  let done = 0;
  for (const [number, gap] of gaps.entries()) {
    const length = gap.last - gap.first;
    const progress = (seconds: number) => onProgress((done + Math.min(length, seconds * EVEN_RATE)) / frames);
    const { track, pictures, proofs } = await encodeGap(runner, joint, gap, { number, encoder, progress });
    rest.pieces.push({ first: gap.first, last: gap.last, pictures });
    rest.proofs.push(...proofs);
    tracks.push(track);
    done += length;
  }
  rest.sets = mergeSets(
    stored,
    tracks.map(({ description }) => insideDescription(description, 'avc1', 'vide', 'avcC')),
  );
  return rest;
}

/** Encodes what lies between two copied pieces, and notes what these decode to beside it. */
async function encodeGap(
  runner: MediaRunner,
  joint: Joint,
  gap: Gap,
  { number, encoder, progress }: { number: number; encoder: readonly string[]; progress(seconds: number): void },
): Promise<{ track: EncodedTrack; pictures: PlacedPicture[]; proofs: Proof[] }> {
  const { material, shown, clock, change, folder, path, list } = joint;
  const { first, last, before, behind } = gap;
  const place = clock.placeOf(first);
  const length = clock.placeOf(last) - place;
  const at = (frame: number) => shown.times[frame] ?? shown.end;
  /** When a picture is shown in what comes out. */
  const shownAt = (number: number) => clock.times[number] ?? clock.length;
  const wanted: { made: Made; proof: Proof }[] = [];
  const hashes = (from: number, to: number, key: number, name: string) => {
    const made = hashed({ from: at(from), to: at(to) }, `${number}-${name}.hashes`);
    const stretch = { from: shownAt(clock.placeOf(from)), to: shownAt(clock.placeOf(to)) };
    wanted.push({ made, proof: { stretch, key: shownAt(key), file: made.file } });
  };
  const lastKey = before === undefined ? null : (keyFrames(before, clock).at(-1) ?? before.first);
  if (before !== undefined && lastKey !== null && !isProven(before, joint))
    hashes(lastKey, before.last, clock.placeOf(lastKey), 'before');
  // To where the second group of copied pictures has begun.
  if (behind !== undefined) {
    const second = keyFrames(behind, clock)[1];
    hashes(behind.first, second === undefined ? behind.last : second + 1, place + lastForced(length), 'behind');
  }
  // One frame alone is encoded twice: two key frames one after the other may not have the same number.
  const isTwice = length === 1 && behind !== undefined;
  const picture = changedPicture(joint);
  const isChanged = change?.frames.some((changed) => changed.first < last && changed.last > first) ?? false;
  const drawing = isChanged
    ? await change?.draw({ first, last }, picture, (stretch) => readChanged(joint, stretch), clock.placeOf)
    : undefined;
  const edge: Made = {
    stretch: { from: at(first), to: at(last) },
    before: clock.repeat({ first, last }),
    ...(drawing === undefined ? {} : { drawing }),
    ...(isTwice ? { filter: 'loop=loop=1:size=1,setpts=N' } : {}),
    output: withKeyFrames(
      [...encoderEffort(drawing), ...encoder],
      isTwice
        ? '1'
        : keyFramesAt(
            length,
            (change?.keys ?? []).map((frame) => clock.placeOf(frame) - place),
          ),
    ),
    file: `${number}.mp4`,
  };
  const key = lastKey === null ? await keyBefore(joint, first) : at(lastKey);
  const reading = { path, stream: material.video.index, scale: list.scale, key };
  const proofs = wanted.map((each) => each.made);
  // To reach the pictures behind, ffmpeg would decode all of the edge and keep it until what is fed to it comes.
  const isFed = drawing?.layers !== undefined;
  const work = { ...joint, picture, onProgress: progress };
  const logs = [await readStretches(runner, reading, isFed ? [edge] : [edge, ...proofs], work)];
  for (const one of isFed ? proofs : []) {
    logs.push(
      await readStretches(runner, { ...reading, key: one.stretch.from }, [one], { folder, signal: joint.signal }),
    );
  }
  for (const log of logs) assert.doesNotMatch(log, /\[h264 @/, 'the decoder warned');
  const track = await readEncodedTrack(join(folder, edge.file), 'vide');
  return {
    track,
    pictures: isTwice ? [await otherThan(track, gap, joint)] : placed(track, place, length),
    proofs: wanted.map(({ proof }) => proof),
  };
}

/** Whether what stands behind the gap before a copied piece is all of it, so that it is compared there. */
const isProven = (piece: Piece, { range, clock }: Joint): boolean =>
  piece.first > range.first && keyFrames(piece, clock).length <= 1;

/** Numbers of the frames with which the groups of a copied piece begin. */
const keyFrames = ({ first, pictures }: Piece, { placeOf }: OutputClock): number[] =>
  pictures.flatMap(({ isKey, place }) => (isKey ? [first + place - placeOf(first)] : []));

/** The last key frame of a stretch that is encoded: it never ends with one, since a copied one may follow. */
const lastForced = (length: number): number => Math.floor(Math.max(0, length - 2) / KEY_DISTANCE) * KEY_DISTANCE;

/** Says to ffmpeg which frames of a stretch are key frames. The last one never is. */
function keyFramesAt(length: number, wanted: readonly number[]): string {
  const own = wanted.filter((frame) => frame > 0 && frame < length - 1).map((frame) => `+eq(n,${frame})`);
  return `not(mod(n,${KEY_DISTANCE}))*lte(n,${lastForced(length)})${own.join('')}`;
}

const withKeyFrames = (encoder: readonly string[], at: string): string[] => [
  ...['-force_key_frames', `expr:${at}`, '-forced-idr', '1'],
  ...encoder,
];

/** The pictures as they are stored. */
function changedPicture({ material: { video } }: Joint): ChangedPicture {
  const { width, height, rotation, pixelFormat } = video;
  return {
    ...{ width, height, rotation },
    pixelFormat: pixelFormat === 'yuvj420p' ? pixelFormat : 'yuv420p',
    matrix: colourMatrixOf(video) === 'smpte170m' ? 'smpte170m' : 'bt709',
    isFullRange: video.colorRange === 'pc',
  };
}

/** How a stretch is read as it comes to a change. */
async function readChanged(joint: Joint, { first, last }: FrameRange): Promise<StretchReading> {
  const { path, material, list, shown } = joint;
  const at = (frame: number) => shown.times[frame] ?? shown.end;
  return {
    input: storedInput({ path, scale: list.scale, key: await keyBefore(joint, first) }),
    chain: `[0:${material.video.index}]${evenStretch({ from: at(first), to: at(last) })}`,
  };
}

/** When the last picture is shown that refreshes the decoder, no later than a frame. */
async function keyBefore({ path, list, places }: Joint, frame: number): Promise<number> {
  const time = list.packets[places.indexOf(frame)]?.time ?? 0;
  const before = list.packets.flatMap((packet, at) => (packet.isKey && packet.time <= time ? [at] : [])).reverse();
  for (const number of before) {
    const isFound = (await findRefreshing(path, list.packets, [number])).size > 0;
    if (isFound) return list.packets[number]?.time ?? 0;
  }
  throw new CannotCopy('no-key-frame', 'nothing before the cut can be decoded on its own');
}

/** @throws AssertionError where the encoder left frames out */
function placed(track: EncodedTrack, first: number, frames: number): PlacedPicture[] {
  assert.equal(track.sizes.length, frames, 'an edge has another number of frames');
  assert.equal(track.keys[0], 0, 'an edge does not begin with a key frame');
  const places = placesOf(track.times);
  const keys = new Set(track.keys);
  return bytesOf(track).map((bytes, at) => ({ ...bytes, isKey: keys.has(at), place: first + (places[at] ?? 0) }));
}

/** Of two encodings of the frame before the copied ones, the one whose number differs from that of the first copied. */
async function otherThan(track: EncodedTrack, { first, behind }: Gap, joint: Joint): Promise<PlacedPicture> {
  const { stored, clock } = joint;
  const [next] = behind?.pictures ?? [];
  const sets = insideDescription(track.description, 'avc1', 'vide', 'avcC').toString('hex');
  const number = async ({ path, at, size }: { path: string; at: number; size: number }, by: string) => {
    const bytes = { sizes: [size], offsets: [at] };
    return readPictures(path, bytes, { first: 0, last: 1 }, async (picture) => numberOfKey(picture, by));
  };
  assert.ok(next !== undefined && track.keys.length === 2, 'a single frame was not encoded twice');
  const taken = await number(next, stored.toString('hex'));
  for (const bytes of bytesOf(track))
    if ((await number(bytes, sets)) !== taken) return { ...bytes, isKey: true, place: clock.placeOf(first) };
  throw new CannotCopy('encoding', 'two key frames would have the same number');
}
