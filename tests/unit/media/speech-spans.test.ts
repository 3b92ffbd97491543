import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SpeechSpans } from '#core/server/services/media/speech/speech-spans.ts';

/** @param steps how likely somebody speaks, and in how many steps of 32 ms */
function spansOf(...steps: [likely: number, count: number][]) {
  const spans = new SpeechSpans();
  for (const [likely, count] of steps) for (let step = 0; step < count; step += 1) spans.add(likely);
  return spans.finish();
}

test('what is said between two pauses is one stretch, a little earlier than it was heard', () => {
  assert.deepEqual(spansOf([0.01, 100], [0.98, 50], [0.02, 100]), [{ start: 3.175, end: 4.74 }]);
});

test('a beginning that was heard more exactly lies between steps', () => {
  const spans = new SpeechSpans();
  for (let step = 0; step < 10; step += 1) assert.equal(spans.add(0.01), false);
  assert.equal(spans.add(0.9), true);
  spans.correct(-0.02);
  for (let step = 0; step < 30; step += 1) assert.equal(spans.add(0.9), false);
  assert.deepEqual(spans.finish(), [{ start: 0.275, end: 1.252 }]);
});

test('a short doubt within a sentence parts nothing, a pause does', () => {
  assert.equal(spansOf([0.9, 30], [0.3, 8], [0.9, 30], [0, 30]).length, 1);
  assert.equal(spansOf([0.9, 30], [0.1, 12], [0.9, 30], [0, 30]).length, 2);
});

test('a click is no speech, and what nobody is sure of neither', () => {
  assert.deepEqual(spansOf([0, 30], [0.99, 4], [0, 30], [0.45, 100]), []);
});

test('speech that goes on to the end is kept', () => {
  assert.deepEqual(spansOf([0.99, 100]), [{ start: 0, end: 3.14 }]);
});
