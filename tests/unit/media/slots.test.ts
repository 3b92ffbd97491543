import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createSlots } from '#core/server/services/media/slots.ts';

test('who waits first gets the next free place', async () => {
  const slots = createSlots(1);
  const order: string[] = [];
  const first = await slots.acquire();
  const waiting = ['a', 'b', 'c'].map(async (name) => {
    const release = await slots.acquire();
    order.push(name);
    release();
  });
  first();
  await Promise.all(waiting);
  assert.deepEqual(order, ['a', 'b', 'c']);
});

test('among those that wait the lowest turn is next', async () => {
  const slots = createSlots(1);
  const order: string[] = [];
  const first = await slots.acquire(undefined, 5);
  const waiting = [
    ['late', 3],
    ['early', 1],
    ['as early', 1],
    ['in between', 2],
  ].map(async ([name, turn]) => {
    const release = await slots.acquire(undefined, Number(turn));
    order.push(String(name));
    release();
  });
  first();
  await Promise.all(waiting);
  assert.deepEqual(order, ['early', 'as early', 'in between', 'late']);
});

test('a cancelled wait leaves the queue and keeps no place', async () => {
  const slots = createSlots(1);
  const release = await slots.acquire();
  const controller = new AbortController();
  const cancelled = slots.acquire(controller.signal);
  const next = slots.acquire();
  controller.abort();
  await assert.rejects(cancelled, { name: 'AbortError' });
  release();
  (await next)();
  (await slots.acquire())();
});

test('giving a place back twice frees it once', async () => {
  const slots = createSlots(1);
  const release = await slots.acquire();
  release();
  release();
  await slots.acquire();
  let second = false;
  void slots.acquire().then(() => (second = true));
  await new Promise(setImmediate);
  assert.equal(second, false);
});

test('a count below one is refused', () => {
  assert.throws(() => createSlots(0), { name: 'TypeError', message: /count/ });
});
