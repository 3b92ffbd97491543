import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startCropKit } from './crop-kit.ts';

test('a run cuts each of its clips as it was asked for all of them, or for that one', async (t) => {
  const { clip, run, look } = await startCropKit(t);
  const [wide, high] = [await clip('wide.mp4', '640x360'), await clip('high.mp4', '360x640')];
  const ratio = { kind: 'ratio', width: 1, height: 1, path: [] };
  const square = { part: ratio, turn: 0, flipAcross: false, flipDown: false, shortSide: null };
  const whole = { ...square, part: null };
  const made = await run([wide, high], {
    ...{ window: { from: 1.5, to: 4 }, reframe: square },
    own: { [high]: { window: { from: 0.5, to: 3 }, reframe: whole } },
  });
  assert.deepEqual([made.run.state, made.run.made, made.run.price], ['done', 2, null], JSON.stringify(made.items));
  const [first, second] = made.items;
  assert.ok(first !== undefined && second !== undefined && first.poster !== null);
  assert.deepEqual([first.name, second.name], ['wide', 'high']);
  assert.equal(await look(first), '360,360,75');
  assert.equal(await look(second), '360,640,75');
  const facts = second.facts as { first: number; last: number; copied: number; copiedFrom: number };
  assert.deepEqual([facts.first, facts.last, facts.copiedFrom], [15, 90, 30]);
  assert.ok(facts.copied >= 55);
  assert.equal((first.facts as { picturesEncoded: string }).picturesEncoded, 'changed');
});

test('a part without an area or outside, and an end before the beginning, are refused before anything is made', async (t) => {
  const { clip, call, run } = await startCropKit(t);
  const wide = await clip('wide.mp4', '640x360');
  const none = { part: null, turn: 0, flipAcross: false, flipDown: false, shortSide: null };
  const box = (x: number, width: number) => ({ ...none, part: { kind: 'box', box: { x, y: 0, width, height: 1 } } });
  for (const settings of [{ reframe: box(0.2, 0) }, { reframe: box(0.7, 0.5) }, { window: { from: 3, to: 2 } }]) {
    const body = { tool: 'crop.cut', name: 'Cuts', inputs: [wide], settings };
    assert.equal((await call('POST', '/api/tool-runs', body)).status, 422, JSON.stringify(settings));
  }
  const late = await run([wide], { window: { from: 60, to: 61 } });
  assert.deepEqual([late.run.failed, late.items[0]?.state], [1, 'failed'], 'nothing lies behind the end');
  const small = await run([wide], { reframe: box(0.5, 0.01) });
  assert.deepEqual([small.run.failed, small.items[0]?.state], [1, 'failed']);
  assert.match(small.items[0]?.error ?? '', /16/);
});

test('a shape that a clip has already changes none of its pictures: they are copied', async (t) => {
  const { clip, run, look } = await startCropKit(t);
  const high = await clip('high.mp4', '360x640');
  const part = { kind: 'ratio', width: 9, height: 16, path: [] };
  const made = await run([high], {
    reframe: { part, turn: 0, flipAcross: false, flipDown: false, shortSide: null },
  });
  const [item] = made.items;
  assert.ok(item !== undefined);
  assert.equal((item.facts as { copied: number }).copied, 150);
  assert.equal(await look(item), '360,640,150');
});
