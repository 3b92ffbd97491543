import type { Line } from '#plugins/translation/calls.ts';
import { planDub } from '#plugins/translation/dub-plan.ts';

/** Milliseconds at the voice's own pace that fit into a line's time at most, and those that do with a slower picture. */
export interface LineRooms {
  usual: number;
  slow: number;
}

/** How long a voice may take for each line, by their cues. @param seconds of the video */
export function roomsOf(lines: readonly Line[], seconds: number): ReadonlyMap<string, LineRooms> {
  const unspoken = lines.map((line) => ({ ...line, spoken: null }));
  const slow = planDub(unspoken, seconds * 1000, []);
  return new Map(
    planDub(unspoken, seconds * 1000).map(({ cue, most }, at) => [cue, { usual: most, slow: slow[at]?.most ?? most }]),
  );
}

/** What a dub of some lines would say: how many, the first of them, to be heard, and by whom. */
export function acceptedOf(lines: readonly Line[]) {
  const accepted = lines.filter(({ state }) => state === 'done');
  const [first] = accepted;
  return {
    accepted: accepted.length,
    lines: lines.length,
    sample: first === undefined ? null : { cue: first.cue, text: first.text },
    speakers: [...new Set(accepted.map(({ speaker }) => speaker))].filter((name) => name !== ''),
  };
}
