import { fail } from '#core/contract/errors.ts';
import { joinRanges, type FrameRange } from '#core/server/services/media/cut/choose-frames.ts';
import type {
  ChangedPicture,
  Drawing,
  PictureChange,
  ReadStretch,
} from '#core/server/services/media/cut/picture-change.ts';
import { planesSize } from '#core/server/services/media/cut/planes.ts';

import { MASK_DELAY } from './fill/fill-strip.ts';
import { filledPictures, type FillWork } from './filled-pictures.ts';
import { drawFed, moved, placeTexts, spansOf, spotsFrom, type Span } from './placed-texts.ts';
import type { TextToRemove } from './removal-params.ts';

/** Bytes of frames that are kept, and how many of them are looked at to each side. */
const [KEPT, LEAST_WINDOW, MOST_WINDOW] = [200 * 1024 ** 2, 8, 150];

/** A video's frames, in seconds: when each begins, and when the last one ends. */
export interface FrameTimes {
  times: readonly number[];
  end: number;
}

/**
 * The change that removes text from a video.
 * @param work `mostWindow`: frames to each side that are looked at, at most
 * @throws expected `removal:nothing-removed` where no frame shows any of it
 */
export function removalChange(
  texts: readonly TextToRemove[],
  { times, end }: FrameTimes,
  work: FillWork & { mostWindow?: number },
): PictureChange {
  const spans = spansOf(texts, { times, end });
  return {
    frames: framesWith(spans),
    draw(stretch, picture, read) {
      const within = spans.filter(({ first, last }) => first < stretch.last && last > stretch.first);
      return draw(within, { stretch, picture, read, times, work });
    },
  };
}

/** The frames that show any text. @throws expected `removal:nothing-removed` where none does */
export function framesWith(spans: readonly Span[]): FrameRange[] {
  const frames = joinRanges(spans);
  return frames.length === 0 ? fail('removal:nothing-removed', {}, { kind: 'invalid' }) : frames;
}

interface Stretch {
  stretch: FrameRange;
  picture: ChangedPicture;
  read: ReadStretch;
  times: readonly number[];
  work: FillWork & { mostWindow?: number };
}

async function draw(spans: readonly Span[], { stretch, picture, read, times, work }: Stretch): Promise<Drawing> {
  const placed = placeTexts(spans, picture, times);
  if (placed === null) return { graph: (input, output) => `[${input}]null[${output}]` };
  const { texts, region, seen } = placed;
  const [width, height] = [seen.right - seen.left, seen.bottom - seen.top];
  const kept = Math.floor(KEPT / planesSize(width, height));
  const window = Math.min(work.mostWindow ?? MOST_WINDOW, Math.max(LEAST_WINDOW, Math.floor((kept - MASK_DELAY) / 2)));
  const first = Math.max(0, Math.min(...texts.map((text) => text.first)) - window);
  const last = Math.min(times.length, Math.max(...texts.map((text) => text.last)) + window);
  const wanted = { first: Math.max(first, stretch.first), last: Math.min(last, stretch.last) };
  const reading = await read({ first, last });
  const task = {
    ...{ does: 'fill' as const, width, height, part: moved(region, seen), window, spots: spotsFrom(placed, first) },
    ...{ from: wanted.first - first, to: wanted.last - first },
  };
  return {
    graph: drawFed(picture, region),
    layers: {
      ...{ width: region.right - region.left, height: (region.bottom - region.top) * 2 },
      frames: () =>
        filledPictures(
          {
            reading: { ...reading, chain: `${reading.chain},crop=${width}:${height}:${seen.left}:${seen.top}` },
            ...{ frames: last - first, task },
            ...{ before: wanted.first - stretch.first, behind: stretch.last - wanted.last },
          },
          work,
        ),
    },
  };
}
