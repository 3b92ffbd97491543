import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import { stretchOf, textOf, withTimed } from '#plugins/copywriting/web/timing/timed-part.ts';

const cue = (id: string, start: number, end: number, text: string, speaker = ''): TimedCue => ({
  ...{ id, start, end, text, words: [], speaker, source: 'picture' },
});
const CUES = [cue('c1', 1000, 2000, '一'), cue('c2', 3000, 4000, '二\n三', '主播'), cue('c3', 5000, 6000, '四')];

test('a cue is said between its neighbours, and the rest from there to the end', () => {
  assert.deepEqual(stretchOf(CUES, 'all', 1), { from: 0, to: null });
  assert.deepEqual(stretchOf(CUES, 'cue', 1), { from: 2000, to: 5000 });
  assert.deepEqual(stretchOf(CUES, 'cue', 0), { from: 0, to: 3000 });
  assert.deepEqual(stretchOf(CUES, 'on', 1), { from: 2000, to: null });
  assert.equal(textOf(CUES, 'on', 1), '二三\n四');
});

test('only what was timed is replaced; its ids are its own, and who speaks still does', () => {
  const timed = [cue('c1', 2500, 3000, '二'), cue('c2', 3100, 3500, '三')];
  assert.deepEqual(
    withTimed(CUES, 'cue', 1, timed).map(({ id, start, text, speaker }) => [id, start, text, speaker]),
    [
      ['c1', 1000, '一', ''],
      ['c2', 2500, '二', '主播'],
      ['c4', 3100, '三', '主播'],
      ['c3', 5000, '四', ''],
    ],
  );
  assert.equal(withTimed(CUES, 'on', 1, timed).length, 3);
  assert.equal(withTimed(CUES, 'all', 1, timed).length, 2);
});
