import { z } from 'zod';

import { boxesIn, type Track } from '#core/contract/box-track.ts';
import { cutFactsSchema } from '#core/contract/cut-facts.ts';
import { cueBoxesAt, type TextCue } from '#core/contract/text-cue.ts';

/** Text that can still be read where it was removed. */
const leftTextSchema = z.object({
  /** Whole seconds of the video, and how many characters can be read in each. */
  seconds: z.array(z.object({ second: z.int().min(0), characters: z.int().min(1) })),
});
export type LeftText = z.output<typeof leftTextSchema>;

/** What has filled a video: the built-in one, a service, or the built-in one because a service has failed. */
const filledBySchema = z.enum(['built-in', 'service', 'stand-in']);
export type FilledBy = z.output<typeof filledBySchema>;

/** What the tool says of a video. */
export const removalFactsSchema = cutFactsSchema.extend({
  /** Null where the result was not read: nothing reads text, or no text was looked for. */
  left: leftTextSchema.nullable(),
  /** Absent in earlier results, which the built-in one has filled. */
  filledBy: filledBySchema.default('built-in'),
});

/**
 * What can still be read where text was removed, second by second.
 * @param cues the text of the result
 */
export function findLeftText(cues: readonly TextCue[], tracks: readonly Track[]): LeftText {
  const seconds = new Map<number, number>();
  for (const cue of cues) {
    const lines = cue.text.split('\n');
    for (let second = Math.floor(cue.from); second < cue.to; second++) {
      // In the middle of what of the second the text is there.
      const time = (Math.max(cue.from, second) + Math.min(cue.to, second + 1)) / 2;
      const places = tracks.flatMap((track) => boxesIn(track, { time, until: time + 0.04 }));
      const characters = cue.boxes.reduce((sum, box, at) => {
        const [seen] = cueBoxesAt({ ...cue, boxes: [box] }, time);
        const isWithin = seen !== undefined && places.some((place) => holdsMiddle(place, seen));
        return sum + (isWithin ? [...(lines[at] ?? '').replaceAll(/\s/g, '')].length : 0);
      }, 0);
      if (characters > 0) seconds.set(second, (seconds.get(second) ?? 0) + characters);
    }
  }
  return {
    seconds: [...seconds].map(([second, characters]) => ({ second, characters })).sort((a, b) => a.second - b.second),
  };
}

type Rectangle = Track['keys'][number]['boxes'][number];

function holdsMiddle(place: Rectangle, box: Rectangle): boolean {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return x >= place.x && x <= place.x + place.width && y >= place.y && y <= place.y + place.height;
}
