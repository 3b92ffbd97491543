import assert from 'node:assert/strict';
import { test } from 'node:test';

import { boxesIn, framesOf, tracksOf, type Track } from '#core/contract/box-track.ts';
import type { Box } from '#core/contract/reframe.ts';
import type { TextCue } from '#core/contract/text-cue.ts';
import { maskSettingsSchema, masksOf, type Mask } from '#plugins/mask/mask-settings.ts';

const BOX: Box = { x: 0.2, y: 0.5, width: 0.4, height: 0.1 };
const VIDEO = '01890000-0000-7000-8000-000000000001';
const mask = (place: object, more: object = {}): Mask => {
  const settings = { masks: [{ look: { kind: 'mosaic' }, place, ...more }] };
  const [read] = masksOf(maskSettingsSchema.parse(settings), VIDEO);
  assert.ok(read !== undefined);
  return read;
};
const box = (...keys: { time: number; box: Box }[]) => ({ kind: 'box', keys });
const text = (more: object = {}) => ({
  kind: 'text',
  area: { x: 0, y: 0.4, width: 1, height: 0.6 },
  padding: 0.5,
  ...more,
});
const cue = (more: Partial<TextCue> = {}): TextCue => ({
  ...{ from: 2, to: 4, boxes: [BOX], text: 'Sale', confidence: 0.9, moves: [], ...more },
});
const seen = (track: Track | undefined, time: number, until = time + 1 / 30) =>
  track === undefined ? [] : boxesIn(track, { time, until });

test('a box goes evenly from position to position and rests before and after them', () => {
  const [track] = tracksOf(mask(box({ time: 1, box: BOX }, { time: 3, box: { ...BOX, x: 0.6, height: 0.3 } })), [], 1);
  assert.deepEqual(seen(track, 0), [BOX]);
  assert.deepEqual(seen(track, 9), [{ ...BOX, x: 0.6, height: 0.3 }]);
  const [halfway] = seen(track, 2);
  assert.ok(halfway !== undefined && Math.abs(halfway.x - 0.4) < 1e-9 && Math.abs(halfway.height - 0.2) < 1e-9);
});

test('a mask is in the frame that is on screen when it begins, and not in the one on screen when it ends', () => {
  const times = Array.from({ length: 120 }, (_, at) => at / 30);
  const [track] = tracksOf(mask(box({ time: 0, box: BOX }), { from: 1.01, to: 2 }), [], 1);
  assert.ok(track !== undefined);
  assert.deepEqual(framesOf(track, times, 4), { first: 30, last: 60 });
  for (const [frame, isSeen] of [
    [29, false],
    [30, true],
    [59, true],
    [60, false],
  ] as const) {
    assert.equal(seen(track, frame / 30).length > 0, isSeen, `frame ${frame}`);
  }
  const late = framesOf({ ...track, from: 4, to: 5 }, times, 4);
  assert.ok(late.last <= late.first);
});

test('text is covered with all its lines, padded alike to all sides, from a little before it comes until a little after', () => {
  const lower: Box = { x: 0.1, y: 0.65, width: 0.6, height: 0.1 };
  const [track, ...others] = tracksOf(mask(text()), [cue({ boxes: [BOX, lower], text: 'Sale\nToday only' })], 0.5);
  assert.ok(track !== undefined && others.length === 0);
  assert.deepEqual([track.from, track.to], [1.9, 4.1]);
  const [first, second] = seen(track, 3);
  assert.ok(first !== undefined && second !== undefined);
  // Half of a line's height: 0.05 down, and twice that across a picture half as wide as high.
  const rounded = Object.values(first).map((value) => Math.round(value * 1000) / 1000);
  assert.deepEqual(rounded, [0.1, 0.45, 0.6, 0.2]);
});

test('text outside of the area, or of the time of its mask, is left alone', () => {
  assert.deepEqual(tracksOf(mask(text()), [cue({ boxes: [{ ...BOX, y: 0.1 }] })], 1), []);
  assert.deepEqual(tracksOf(mask(text(), { from: 5 }), [cue()], 1), []);
  const [part] = tracksOf(mask(text(), { from: 3, to: 3.5 }), [cue()], 1);
  assert.deepEqual([part?.from, part?.to], [3, 3.5]);
});

test('text that moves is followed', () => {
  const moves = [
    { time: 2, x: 0, y: 0 },
    { time: 4, x: 0.2, y: -0.1 },
  ];
  const [track] = tracksOf(mask(text({ padding: 0 })), [cue({ moves })], 1);
  const [halfway] = seen(track, 3);
  assert.ok(halfway !== undefined && Math.abs(halfway.x - 0.3) < 1e-9 && Math.abs(halfway.y - 0.45) < 1e-9);
});
