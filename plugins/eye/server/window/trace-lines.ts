import { followLine, type Followed } from './follow-line.ts';
import type { PixelBox } from './patch.ts';
import type { Strokes } from './strokes.ts';
import type { SeenLine, TextTrack } from './text-track.ts';

/** A small picture that differs from the one before it. */
export interface Watched {
  /** Its number, repetitions included. */
  picture: number;
  strokes: Strokes;
}

/** How the small pictures lie in the material. */
export interface PictureTimes {
  /** Seconds of the material that the first picture shows. */
  start: number;
  /** Pictures a second. */
  rate: number;
  /** How many there are, repetitions included. */
  count: number;
  /** Whether some of the video's own pictures were left out: what comes in one of those is seen in the next. */
  skips: boolean;
}

/** Seconds that a line must be shown, so that a pattern of one moment is no text. */
const LEAST_SECONDS = 0.14;
/** Pictures that may have been left out before one. */
const LEFT_OUT = 2;
/** Pixels by which a line may be beside the straight way between two of its places. */
const BESIDE = 1;
/** Pixels around a line whose strokes belong to it. */
const MARGIN = 1;

interface Trace extends Followed {
  lines: SeenLine[];
}

/** From when to when, and where, lines are shown that were read in some of the pictures. */
export function traceLines(watched: readonly Watched[], lines: readonly SeenLine[], times: PictureTimes): TextTrack[] {
  const pictures = watched.map(({ strokes }) => strokes);
  const traces: Trace[] = [];
  for (const line of lines.toSorted((a, b) => a.picture - b.picture)) {
    const seen = { ...line, picture: watched.findLastIndex(({ picture }) => picture <= line.picture) };
    const known = traces.find((trace) => isSameLine(trace, seen));
    if (known !== undefined && known.places.length === 0) known.lines.push(seen);
    else {
      const followed = followLine(pictures, seen.picture, boxOf(seen));
      if (known === undefined) traces.push({ ...followed, lines: [seen] });
      else {
        known.lines.push(seen);
        Object.assign(known, carriedOn(known, followed, seen.picture));
      }
    }
  }
  const size = pictures[0] ?? { width: 1, height: 1 };
  return traces
    .map((trace) => trackOf(trace, size, (index) => timeOf(watched, index, times)))
    .filter(({ from, to }) => to - from >= LEAST_SECONDS);
}

/**
 * A line that moves with the places at which it is found only when it is followed from a later reading: the further it
 * has come from where it was read, the less it looks like then.
 * @param picture that of the later reading
 */
function carriedOn(known: Followed, again: Followed, picture: number): Followed {
  const [here, there] = [known, again].map(({ places }) => places.find((place) => place.picture === picture));
  if (here === undefined || there === undefined || again.last <= known.last) return known;
  const [right, down] = [here.x - there.x, here.y - there.y];
  const later = again.places
    .filter((place) => place.picture > known.last)
    .map((place) => ({ ...place, x: place.x + right, y: place.y + down }));
  return { first: known.first, last: again.last, places: [...known.places, ...later] };
}

function trackOf(
  { first, last, places, lines }: Trace,
  { width, height }: { width: number; height: number },
  time: (index: number) => number,
): TextTrack {
  const best = bestReading(lines);
  const read = places.find(({ picture }) => picture === best.picture);
  const moves = straightened(places).map(({ picture, x, y }) => ({
    time: time(picture),
    x: (x - (read?.x ?? 0)) / width,
    y: (y - (read?.y ?? 0)) / height,
  }));
  return {
    ...{ from: time(first), to: time(last + 1), moves },
    box: {
      ...{ x: best.x / width, y: best.y / height },
      ...{ width: best.width / width, height: best.height / height },
    },
    ...{ text: best.text, confidence: best.confidence },
  };
}

/** Seconds of the material at which a picture came; the end for the one after the last. */
function timeOf(watched: readonly Watched[], index: number, { start, rate, count, skips }: PictureTimes): number {
  const { picture = count } = watched[index] ?? {};
  const before = watched[index - 1]?.picture;
  // The first one was there before, and the last one still is.
  if (before === undefined || picture === count) return start + picture / rate;
  // It came after the moment before, if no picture was left out between the two.
  const earliest = skips ? Math.max(before, picture - LEFT_OUT) - 0.5 : picture - 1;
  return Math.max(0, start + (earliest + picture) / 2 / rate);
}

function boxOf({ x, y, width, height }: SeenLine): PixelBox {
  const [left, top] = [Math.floor(x) - MARGIN, Math.floor(y) - MARGIN];
  return { x: left, y: top, width: Math.ceil(x + width) + MARGIN - left, height: Math.ceil(y + height) + MARGIN - top };
}

/** Whether a line is one that is followed already, read once more. */
function isSameLine({ first, last, places, lines: [known] }: Trace, line: SeenLine): boolean {
  if (known === undefined || line.picture < first || line.picture > last) return false;
  const [then, now] = [known.picture, line.picture].map((number) => places.find(({ picture }) => picture === number));
  const [right, down] = [(now?.x ?? 0) - (then?.x ?? 0), (now?.y ?? 0) - (then?.y ?? 0)];
  const [x, y] = [known.x + right, known.y + down];
  const across = Math.min(x + known.width, line.x + line.width) - Math.max(x, line.x);
  const along = Math.min(y + known.height, line.y + line.height) - Math.max(y, line.y);
  if (across <= 0 || along <= 0) return false;
  const both = across * along;
  return both / (known.width * known.height + line.width * line.height - both) > 0.5;
}

/** What most readings agree on, weighed by how sure they are; of that the surest. */
function bestReading(lines: readonly SeenLine[]): SeenLine {
  const votes = new Map<string, number>();
  for (const { text, confidence } of lines) votes.set(text, (votes.get(text) ?? 0) + confidence);
  const rank = (line: SeenLine): number => (votes.get(line.text) ?? 0) + line.confidence / 100;
  return lines.reduce((best, line) => (rank(line) > rank(best) ? line : best));
}

/** The places without those that lie on the straight way between the others. */
function straightened<P extends { picture: number; x: number; y: number }>(places: readonly P[]): P[] {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || places.length < 3) return [...places];
  let far = { at: 0, by: BESIDE };
  for (const [at, { picture, x, y }] of places.entries()) {
    const share = (picture - first.picture) / (last.picture - first.picture);
    const by = Math.max(
      Math.abs(first.x + (last.x - first.x) * share - x),
      Math.abs(first.y + (last.y - first.y) * share - y),
    );
    if (by > far.by) far = { at, by };
  }
  if (far.at === 0) return [first, last];
  return [...straightened(places.slice(0, far.at + 1)), ...straightened(places.slice(far.at)).slice(1)];
}
