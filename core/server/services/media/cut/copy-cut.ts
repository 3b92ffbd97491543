import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Material } from '../inspect-material.ts';
import { readPictures } from '../operations/coded-pictures.ts';
import { assertUnits, numberOfKey } from '../operations/copy-range.ts';
import { freeSetId, mergeSets, setsIn } from '../operations/parameter-sets.ts';
import type { MediaRunner } from '../runner.ts';
import { clockOf, findCopiedRange, type FrameRange, type ShownFrames } from './choose-frames.ts';
import { CannotCopy } from './cut-facts.ts';
import { edgeEncoder, hashed, hashesIn, readStretches, type Made, type Stretch } from './encode-edges.ts';
import { bytesOf, readEncodedTrack, type EncodedTrack } from './encoded-track.ts';
import { findRefreshing } from './key-pictures.ts';
import type { PacketList } from './list-packets.ts';
import { placesOf, timePictures, type PlacedPicture } from './order-pictures.ts';
import { insideDescription, readSourceTrack, withParameterSets, type SourceTrack } from './source-track.ts';
import type { TrackToWrite } from './write-mp4.ts';

export interface CopyCutOptions {
  path: string;
  material: Material;
  list: PacketList;
  shown: ShownFrames;
  range: FrameRange;
  folder: string;
  signal: AbortSignal;
}

/** Pictures of a cut that is mostly copied. */
export interface CopiedPictures {
  track: TrackToWrite;
  copied: number;
  /** The number in the material of the first copied frame; null where there is none. */
  copiedFrom: number | null;
  /** Decodes what was written around the joints. @throws AssertionError when frames are not the material's */
  prove(file: string): Promise<void>;
}

const FILES = { head: 'head.mp4', tail: 'tail.mp4', before: 'before.hashes', behind: 'behind.hashes', found: '.found' };

/**
 * Cuts pictures of H.264 by copying them from the first key frame on that the cut shows, and by encoding the frames
 * before and after what can be copied.
 * @throws CannotCopy, AssertionError or RangeError where that is not possible, or cannot be proven safe
 */
export async function copyCut(runner: MediaRunner, options: CopyCutOptions): Promise<CopiedPictures> {
  const { path, material, list, shown, range } = options;
  const { video } = material;
  if (video.codec !== 'h264' || !material.container.split(',').includes('mp4')) {
    throw new CannotCopy('codec', 'only H.264 in MP4 is copied');
  }
  const source = await readSourceTrack(path, video.index, 'vide').catch((error: unknown) => {
    throw new CannotCopy('index', String(error));
  });
  const stored = insideDescription(source.description, 'avc1', 'vide', 'avcC');
  const sets = setsIn(stored);
  if (sets.lengthBytes !== 4) throw new CannotCopy('encoding', 'units have short lengths');
  const places = placesShown(list, shown);
  const within = list.packets.flatMap(({ isKey }, at) => (isKey && isIn(range, places[at]) ? [at] : []));
  const keys = await findRefreshing(path, list.packets, within);
  const hidden = places.filter((place) => place < 0).length;
  // Counted in stored order, from the first picture that is shown on.
  const found = findCopiedRange(places.slice(hidden), new Set([...keys].map((key) => key - hidden)), range);
  if (found === null) throw new CannotCopy('no-key-frame', 'no key frame of the cut can be copied');
  const from = found.first + hidden;
  const copied = list.packets.slice(from, found.last + hidden).map((packet, at): PlacedPicture => ({
    ...{ path, at: packet.at, size: packet.size, isKey: keys.has(from + at) },
    place: (places[from + at] ?? 0) - range.first,
  }));
  const joint = { ...options, source, stored, keys, found, copied, places };
  const edges = await encodeEdges(runner, joint);
  const pictures = [...edges.head, ...copied, ...edges.tail];
  const clock = clockOf(shown, range);
  const { samples, begins } = timePictures(pictures, clock.times);
  const refreshing = new Set(copied.filter(({ isKey }) => isKey).map(({ at }) => at));
  const known = [...sets.sequence, ...sets.picture];
  return {
    track: {
      ...{ kind: 'vide', scale: shown.scale, placement: source.placement, samples, begins },
      ...{ plays: clock.length, lasts: clock.length },
      description: withParameterSets(source.description, edges.sets),
      check(sample, bytes) {
        if (sample.path === path) assertUnits(bytes, { isKey: refreshing.has(sample.at), known });
      },
    },
    copied: copied.length,
    copiedFrom: found.first,
    prove: (file) => prove(runner, file, { ...options, made: edges.proofs }),
  };
}

const isIn = ({ first, last }: FrameRange, place = -1) => place >= first && place < last;

/**
 * The frame that each stored picture shows; -1 for those that an edit list hides.
 * @throws CannotCopy where hidden ones stand elsewhere than at the beginning or the end
 */
function placesShown({ packets }: PacketList, { times }: ShownFrames): number[] {
  const order = placesOf(packets.map(({ time }) => time));
  const before = packets.filter(({ isHidden, time }) => isHidden && time < (times[0] ?? 0)).length;
  if (new Set(order).size !== packets.length) throw new CannotCopy('index', 'two pictures are shown at once');
  const places = order.map((place, at) => (packets[at]?.isHidden === true ? -1 : place - before));
  const leading = packets.findIndex(({ isHidden }) => !isHidden);
  const isPlain = packets.every(({ isHidden, time }, at) => !isHidden || at < leading || time > (times.at(-1) ?? 0));
  if (!isPlain || places.some((place) => place >= times.length)) throw new CannotCopy('index', 'pictures are left out');
  return places;
}

interface Joint extends CopyCutOptions {
  source: SourceTrack;
  stored: Buffer;
  keys: ReadonlySet<number>;
  /** What is copied: numbers of frames. */
  found: FrameRange;
  copied: readonly PlacedPicture[];
  places: readonly number[];
}

interface Edges {
  head: PlacedPicture[];
  tail: PlacedPicture[];
  sets: Buffer;
  /** Stretches whose hashes are known, in ticks of the cut, and the key frame from which on they decode. */
  proofs: { stretch: Stretch; key: number; file: string }[];
}

async function encodeEdges(runner: MediaRunner, joint: Joint): Promise<Edges> {
  const { material, shown, range, found, stored, copied, folder, path, list } = joint;
  const edges: Edges = { head: [], tail: [], sets: stored, proofs: [] };
  const [before, behind] = [found.first - range.first, range.last - found.last];
  if (before + behind === 0) return edges;
  const sets = setsIn(stored);
  const encoder = edgeEncoder(material, sets, freeSetId(sets));
  const at = (frame: number) => shown.times[frame] ?? shown.end;
  const begin = at(range.first);
  const keyFrames = copied.flatMap(({ isKey, place }) => (isKey ? [place + range.first] : []));
  const reading = { path, stream: material.video.index, scale: list.scale };
  const read = async (key: number, edge: Made, proof: { from: number; to: number; key: number; file: string }) => {
    const stretch = { from: at(proof.from), to: at(proof.to) };
    const log = await readStretches(runner, { ...reading, key }, [edge, hashed(stretch, proof.file)], joint);
    assert.doesNotMatch(log, /\[h264 @/, 'the decoder warned');
    const inCut = { from: stretch.from - begin, to: stretch.to - begin };
    edges.proofs.push({ stretch: inCut, key: proof.key - begin, file: proof.file });
    return readEncodedTrack(join(folder, edge.file), 'vide');
  };
  const tracks: EncodedTrack[] = [];
  if (before > 0) {
    // One frame alone is encoded twice: two key frames one after the other may not have the same number.
    const again = before === 1 ? ['-force_key_frames', 'expr:1', '-forced-idr', '1'] : [];
    const edge = {
      stretch: { from: begin, to: at(found.first) },
      ...(before === 1 ? { filter: 'loop=loop=1:size=1,setpts=N' } : {}),
      ...{ output: [...encoder.slice(0, -2), ...again, ...encoder.slice(-2)], file: FILES.head },
    };
    // To where the second group of copied pictures has begun.
    const to = keyFrames[1] === undefined ? found.last : keyFrames[1] + 1;
    const proof = { from: found.first, to, key: begin, file: FILES.before };
    const track = await read(await keyBefore(joint, range.first), edge, proof);
    tracks.push(track);
    edges.head = before === 1 ? [await otherThan(track, joint)] : placed(track, 0, before);
  }
  if (behind > 0) {
    const stretch = { from: at(found.last), to: at(range.last) };
    const key = at(keyFrames.at(-1) ?? found.first);
    const proof = { from: keyFrames.at(-1) ?? found.first, to: found.last, key, file: FILES.behind };
    const track = await read(key, { stretch, output: encoder, file: FILES.tail }, proof);
    tracks.push(track);
    edges.tail = placed(track, found.last - range.first, behind);
  }
  edges.sets = mergeSets(
    stored,
    tracks.map(({ description }) => insideDescription(description, 'avc1', 'vide', 'avcC')),
  );
  return edges;
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
async function otherThan(track: EncodedTrack, { copied: [next], stored }: Joint): Promise<PlacedPicture> {
  const sets = insideDescription(track.description, 'avc1', 'vide', 'avcC').toString('hex');
  const number = async ({ path, at, size }: { path: string; at: number; size: number }, by: string) => {
    const bytes = { sizes: [size], offsets: [at] };
    return readPictures(path, bytes, { first: 0, last: 1 }, async (picture) => numberOfKey(picture, by));
  };
  assert.ok(next !== undefined && track.keys.length === 2, 'a single frame was not encoded twice');
  const taken = await number(next, stored.toString('hex'));
  for (const bytes of bytesOf(track))
    if ((await number(bytes, sets)) !== taken) return { ...bytes, isKey: true, place: 0 };
  throw new CannotCopy('encoding', 'two key frames would have the same number');
}

async function prove(
  runner: MediaRunner,
  file: string,
  { folder, list, signal, made }: CopyCutOptions & { made: Edges['proofs'] },
): Promise<void> {
  for (const proof of made) {
    const name = `${proof.file}${FILES.found}`;
    const reading = { path: join(folder, file), stream: 0, scale: list.scale, key: proof.key };
    const log = await readStretches(runner, reading, [hashed(proof.stretch, name)], { folder, signal });
    assert.doesNotMatch(log, /\[h264 @/, 'the decoder warned');
    const [wanted, found] = await Promise.all([proof.file, name].map((each) => readFile(join(folder, each), 'utf8')));
    assert.ok(wanted !== undefined && hashesIn(wanted).length > 0, 'no frame was compared');
    assert.deepEqual(hashesIn(found ?? ''), hashesIn(wanted), 'frames decode as other ones');
  }
}
