import assert from 'node:assert/strict';
import { test } from 'node:test';

import { safeFileName } from '#core/server/services/media/safe-file-name.ts';

test('a name is shown without its folder, on one line', () => {
  assert.equal(safeFileName('/a/b/one\ntwo\u0007.mp4'), 'one two .mp4');
});

test('marks that turn the reading direction are taken out', () => {
  assert.equal(safeFileName('/a/\u202egpj.mp4'), 'gpj.mp4');
});

test('quotes, dashes, Chinese and joined emoji stay as they are', () => {
  assert.equal(safeFileName(`/a/--x'"片段👩‍👧.mp4`), `--x'"片段👩‍👧.mp4`);
});

test('a very long name is shortened in the middle', () => {
  const shown = safeFileName(`/a/${'长'.repeat(200)}.mp4`);
  assert.equal([...shown].length, 76);
  assert.match(shown, /^长+…长+\.mp4$/);
});
