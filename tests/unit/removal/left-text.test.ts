import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TextCue } from '#core/contract/text-cue.ts';
import { findLeftText } from '#plugins/removal/left-text.ts';

const BOX = { x: 0.2, y: 0.8, width: 0.6, height: 0.1 };
const cue = (more: Partial<TextCue> = {}): TextCue => ({
  ...{ from: 1.2, to: 3.1, boxes: [BOX], text: 'Free now', confidence: 0.9, moves: [], ...more },
});
const track = { from: 1, to: 3, keys: [{ time: 0, boxes: [BOX] }] };

test('text that can still be read is told second by second, only where and as long as it was removed', () => {
  const elsewhere = cue({ boxes: [{ ...BOX, y: 0.1 }], text: 'News' });
  const { seconds } = findLeftText([cue(), elsewhere], [track]);
  assert.deepEqual(seconds, [
    { second: 1, characters: 7 },
    { second: 2, characters: 7 },
  ]);
});

test('of several lines those count that are in the place', () => {
  const { seconds } = findLeftText(
    [cue({ from: 2, to: 2.4, boxes: [{ ...BOX, y: 0.5 }, BOX], text: 'One\nFour' })],
    [track],
  );
  assert.deepEqual(seconds, [{ second: 2, characters: 4 }]);
});

test('text that moves counts where it is at the moment', () => {
  const moves = [
    { time: 1, x: 0, y: 0 },
    { time: 3, x: 0, y: -0.6 },
  ];
  const { seconds } = findLeftText([cue({ from: 1, to: 3, moves })], [track]);
  assert.deepEqual(seconds, []);
});
