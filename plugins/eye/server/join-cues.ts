import type { TextCue } from '#core/contract/text-cue.ts';
import type { Box } from '#core/contract/reframe.ts';

import type { TextTrack } from './window/text-track.ts';

/** Seconds between which a line that goes and comes again is the same line, and by which lines of a text may differ. */
const [APART, TOGETHER] = [0.4, 0.2];
/** The share of letters that two readings of a line have in common. */
const ALIKE = 0.75;
/** Lines of a text are no further apart than this, in heights of a line: below each other, and beside each other. */
const [BELOW, BESIDE] = [0.9, 1.5];

/**
 * Makes texts of the lines of all stretches of a video: a line that goes on in the next stretch, or was read twice,
 * becomes one, and lines that come and go together at one place one text.
 * @param shape width over height of the picture
 */
export function joinCues(tracks: readonly TextTrack[], shape: number): TextCue[] {
  const lines = joinLines(tracks);
  const groups: TextTrack[][] = [];
  for (const line of lines.toSorted((a, b) => a.from - b.from || a.box.y - b.box.y)) {
    const group = groups.find((known) => known.some((other) => belongTogether(other, line, shape)));
    if (group === undefined) groups.push([line]);
    else group.push(line);
  }
  return groups.map(cueOf).toSorted((a, b) => a.from - b.from || topOf(a) - topOf(b));
}

const topOf = ({ boxes: [upper] }: TextCue): number => upper?.y ?? 0;

/** Lines without those that are another one's continuation, repetition or part. */
function joinLines(tracks: readonly TextTrack[]): TextTrack[] {
  const lines: TextTrack[] = [];
  for (let track of tracks.toSorted((a, b) => a.from - b.from)) {
    for (let at = lines.findIndex((line) => isSame(line, track)); at >= 0;) {
      const [line = track] = lines.splice(at, 1);
      track = joined(line, track);
      at = lines.findIndex((other) => isSame(other, track));
    }
    lines.push(track);
  }
  return lines;
}

/** @param first begins first */
function isSame(first: TextTrack, second: TextTrack): boolean {
  const between = Math.max(first.from, second.from) - Math.min(first.to, second.to);
  if (between > APART) return false;
  const place = overlapOf(
    boxAt(first, Math.max(first.from, second.from)),
    boxAt(second, Math.max(first.from, second.from)),
  );
  if (place.ofBoth > 0.5 && likenessOf(first.text, second.text) >= ALIKE) return true;
  // A part of the line, seen while all of it was there.
  const [part, whole] = first.text.length < second.text.length ? [first, second] : [second, first];
  const isPart = plain(whole.text).includes(plain(part.text)) || likenessOf(part.text, whole.text) >= ALIKE;
  return between < -0.5 * Math.min(first.to - first.from, second.to - second.from) && place.ofSmaller > 0.7 && isPart;
}

function joined(first: TextTrack, second: TextTrack): TextTrack {
  const seconds = (track: TextTrack) => track.to - track.from;
  const isLonger = plain(second.text).length - plain(first.text).length;
  const isContained = isLonger !== 0 && overlapOf(first.box, second.box).ofBoth <= 0.5;
  const better = isContained
    ? isLonger > 0
    : second.confidence * Math.min(1, seconds(second)) > first.confidence * Math.min(1, seconds(first));
  const [best, other] = better ? [second, first] : [first, second];
  const moves = best.moves.length > 0 || other.moves.length > 0 ? joinedMoves(first, second) : [];
  const [from, to] = [Math.min(first.from, second.from), Math.max(first.to, second.to)];
  return { ...best, box: moves.length > 0 ? first.box : best.box, moves, from, to };
}

/** @returns how far from the box of the first one both are */
function joinedMoves(first: TextTrack, second: TextTrack): TextTrack['moves'] {
  const [right, down] = [second.box.x - first.box.x, second.box.y - first.box.y];
  const others = second.moves.map(({ time, x, y }) => ({ time, x: x + right, y: y + down }));
  const [early, late] = first.from <= second.from ? [first.moves, others] : [others, first.moves];
  const last = early.at(-1)?.time ?? -Infinity;
  return [...early, ...late.filter(({ time }) => time > last)];
}

/** Where a line is at a moment, or would be. */
function boxAt({ box, moves }: TextTrack, time: number): Box {
  const after = moves.findIndex((move) => move.time > time);
  const next = moves[after] ?? moves.at(-1);
  const last = after < 0 ? next : (moves[after - 1] ?? next);
  if (next === undefined || last === undefined) return box;
  const share = next.time > last.time ? (time - last.time) / (next.time - last.time) : 0;
  return { ...box, x: box.x + last.x + (next.x - last.x) * share, y: box.y + last.y + (next.y - last.y) * share };
}

function belongTogether(a: TextTrack, b: TextTrack, shape: number): boolean {
  if (Math.abs(a.from - b.from) > TOGETHER || Math.abs(a.to - b.to) > TOGETHER) return false;
  if (a.moves.length > 0 !== b.moves.length > 0) return false;
  const height = Math.min(a.box.height, b.box.height);
  if (Math.max(a.box.height, b.box.height) > 2 * height) return false;
  const beside = Math.max(a.box.x, b.box.x) - Math.min(a.box.x + a.box.width, b.box.x + b.box.width);
  const below = Math.max(a.box.y, b.box.y) - Math.min(a.box.y + a.box.height, b.box.y + b.box.height);
  return (beside < 0 && below < BELOW * height) || (below < -0.5 * height && beside * shape < BESIDE * height);
}

/** The text of lines that belong together; those in one row are one line. */
function cueOf(lines: readonly TextTrack[]): TextCue {
  const rows: TextTrack[][] = [];
  for (const line of lines.toSorted((a, b) => a.box.y + a.box.height / 2 - (b.box.y + b.box.height / 2))) {
    const middle = line.box.y + line.box.height / 2;
    const row = rows.find((known) => known.every(({ box }) => middle > box.y && middle < box.y + box.height));
    if (row === undefined) rows.push([line]);
    else row.push(line);
  }
  for (const row of rows) row.sort((a, b) => a.box.x - b.box.x);
  const letters = lines.reduce((sum, { text }) => sum + text.length, 0);
  return {
    from: Math.max(0, round(Math.min(...lines.map(({ from }) => from)))),
    to: round(Math.max(...lines.map(({ to }) => to))),
    boxes: rows.map((row) => clipped(row.map(({ box }) => box))),
    text: rows.map((row) => row.map(({ text }) => text).join(' ')).join('\n'),
    confidence: round(lines.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters),
    moves: (lines[0]?.moves ?? []).map(({ time, x, y }) => ({ time: round(time), x: round(x), y: round(y) })),
  };
}

/** Thousandths of a second and ten-thousandths of a side say enough. */
const round = (value: number): number => Math.round(value * 1e4) / 1e4;

/** A box around boxes, within the picture. */
function clipped(boxes: readonly Box[]): Box {
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  const [x, y] = [round(Math.max(0, Math.min(0.999, left))), round(Math.max(0, Math.min(0.999, top)))];
  return {
    ...{ x, y },
    width: round(Math.max(0.001, Math.min(1, right) - x)),
    height: round(Math.max(0.001, Math.min(1, bottom) - y)),
  };
}

function overlapOf(a: Box, b: Box): { ofBoth: number; ofSmaller: number } {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (across <= 0 || down <= 0) return { ofBoth: 0, ofSmaller: 0 };
  const [both, areaA, areaB] = [across * down, a.width * a.height, b.width * b.height];
  return { ofBoth: both / (areaA + areaB - both), ofSmaller: both / Math.min(areaA, areaB) };
}

const plain = (text: string): string => text.replaceAll(/[\s\p{P}]/gu, '').toLowerCase();

/** The share of letters that two texts have in common, 0 to 1; spaces and punctuation do not count. */
export function likenessOf(one: string, other: string): number {
  const [a, b] = [[...plain(one)], [...plain(other)]];
  if (a.length === 0 || b.length === 0) return one.trim() === other.trim() ? 1 : 0;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of a.entries()) {
    const next = [i + 1];
    for (const [j, against] of b.entries()) {
      const kept = (row[j] ?? 0) + (letter === against ? 0 : 1);
      next.push(Math.min(kept, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return 1 - (row.at(-1) ?? 0) / Math.max(a.length, b.length);
}
