import { expect, test } from '@rstest/core';
import { act } from 'react';

import { openBench } from '#core/web/testing/bench.tsx';
import type { Material } from '#plugins/materials/api.ts';
import type { MixShot } from '#plugins/mixing/mix-run.ts';
import { ShotStrip } from '#plugins/mixing/web/run/ShotStrip.tsx';
import { shotUses } from '#plugins/mixing/web/run/shot-uses.ts';

import { buildMaterial } from '../../materials/materials-plugin.ts';
import { buildOutput, idOf } from './build-run.ts';

const shot = (group: string, clip: number, start = 0): MixShot => ({
  group,
  material: idOf(clip),
  window: { start, end: start + 2 },
});

test('a shot is the same where the same stretch of the same clip is used', () => {
  const outputs = [
    buildOutput(1, { shots: [shot('a', 1), shot('b', 3)] }),
    buildOutput(2, { shots: [shot('a', 1), shot('b', 4)] }),
    buildOutput(3, { shots: [shot('a', 1, 2), shot('b', 3)] }),
    buildOutput(4, {
      shots: [
        { ...shot('a', 1), window: { start: 1, end: 2 } },
        { ...shot('b', 3), window: { start: 0, end: 1 } },
      ],
    }),
  ];
  const [first] = outputs;
  if (first === undefined) throw new Error('there is a first one');
  const others = shotUses(first, outputs).map((use) => use.others.map(({ position }) => position + 1));
  expect(others).toEqual([[2], [3]]);
});

test('a mouse over a video passes through its shots, each at its moment and with its name', async () => {
  const sheets = new Map<string, EventTarget>();
  class Sheet extends EventTarget {
    set src(url: string) {
      sheets.set(url, this);
    }
  }
  Reflect.set(globalThis, 'Image', Sheet);
  const sprite = { columns: 10, rows: 1, width: 160, height: 90, count: 10, secondsEach: 1 };
  const clip = (number: number): [string, Material] => [
    idOf(number),
    buildMaterial(number, { id: idOf(number), seconds: 10, sprite: { ...sprite, url: `/s${number}` } }),
  ];
  const shots = [shot('a', 1), shot('b', 2, 8), shot('c', 9)];
  const bench = await openBench(<ShotStrip shots={shots} materials={new Map([clip(1), clip(2)])} />);
  const strip = bench.element.querySelector<HTMLElement>('.rp-shots');
  if (strip === null) throw new Error('it is drawn');
  strip.getBoundingClientRect = () => new DOMRect(100, 0, 300, 400);
  const over = (clientX: number, pointerType = 'mouse') =>
    act(async () => void strip.dispatchEvent(new PointerEvent('pointermove', { clientX, pointerType, bubbles: true })));
  expect(strip.querySelectorAll('img')).toHaveLength(2);
  await over(250);
  expect(bench.text).toBe('2 / 3 · 镜头-2.mp4');
  const frame = strip.querySelector<HTMLElement>('.rp-scrub');
  if (frame === null) throw new Error('it is drawn');
  expect(frame.dataset['shown'], 'its pictures are on their way').toBeUndefined();
  sheets.get('/s2')?.dispatchEvent(new Event('load'));
  expect(frame.dataset['shown']).toBe('');
  expect(frame.style.backgroundImage).toContain('/s2');
  // Half of a shot that begins at 8 s of 10 and lasts two, the last of ten pictures, which cover 300 x 400 pixels.
  const wide = (400 / 90) * 160;
  expect(Number.parseFloat(frame.style.backgroundPosition)).toBeCloseTo(-(9 * wide + (wide - 300) / 2), 3);
  await over(150);
  expect(bench.text).toBe('1 / 3 · 镜头-1.mp4');
  expect(frame.dataset['shown'], 'no picture of another shot stays').toBeUndefined();
  await over(390);
  expect(bench.text, 'a clip that is gone has no picture').toBe('');
  sheets.get('/s1')?.dispatchEvent(new Event('load'));
  expect(frame.dataset['shown'], 'the mouse has gone on').toBeUndefined();
  await over(150, 'touch');
  expect(bench.text).toBe('');
  await bench.remove();
});
