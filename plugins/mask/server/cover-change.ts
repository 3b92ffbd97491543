import { Readable } from 'node:stream';

import { boxesAt, framesOf, type Track } from '#core/contract/box-track.ts';
import { fail } from '#core/contract/errors.ts';
import { joinRanges, type FrameRange } from '#core/server/services/media/cut/choose-frames.ts';
import type { ChangedPicture, Drawing, PictureChange } from '#core/server/services/media/cut/picture-change.ts';
import { around, pixelBoxes, type PixelBox } from '#core/server/services/media/cut/pixel-boxes.ts';
import { planesSize, planesWithin } from '#core/server/services/media/cut/planes.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';

import type { Layer } from './cover-params.ts';
import { drawShare } from './draw-share.ts';
import { fedPictures, layerFilters } from './layer-filters.ts';
import { drawImage, readOverlay, type ImageFitter } from './overlay-image.ts';

/** A track, and the frames in which it is seen. */
interface Span extends FrameRange {
  track: Track;
}

interface SpannedLayer extends Omit<Layer, 'tracks'> {
  spans: readonly Span[];
}

/**
 * The change that covers a video with layers.
 * @param times seconds at which the frames of the video begin, and `end` at which the last one ends
 * @param sources the operation's, with the images
 * @throws expected `mask:nothing-covered` where no frame shows any of them
 */
export function coverChange(
  layers: readonly Layer[],
  { times, end }: { times: readonly number[]; end: number },
  sources: readonly NodeSource[],
): PictureChange {
  const spanned = layers.map(({ tracks, ...layer }): SpannedLayer => {
    const spans = tracks.map((track) => ({ track, ...framesOf(track, times, end) }));
    return { ...layer, spans: spans.filter(({ first, last }) => last > first).sort((a, b) => a.first - b.first) };
  });
  const frames = joinRanges(spanned.flatMap(({ spans }) => spans));
  if (frames.length === 0) fail('mask:nothing-covered', {}, { kind: 'invalid' });
  return { frames, draw: (stretch, picture) => draw(within(spanned, stretch), { stretch, picture, times, sources }) };
}

const within = (layers: readonly SpannedLayer[], { first, last }: FrameRange): SpannedLayer[] =>
  layers.flatMap((layer) => {
    const spans = layer.spans.filter((span) => span.first < last && span.last > first);
    return spans.length === 0 ? [] : [{ ...layer, spans }];
  });

interface Stretch {
  stretch: FrameRange;
  picture: ChangedPicture;
  times: readonly number[];
  sources: readonly NodeSource[];
}

async function draw(layers: readonly SpannedLayer[], to: Stretch): Promise<Drawing> {
  const { stretch, picture, sources } = to;
  const reached = layers.map(({ spans }) =>
    spans.flatMap(({ track }) => track.keys.flatMap(({ boxes }) => pixelBoxes(boxes, picture))),
  );
  const seen = layers.filter((_, at) => (reached[at]?.length ?? 0) > 0);
  const all = reached.flat();
  if (all.length === 0) return { graph: (input, output) => `[${input}]null[${output}]` };
  const region = around(all);
  const images = await Promise.all(
    seen.map(async ({ look }) => {
      const source = look.kind === 'picture' ? sources[look.source] : undefined;
      return source === undefined ? undefined : readOverlay(source, picture, largestOf(all));
    }),
  );
  const looks = seen.map(({ look }) => look);
  const count = looks.reduce((sum, look) => sum + fedPictures(look), 0);
  const [width, height] = [region.right - region.left, region.bottom - region.top];
  const fed = { layers: seen, images, region, count };
  return {
    graph: layerFilters({ picture, region, looks }),
    layers: {
      ...{ width, height: height * count },
      // A picture at a time; the next one is drawn when ffmpeg has taken it.
      frames: () => Readable.from(paintedFrames(fed, { ...to, stretch }), { objectMode: true, highWaterMark: 1 }),
    },
  };
}

const largestOf = (boxes: readonly PixelBox[]) => ({
  width: Math.max(...boxes.map(({ left, right }) => right - left)),
  height: Math.max(...boxes.map(({ top, bottom }) => bottom - top)),
});

interface Fed {
  layers: readonly SpannedLayer[];
  images: readonly (ImageFitter | undefined)[];
  region: PixelBox;
  /** Pictures below each other. */
  count: number;
}

/** What is fed to the filters, frame by frame; the same block again as long as nothing moves. */
function* paintedFrames(fed: Fed, { stretch, picture, times }: Stretch): Generator<Uint8Array> {
  const { left, top } = fed.region;
  const places = fed.layers.map(({ spans }) => follow(spans));
  let last: { key: string; painted: Uint8Array } | undefined;
  for (let frame = stretch.first; frame < stretch.last; frame++) {
    const boxes = places.map((place) =>
      place(frame).flatMap(({ keys }) =>
        pixelBoxes(boxesAt(keys, times[frame] ?? 0), picture).map((box) => ({
          ...{ left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top },
        })),
      ),
    );
    const key = JSON.stringify(boxes);
    if (last?.key !== key) last = { key, painted: paint(boxes, fed) };
    yield last.painted;
  }
}

/** Answers the tracks of frames that are asked for one after the other. */
function follow(spans: readonly Span[]): (frame: number) => Track[] {
  let next = 0;
  let seen: Span[] = [];
  return (frame) => {
    for (; (spans[next]?.first ?? Infinity) <= frame; next++) seen.push(...spans.slice(next, next + 1));
    seen = seen.filter(({ last }) => last > frame);
    return seen.map(({ track }) => track);
  };
}

function paint(boxes: readonly (readonly PixelBox[])[], { layers, images, region, count }: Fed): Uint8Array {
  const [width, height] = [region.right - region.left, region.bottom - region.top];
  const block = new Uint8Array(planesSize(width, height * count));
  let number = 0;
  for (const [at, { look, feather }] of layers.entries()) {
    const share = planesWithin(block, width, height, number, count);
    const over = planesWithin(block, width, height, number + 1, count);
    for (const box of boxes[at] ?? []) {
      const image = images[at]?.(box.right - box.left, box.bottom - box.top);
      if (image !== undefined) drawImage(over, box, image);
      drawShare(share, box, feather, image?.alpha);
    }
    number += fedPictures(look);
  }
  return block;
}
