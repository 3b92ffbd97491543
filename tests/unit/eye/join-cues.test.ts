import assert from 'node:assert/strict';
import { test } from 'node:test';

import { joinCues, likenessOf } from '#plugins/eye/server/join-cues.ts';
import type { TextTrack } from '#plugins/eye/server/window/text-track.ts';
import { windowsOf } from '#plugins/eye/server/window/windows-of.ts';

const track = (text: string, from: number, to: number, box: Partial<TextTrack['box']> = {}): TextTrack => ({
  ...{ text, from, to, confidence: 0.95, moves: [] },
  box: { x: 0.3, y: 0.8, width: 0.4, height: 0.05, ...box },
});
const told = (tracks: TextTrack[]) => joinCues(tracks, 16 / 9).map(({ text, from, to }) => [text, from, to]);

test('a text that goes on in the next stretch of a video is one', () => {
  assert.deepEqual(told([track('今天包邮', 28, 30), track('今天包邮', 29, 32)]), [['今天包邮', 28, 32]]);
});

test('the same text that comes again later, or stands elsewhere, is another one', () => {
  const again = [track('今天包邮', 1, 2), track('今天包邮', 4, 5)];
  assert.equal(joinCues(again, 1).length, 2);
  assert.equal(joinCues([track('今天包邮', 1, 2), track('今天包邮', 1, 2, { y: 0.1 })], 1).length, 2);
});

test('lines below each other that come and go together are one text, others are not', () => {
  const upper = track('限时包邮', 1, 3, { y: 0.74 });
  assert.deepEqual(told([track('只要九块九', 1, 3), upper]), [['限时包邮\n只要九块九', 1, 3]]);
  assert.equal(joinCues([track('只要九块九', 1, 4), upper], 1).length, 2);
  assert.equal(joinCues([track('只要九块九', 1, 3), track('限时包邮', 1, 3, { y: 0.4 })], 1).length, 2);
});

test('pieces beside each other are one line', () => {
  const [left, right] = [track('Free', 1, 3, { width: 0.1 }), track('shipping', 1, 3, { x: 0.42, width: 0.2 })];
  const [cue] = joinCues([right, left], 16 / 9);
  assert.deepEqual([cue?.text, cue?.boxes.length], ['Free shipping', 1]);
});

test('a part of a line that was read while all of it was there is not told besides', () => {
  const part = track('九块九', 1.4, 3, { x: 0.55, width: 0.15 });
  assert.deepEqual(told([track('只要九块九', 1.2, 3), part]), [['只要九块九', 1.2, 3]]);
});

test('of two readings of a line the surer one counts', () => {
  const wrong = { ...track('今夭包邮', 1, 2), confidence: 0.7 };
  assert.deepEqual(told([wrong, track('今天包邮', 2, 3)]), [['今天包邮', 1, 3]]);
});

test('likeness is the share of letters, whatever stands between them', () => {
  assert.equal(likenessOf('今天，包邮', '今天包邮！'), 1);
  assert.equal(likenessOf('abcd', 'abce'), 0.75);
  assert.equal(likenessOf('', 'a'), 0);
});

test('a video is read in stretches that overlap, without a gap', () => {
  for (const duration of [0.5, 20, 61.3, 3600]) {
    const windows = windowsOf(duration);
    assert.equal(windows[0]?.start, 0);
    for (const [at, { start, seconds }] of windows.entries()) {
      assert.ok(seconds > 0 && seconds < 50);
      const next = windows[at + 1];
      const end = start + seconds;
      if (next === undefined) assert.ok(Math.abs(end - duration) < 0.01);
      else assert.ok(end - next.start > 0.9 && end - next.start < 1.1);
    }
  }
});
