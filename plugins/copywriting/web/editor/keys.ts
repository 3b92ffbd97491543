import type { KeyboardEvent } from 'react';

import type { StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';

import type { Moments } from '#plugins/copywriting/calls.ts';
import { changeCue, mergeNext, snapCue, splitCue } from './cue-edits.ts';
import type { TextEditor } from './TextEditor.ts';
import type { VideoMoments } from './VideoMoments.ts';

/** What a key does to the cues; undefined for keys of others. */
export function commandOf(
  event: KeyboardEvent<HTMLElement>,
  editor: TextEditor,
  playback: StudioPlayback | null,
  { moments }: Pick<VideoMoments, 'moments'>,
): (() => void) | undefined {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  if ((ctrlKey || metaKey) && !altKey) {
    if (key.toLowerCase() === 'z') return shiftKey ? editor.redo : editor.undo;
    if (key.toLowerCase() === 'y') return editor.redo;
    return key === 'Enter' ? () => selectNext(editor, playback) : undefined;
  }
  if (!altKey) return undefined;
  // With Alt, some keyboards write another letter.
  switch (code) {
    case 'KeyS':
      return () => split(editor, playback, event.target);
    case 'KeyM':
      return () => merge(editor);
    case 'KeyN':
      return () => snap(editor, moments);
    case 'BracketLeft':
      return () => edgeHere(editor, playback, 'start');
    case 'BracketRight':
      return () => edgeHere(editor, playback, 'end');
    default:
      return undefined;
  }
}

/** Seconds at which a player shows what begins at a moment: the frame before it still shows what was before. */
export const seenFrom = (moment: number): number => (moment + FRAME) / 1000;

/** Milliseconds of a frame of most videos. */
const FRAME = 34;

/** Parts the selected cue where the caret is, else where the player is. */
export function split(editor: TextEditor, playback: StudioPlayback | null, target?: EventTarget): void {
  if (editor.selected === null) return;
  const field = target instanceof HTMLTextAreaElement ? target.selectionStart : undefined;
  const time = playback === null ? undefined : playback.time * 1000;
  editor.change(
    splitCue(editor.cues, editor.selected, {
      ...(field === undefined ? {} : { letter: field }),
      ...(time === undefined ? {} : { time }),
    }),
  );
}

/** Joins the selected cue with the next one. */
export function merge(editor: TextEditor): void {
  if (editor.selected !== null) editor.change(mergeNext(editor.cues, editor.selected, editor.language));
}

/** Has the selected cue begin or end where the player is. */
export function edgeHere(editor: TextEditor, playback: StudioPlayback | null, edge: 'start' | 'end'): void {
  const cue = editor.cues[editor.index];
  if (cue === undefined || playback === null) return;
  const at = Math.round(playback.time * 1000);
  if (edge === 'start' ? at < cue.end : at > cue.start) editor.change(changeCue(editor.cues, cue.id, { [edge]: at }));
}

/** Has the selected cue begin and end where speech or shots do, near its edges. */
export function snap(editor: TextEditor, moments: Pick<Moments, 'speech' | 'shots'>): void {
  if (editor.selected !== null) editor.change(snapCue(editor.cues, editor.selected, moments));
}

function selectNext(editor: TextEditor, playback: StudioPlayback | null): void {
  const next = editor.cues[editor.index + 1];
  if (next === undefined) return;
  editor.select(next.id);
  playback?.seek(seenFrom(next.start));
}
