import type { KeyboardEvent } from 'react';

import type { StudioPlayback } from '../playback/StudioPlayback.ts';

/** Frames that an arrow key with Shift moves. */
const LARGE_STEP = 10;

type Command = (playback: StudioPlayback, large: boolean) => void;

const shuttle =
  (key: 'j' | 'k' | 'l'): Command =>
  (playback) =>
    playback.shuttle(key);
const step =
  (way: 1 | -1): Command =>
  (playback, large) =>
    playback.step(way * (large ? LARGE_STEP : 1));

/** What keys do, by their name; letters in lower case. */
const COMMANDS: Readonly<Record<string, Command>> = {
  ' ': (playback) => playback.toggle(),
  ',': step(-1),
  '.': step(1),
  '<': step(-1),
  '>': step(1),
  arrowleft: step(-1),
  arrowright: step(1),
  home: (playback) => playback.seek(playback.stretch.start),
  end: (playback) => playback.seek(playback.stretch.end),
  j: shuttle('j'),
  k: shuttle('k'),
  l: shuttle('l'),
  i: (playback) => playback.markIn(),
  o: (playback) => playback.markOut(),
  x: (playback) => playback.setRange(null),
  r: (playback) => playback.setLoop(!playback.isLoop),
  m: (playback) => playback.setMuted(!playback.isMuted),
};

/** The keys in the order of the help: which of them, and the text that says what they do. */
export const KEY_HELP = [
  ['␣', 'toggle'],
  [', .  ← →', 'step'],
  ['⇧ ← →', 'step-far'],
  ['J K L', 'shuttle'],
  ['I O', 'in-out'],
  ['X', 'whole'],
  ['R', 'loop'],
  ['Home End', 'ends'],
  ['M', 'mute'],
] as const;

/** Does what a key of the player does, unless it belongs to a field or a button in it. */
export function hearPlayerKey(playback: StudioPlayback, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const { target } = event;
  const isText = target instanceof HTMLInputElement && target.type !== 'range';
  if (isText || target instanceof HTMLTextAreaElement) return;
  if (event.key === ' ' && target instanceof HTMLButtonElement && target.tabIndex >= 0) return;
  const command = COMMANDS[event.key.toLowerCase()];
  if (command === undefined) return;
  event.preventDefault();
  // Letters that are typed quickly are commands of the workbench, too.
  event.stopPropagation();
  command(playback, event.shiftKey && event.key.startsWith('Arrow'));
}
