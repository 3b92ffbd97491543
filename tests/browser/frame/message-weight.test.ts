import { expect, test } from '@rstest/core';

import { messageWeight } from '#core/web/frame/message-weight.ts';

const MAX = 10_000;

test('plain data weighs what it holds, files by themselves', () => {
  const { bytes, files } = messageWeight({ a: 'xx', b: [1, null, true], c: new Blob(['12345']) }, MAX);
  expect(bytes).toBeGreaterThan(4);
  expect(bytes).toBeLessThan(300);
  expect(files).toBe(5);
});

test('what is too heavy is found without going through all of it', () => {
  const holes: unknown[] = [];
  holes.length = 4_000_000_000;
  expect(messageWeight('x'.repeat(6000), MAX).bytes).toBeGreaterThan(MAX);
  expect(messageWeight(holes, MAX).bytes).toBeGreaterThan(MAX);
  expect(messageWeight({ ['k'.repeat(6000)]: 1 }, MAX).bytes).toBeGreaterThan(MAX);
});

test('what would be endless when it is written out is too heavy', () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  let doubled: unknown = 'x';
  for (let depth = 0; depth < 40; depth += 1) doubled = [doubled, doubled];
  expect(messageWeight(circle, MAX).bytes).toBeGreaterThan(MAX);
  expect(messageWeight(doubled, MAX).bytes).toBeGreaterThan(MAX);
});

test('what is no plain data is too heavy', () => {
  for (const odd of [new Map(), new Uint8Array(1), new Date(), new Error('x'), 1n]) {
    expect(messageWeight({ odd }, MAX).bytes).toBe(Infinity);
  }
});
