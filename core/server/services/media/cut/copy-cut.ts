import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { assertUnits } from '../operations/copy-range.ts';
import { setsIn } from '../operations/parameter-sets.ts';
import type { MediaRunner } from '../runner.ts';
import { findCopiedRanges, joinRanges, type FrameRange, type ShownFrames } from './choose-frames.ts';
import { CannotCopy } from './cannot-copy.ts';
import { hashed, hashesIn, readStretches } from './encode-edges.ts';
import { encodeRest, type CopyCutOptions, type Piece, type Proof } from './encode-rest.ts';
import { findRefreshing } from './key-pictures.ts';
import type { PacketList } from './list-packets.ts';
import { placesOf, timePictures, type PlacedPicture } from './order-pictures.ts';
import { insideDescription, readSourceTrack, withParameterSets } from './source-track.ts';
import type { TrackToWrite } from './write-mp4.ts';

/** Pictures of a cut that is mostly copied. */
export interface CopiedPictures {
  track: TrackToWrite;
  copied: number;
  /** The number in the material of the first copied frame; null where there is none. */
  copiedFrom: number | null;
  /** Decodes what was written around the joints. @throws AssertionError when frames are not the material's */
  prove(file: string): Promise<void>;
}

const FOUND = '.found';

/**
 * Cuts pictures of H.264 by copying them from each key frame on that the cut shows, as far as they stay what they are,
 * and by encoding the frames before, between and behind what can be copied.
 * @throws CannotCopy, AssertionError or RangeError where that is not possible, or cannot be proven safe
 */
export async function copyCut(runner: MediaRunner, options: CopyCutOptions): Promise<CopiedPictures> {
  const { path, material, list, shown, range, change, clock } = options;
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
  const shownKeys = new Set([...keys].map((key) => key - hidden));
  const isKeyFrame = new Set([...keys].map((key) => places[key]));
  const fresh = (change?.keys ?? []).filter((frame) => !isKeyFrame.has(frame));
  const changed = joinRanges([
    ...(change?.frames ?? []),
    ...clock.encoded,
    ...fresh.map((frame) => ({ first: frame, last: frame + 1 })),
  ]);
  const ranges = findCopiedRanges(places.slice(hidden), shownKeys, range, changed);
  const found = ranges.map(({ first, last }): Piece => {
    const pictures = list.packets.slice(first + hidden, last + hidden).map((packet, at): PlacedPicture => ({
      ...{ path, at: packet.at, size: packet.size, isKey: keys.has(first + hidden + at) },
      place: clock.placeOf(places[first + hidden + at] ?? 0),
    }));
    return { first, last, pictures };
  });
  const [earliest] = found;
  if (earliest === undefined) throw new CannotCopy('no-key-frame', 'no key frame of the cut can be copied');
  const rest = await encodeRest(runner, { ...options, stored, found, places });
  const pieces = [...found, ...rest.pieces].toSorted((a, b) => a.first - b.first);
  const { samples, begins } = timePictures(
    pieces.flatMap(({ pictures }) => pictures),
    clock.times,
  );
  const copied = found.flatMap((each) => each.pictures);
  const refreshing = new Set(copied.filter(({ isKey }) => isKey).map(({ at }) => at));
  const known = [...sets.sequence, ...sets.picture];
  return {
    track: {
      ...{ kind: 'vide', scale: shown.scale, placement: source.placement, samples, begins },
      ...{ plays: clock.length, lasts: clock.length },
      description: withParameterSets(source.description, rest.sets),
      check(sample, bytes) {
        if (sample.path === path) assertUnits(bytes, { isKey: refreshing.has(sample.at), known });
      },
    },
    copied: copied.length,
    copiedFrom: earliest.first,
    prove: (file) => prove(runner, file, { ...options, made: rest.proofs }),
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

async function prove(
  runner: MediaRunner,
  file: string,
  { folder, list, signal, made }: CopyCutOptions & { made: readonly Proof[] },
): Promise<void> {
  for (const proof of made) {
    const name = `${proof.file}${FOUND}`;
    const reading = { path: join(folder, file), stream: 0, scale: list.scale, key: proof.key };
    const log = await readStretches(runner, reading, [hashed(proof.stretch, name)], { folder, signal });
    assert.doesNotMatch(log, /\[h264 @/, 'the decoder warned');
    const [wanted, found] = await Promise.all([proof.file, name].map((each) => readFile(join(folder, each), 'utf8')));
    assert.ok(wanted !== undefined && hashesIn(wanted).length > 0, 'no frame was compared');
    assert.deepEqual(hashesIn(found ?? ''), hashesIn(wanted), 'frames decode as other ones');
  }
}
