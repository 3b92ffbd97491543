import { breakLines, EARLIEST_MILLISECONDS, SHORTEST_GAP_FRAMES } from '#core/contract/timed-text/reading.ts';
import { joinLines } from '#core/contract/timed-text/plain.ts';
import { cueIds, inOrder, type TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import { tidyText } from '#core/contract/timed-text/tidy-text.ts';

type Cues = readonly TimedCue[];

/** Milliseconds of a cue at the least, so that it stays one, and of one that is added. */
const [SHORTEST, NEW] = [50, 2_000];

/** Changes one cue; the order is put right. Texts stay as they are typed. */
export function changeCue(
  cues: Cues,
  id: string,
  change: Partial<Pick<TimedCue, 'start' | 'end' | 'text' | 'speaker'>>,
): Cues {
  const changed = cues.map((cue) => {
    if (cue.id !== id) return cue;
    const next = { ...cue, ...change };
    // Words are no longer where they were said.
    const isSame = next.text === cue.text && next.start <= cue.start && next.end >= cue.end;
    return { ...next, words: isSame ? cue.words : [] };
  });
  return 'start' in change || 'end' in change ? inOrder(changed) : changed;
}

/**
 * Parts a cue in two.
 * @param at.letter where in its text; in proportion to the time when absent
 * @param at.time milliseconds; in proportion to the text when it is not within the cue
 */
export function splitCue(cues: Cues, id: string, at: { letter?: number; time?: number }): Cues {
  const index = cues.findIndex((cue) => cue.id === id);
  const cue = cues[index];
  if (cue === undefined || cue.end - cue.start < 2 * SHORTEST) return cues;
  const isWithin = at.time !== undefined && at.time > cue.start + SHORTEST && at.time < cue.end - SHORTEST;
  const share = isWithin ? ((at.time ?? 0) - cue.start) / (cue.end - cue.start) : 0.5;
  const letter =
    at.letter !== undefined && at.letter > 0 && at.letter < cue.text.length ? at.letter : nearestBreak(cue.text, share);
  const [first, second] = [tidyText(cue.text.slice(0, letter)), tidyText(cue.text.slice(letter))];
  const [from, length] = [cue.start, cue.end - cue.start];
  const proportion = first.length / Math.max(1, first.length + second.length);
  const inside = Math.min(length - SHORTEST, Math.max(SHORTEST, Math.round(length * proportion)));
  const middle = isWithin ? Math.round(at.time ?? 0) : from + inside;
  const nextId = cueIds(cues.map((each) => each.id));
  return inOrder([
    ...cues.slice(0, index),
    { ...cue, end: middle, text: first, words: cue.words.filter((word) => word.end <= middle) },
    { ...cue, id: nextId(), start: middle, text: second, words: cue.words.filter((word) => word.start >= middle) },
    ...cues.slice(index + 1),
  ]);
}

/** The place between two words, behind a sign if there is one near, that is nearest to a share of a text. */
function nearestBreak(text: string, share: number): number {
  const aim = text.length * share;
  // Words of Chinese, Japanese and Thai are found by what they are, whatever the language of the text.
  const words = [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)].map(({ index, segment }) => ({
    at: index + segment.length,
    cost: /[\s，。！？、；：,.!?;:]$/u.test(segment) ? 0 : text.length * 0.15,
  }));
  const inner = words.filter(
    ({ at }) => at > 0 && at < text.length && !/^[\s，。！？、；：,.!?;:]/u.test(text.slice(at)),
  );
  const best = inner.toSorted((a, b) => Math.abs(a.at - aim) + a.cost - Math.abs(b.at - aim) - b.cost)[0];
  return best?.at ?? Math.round(aim);
}

/** Makes one cue of a cue and the one after it. */
export function mergeNext(cues: Cues, id: string, language: string): Cues {
  const index = cues.findIndex((cue) => cue.id === id);
  const [cue, next] = [cues[index], cues[index + 1]];
  if (cue === undefined || next === undefined) return cues;
  const text = breakLines(joinLines(`${cue.text}\n${next.text}`), language).join('\n');
  const merged = { ...cue, end: Math.max(cue.end, next.end), text, words: [...cue.words, ...next.words] };
  return [...cues.slice(0, index), merged, ...cues.slice(index + 2)];
}

/** Adds an empty cue at a moment, as long as there is room before the next one. @returns it, too */
export function addCue(cues: Cues, time: number, end: number): { cues: Cues; id: string } {
  const id = cueIds(cues.map((each) => each.id))();
  const start = Math.min(
    Math.max(EARLIEST_MILLISECONDS + 1, Math.round(time)),
    Math.max(0, Math.round(end) - SHORTEST),
  );
  const next = cues.find((cue) => cue.start > start)?.start ?? Infinity;
  const until = Math.max(start + SHORTEST, Math.min(start + NEW, next, Math.max(start + SHORTEST, Math.round(end))));
  const added: TimedCue = { id, start, end: until, text: '', words: [], speaker: '', source: 'typed' };
  return { cues: inOrder([...cues, added]), id };
}

/**
 * Moves cues in time, all of them by as much.
 * @param from the first that is moved
 * @param end milliseconds of the video; cues stay before it and after its beginning
 */
export function shiftCues(
  cues: Cues,
  by: number,
  { from = 0, end = Infinity }: { from?: number; end?: number } = {},
): Cues {
  const moved = cues.slice(from);
  const [first, last] = [moved[0]?.start ?? 0, Math.max(0, ...moved.map((cue) => cue.end))];
  const step = Math.round(Math.min(Math.max(by, -first), Math.max(0, end - last)));
  if (step === 0) return cues;
  const shifted = moved.map((cue) => ({
    ...{ ...cue, start: cue.start + step, end: cue.end + step },
    words: cue.words.map((word) => ({ ...word, start: word.start + step, end: word.end + step })),
  }));
  return inOrder([...cues.slice(0, from), ...shifted]);
}

/** Milliseconds within which an edge is moved to a moment of the video. */
const SNAP = 500;

/**
 * Has a cue begin and end where somebody begins and stops to speak near its edges, or where a shot does.
 * @param moments in seconds
 */
export function snapCue(
  cues: Cues,
  id: string,
  { speech, shots }: { speech: readonly { start: number; end: number }[]; shots: readonly number[] },
): Cues {
  const cue = cues.find((each) => each.id === id);
  if (cue === undefined) return cues;
  const nearest = (at: number, moments: readonly number[]): number => {
    const near = moments.map((moment) => Math.round(moment * 1000)).filter((to) => Math.abs(to - at) <= SNAP);
    return near.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))[0] ?? at;
  };
  const start = nearest(cue.start, [...shots, ...speech.map((span) => span.start)]);
  const end = nearest(cue.end, [...shots, ...speech.map((span) => span.end)]);
  const isSame = start === cue.start && end === cue.end;
  return isSame || end - start < SHORTEST ? cues : changeCue(cues, id, { start, end });
}

/** Puts right what can be: overlaps, gaps below two frames, and cues that begin too early. @param frame milliseconds */
export function tidyTimes(cues: Cues, frame: number): Cues {
  const gap = Math.ceil(SHORTEST_GAP_FRAMES * frame);
  const tidy = cues.map((cue, at) => {
    const next = cues[at + 1]?.start ?? Infinity;
    const start =
      cue.start <= EARLIEST_MILLISECONDS && cue.end > EARLIEST_MILLISECONDS + SHORTEST
        ? EARLIEST_MILLISECONDS + 1
        : cue.start;
    const isNear = next - cue.end !== 0 && next - cue.end < gap;
    const end = isNear && next - start >= SHORTEST ? next : cue.end;
    return start === cue.start && end === cue.end ? cue : { ...cue, start, end, words: [] };
  });
  return inOrder(tidy);
}

/** Puts one text in place of another, wherever it stands; small letters and capitals are alike. */
export function replaceAll(cues: Cues, find: string, replacement: string): { cues: Cues; count: number } {
  if (find === '') return { cues, count: 0 };
  const pattern = new RegExp(find.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), 'giu');
  let count = 0;
  const replaced = cues.map((cue) => {
    const text = cue.text.replaceAll(pattern, () => {
      count += 1;
      return replacement;
    });
    return text === cue.text ? cue : { ...cue, text, words: [] };
  });
  return { cues: count === 0 ? cues : replaced, count };
}
