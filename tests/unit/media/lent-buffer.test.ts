import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withBuffer } from '#core/server/services/media/lent-buffer.ts';

test('a buffer is lent again once nobody uses it, and never to two at once', async () => {
  const first = await withBuffer(1000, async (buffer) => buffer.buffer);
  await withBuffer(2000, async (one) => {
    assert.equal(one.length, 2000);
    assert.equal(one.buffer, first);
    await withBuffer(1000, async (other) => assert.notEqual(other.buffer, first));
  });
  await assert.rejects(
    withBuffer(1000, () => Promise.reject(new Error('full'))),
    /full/,
  );
});

test('what is larger than others need is not kept', async () => {
  const large = await withBuffer(8 << 20, async (buffer) => buffer.buffer);
  await withBuffer(8 << 20, async (buffer) => assert.notEqual(buffer.buffer, large));
});
