import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createDownsampler, findLine, SEARCH_RATE } from '#plugins/translation/server/dubbing/find-line.ts';
import { loweredSpans } from '#plugins/translation/server/dubbing/lowered-spans.ts';

const span = (start: number, end: number) => ({ start, end });
const rounded = (spans: readonly { start: number; end: number }[]) =>
  spans.map(({ start, end }) => [Math.round(start * 100) / 100, Math.round(end * 100) / 100]);

test('the original is lowered under a line, and as long as it speaks what that says', () => {
  const spoken = [{ voice: span(2, 3), cue: span(2, 4) }];
  assert.deepEqual(rounded(loweredSpans([span(1.5, 4.2), span(6, 8)], spoken, [])), [[1.38, 4.32]]);
  assert.deepEqual(rounded(loweredSpans([], spoken, [])), [[1.88, 3.12]]);
});

test('a line that is not spoken stays as loud as it was, also where it follows without a pause', () => {
  const spoken = [{ voice: span(2, 3.5), cue: span(2, 4) }];
  assert.deepEqual(rounded(loweredSpans([span(1.9, 7)], spoken, [span(4.5, 7)])), [[1.78, 4.62]]);
});

test('stretches that lie close together are one', () => {
  const spoken = [span(1, 2), span(2.3, 3), span(9, 10)].map((voice) => ({ voice, cue: voice }));
  assert.deepEqual(rounded(loweredSpans([], spoken, [])), [
    [0.88, 3.12],
    [8.88, 10.12],
  ]);
});

/** Something that is like nothing but itself. */
function noise(seconds: number, seed: number, level = 8_000): Int16Array {
  let state = seed;
  const next = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647 - 0.5;
  return Int16Array.from({ length: Math.round(seconds * SEARCH_RATE) }, () => next() * 2 * level);
}

test('a line is found where it is heard, however loud, beside other sound', () => {
  const line = noise(2, 11);
  const sound = noise(10, 5, 1_500);
  const at = Math.round(4.031 * SEARCH_RATE);
  for (const [index, sample] of line.entries()) sound[at + index] = (sound[at + index] ?? 0) + sample * 0.4;
  const found = findLine(sound, line, 4);
  assert.ok(found !== null && Math.abs(found - 4.031) < 0.0005, String(found));
  assert.equal(findLine(sound, line, 5), null, 'a second beside it is not where it was laid');
  assert.equal(findLine(sound, noise(2, 3), 4), null, 'another line is not there');
  assert.equal(findLine(sound, new Int16Array(), 4), null);
});

test('a sound is downsampled the same in pieces of any length', () => {
  const samples = Int16Array.from({ length: 48 }, (_, at) => (at < 12 ? 100 : at < 24 ? -100 : 7));
  const bytes = new Uint8Array(samples.buffer);
  for (const size of [1, 3, 7, 96]) {
    const small = createDownsampler(0);
    for (let at = 0; at < bytes.length; at += size) small.add(bytes.subarray(at, at + size));
    assert.deepEqual([...small.samples()], [100, -100, 7, 7]);
  }
});
