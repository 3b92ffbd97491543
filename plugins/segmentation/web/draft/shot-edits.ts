import type { FoundShots } from '#core/contract/shots.ts';

import { boundariesOf, isSame, keyAt, type Rule, type ShotEdit, type ShotNotes } from '#plugins/segmentation/shots.ts';

/** What an edit starts from. */
export interface Edited {
  found: FoundShots;
  rule: Rule;
  edit: ShotEdit;
}

const without = (times: readonly number[], at: number): number[] => times.filter((other) => !isSame(other, at));

/** Cuts a shot in two. Where there is a boundary already, or nothing before or behind, it stays as it is. */
export function cutAt({ found, rule, edit }: Edited, at: number): ShotEdit {
  if (at <= 0 || at >= found.seconds || isSame(at, 0) || isSame(at, found.seconds)) return edit;
  if (boundariesOf(found, rule, edit).some(({ seconds }) => isSame(seconds, at))) return edit;
  const back = { ...edit, removed: without(edit.removed, at) };
  // Taken back, what was found stands there again by itself.
  if (boundariesOf(found, rule, back).some(({ seconds }) => isSame(seconds, at))) return back;
  return { ...back, added: [...without(back.added, at), at].sort((a, b) => a - b) };
}

/** Joins the two shots that a boundary parts; what was said of the second one is gone. */
export function joinAt({ found, rule, edit }: Edited, at: number): ShotEdit {
  const boundary = boundariesOf(found, rule, edit).find(({ seconds }) => isSame(seconds, at));
  if (boundary === undefined) return edit;
  const { [keyAt(boundary.seconds)]: _gone, ...notes } = edit.notes;
  const isOwn = edit.added.some((other) => isSame(other, boundary.seconds));
  return isOwn
    ? { ...edit, notes, added: without(edit.added, boundary.seconds) }
    : { ...edit, notes, removed: [...edit.removed, boundary.seconds] };
}

/** Moves a boundary; what is said of the shot behind it goes with it. It never passes another one. */
export function moveBoundary(edited: Edited, from: number, to: number, frame: number): ShotEdit {
  const boundaries = boundariesOf(edited.found, edited.rule, edited.edit);
  const index = boundaries.findIndex(({ seconds }) => isSame(seconds, from));
  if (index < 0) return edited.edit;
  const least = (boundaries[index - 1]?.seconds ?? 0) + frame;
  const most = (boundaries[index + 1]?.seconds ?? edited.found.seconds) - frame;
  const at = Math.min(most, Math.max(least, to));
  if (most < least || isSame(at, from)) return edited.edit;
  const notes = edited.edit.notes[keyAt(from)];
  const moved = cutAt({ ...edited, edit: joinAt(edited, from) }, at);
  return notes === undefined ? moved : { ...moved, notes: { ...moved.notes, [keyAt(at)]: notes } };
}

/** Says something of a shot. */
export function withNotes(edit: ShotEdit, key: string, change: Partial<ShotNotes>): ShotEdit {
  const before = edit.notes[key] ?? { name: '', tags: [], isLeftOut: false };
  const after = { ...before, ...change };
  const { [key]: _old, ...rest } = edit.notes;
  const isNothing = after.name === '' && after.tags.length === 0 && !after.isLeftOut;
  return { ...edit, notes: isNothing ? rest : { ...rest, [key]: after } };
}

/** Tags as they are typed: between commas of either kind, or spaces. */
export function tagsIn(text: string, most: { tags: number; length: number }): string[] {
  const words = text.split(/[,，、#\s]+/).flatMap((word) => (word === '' ? [] : [word.slice(0, most.length)]));
  return [...new Set(words)].slice(0, most.tags);
}
