import type { TextCue } from '#core/contract/text-cue.ts';
import { cueIds, inOrder, type TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import { tidyText } from '#core/contract/timed-text/tidy-text.ts';

/** Cues of what was read in the picture of a video. */
export function pictureCues(read: readonly TextCue[]): TimedCue[] {
  const nextId = cueIds();
  const cues = read.flatMap(({ from, to, text }): TimedCue[] => {
    const [start, end, tidy] = [Math.round(from * 1000), Math.round(to * 1000), tidyText(text)];
    if (tidy === '' || end <= start) return [];
    return [{ id: nextId(), start, end, text: tidy, words: [], speaker: '', source: 'picture' }];
  });
  return inOrder(cues);
}
