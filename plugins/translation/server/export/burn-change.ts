import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { fail } from '#core/contract/errors.ts';
import { joinRanges, type FrameRange } from '#core/server/services/media/cut/choose-frames.ts';
import { EVEN_RATE, type ChangedPicture, type PictureChange } from '#core/server/services/media/cut/picture-change.ts';

import { assDocument, type AssEvent, type AssLooks } from './ass-document.ts';
import { shownFrames } from './shown-frames.ts';
import type { SubtitleCue } from './subtitle-cue.ts';

/** The filter that turns a stored picture to how it is seen, and the one that turns it back. */
const TURNS: Readonly<Record<number, readonly [string, string]>> = {
  90: ['transpose=clock', 'transpose=cclock'],
  180: ['hflip,vflip', 'hflip,vflip'],
  270: ['transpose=cclock', 'transpose=clock'],
};

/**
 * The change that burns subtitles in, drawn by libass on the frames that they cover and on no others.
 * @param video.times seconds at which its frames begin, and `end` at which the last one ends
 * @param folder where what libass reads is written
 * @throws expected `translation:export.nothing-shown` where no frame shows any of them
 */
export function burnChange(
  cues: readonly SubtitleCue[],
  looks: AssLooks,
  video: { times: readonly number[]; end: number },
  folder: string,
): PictureChange {
  const spans = shownFrames(cues, video);
  const frames = joinRanges(spans);
  if (frames.length === 0) fail('translation:export.nothing-shown', {}, { kind: 'invalid' });
  return {
    frames,
    isQuick: true,
    async draw(stretch, picture, _read, placeOf) {
      const name = `${stretch.first}-${stretch.last}.ass`;
      const shown = spans.filter(({ first, last }) => first < stretch.last && last > stretch.first);
      const events = shown.map((span) => eventOf(span, stretch, { times: video.times, placeOf }));
      await writeFile(join(folder, name), assDocument(events, looks, seenAs(picture)));
      const [turn, back] = TURNS[picture.rotation] ?? [];
      const filters = [turn, `ass=filename=${name}:shaping=complex`, back].filter((filter) => filter !== undefined);
      return { graph: (input, output) => `[${input}]${filters.join(',')}[${output}]` };
    },
  };
}

function seenAs({ width, height, rotation, matrix, isFullRange }: ChangedPicture) {
  const isTurned = rotation % 180 !== 0;
  return { ...(isTurned ? { width: height, height: width } : { width, height }), matrix, isFullRange };
}

/**
 * A subtitle in the even time of a stretch. It begins and ends half a frame early, since libass reads hundredths of a
 * second.
 */
function eventOf(
  { line: cue, first, last }: FrameRange & { line: SubtitleCue },
  stretch: FrameRange,
  { times, placeOf }: { times: readonly number[]; placeOf(frame: number): number },
): AssEvent {
  const begin = placeOf(stretch.first);
  const even = (frame: number) => Math.max(0, ((placeOf(frame) - begin - 0.5) * 1000) / EVEN_RATE);
  const at = (milliseconds: number) => {
    const next = times.findIndex((time) => time * 1000 > milliseconds);
    return even((next < 0 ? times.length : next) - 1);
  };
  return { cue, from: even(first), to: even(last), at };
}
