import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isSpokenIn, translationBudget } from '#plugins/translation/limits.ts';
import { linesToAsk } from '#plugins/translation/server/line-budgets.ts';

test('a line that another one talks over is translated as it is read, not into the moment before that one', () => {
  const line = { start: 1_000, end: 3_000 };
  assert.equal(translationBudget(line, 'en-US', { rate: 12, room: 120 }), 40);
  assert.equal(translationBudget(line, 'en-US', { rate: 12, room: 999 }), 40);
  assert.equal(translationBudget(line, 'en-US', { rate: 12, room: 1_000 }), 12);
  assert.equal(isSpokenIn(0, { start: 5, end: 5 }), false);
});

test('of lines that say the same, the strictest of those that are spoken is asked for, in the order of the text', () => {
  const line = (cue: string, position: number) => ({ cue, position });
  const byKey = new Map([
    ['often', [line('shown', 0), line('long', 2), line('short', 4)]],
    ['once', [line('other', 3)]],
    ['silent', [line('over', 5)]],
  ]);
  const budgets = new Map([
    ['shown', { letters: 4, isSpoken: false }],
    ['long', { letters: 30, isSpoken: true }],
    ['short', { letters: 12, isSpoken: true }],
    ['over', { letters: 8, isSpoken: false }],
  ]);
  assert.deepEqual(
    linesToAsk(byKey, budgets).map(({ key, line: { cue } }) => [key, cue]),
    [
      ['once', 'other'],
      ['often', 'short'],
      ['silent', 'over'],
    ],
  );
});
