import { expect, test } from '@rstest/core';

import { fromStage, onStage } from '#core/web/studio/reframed/reframe-view.ts';

test('a box comes back from a stage to where it is in the picture, however that is turned and flipped', () => {
  const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.15 };
  for (const turn of [0, 90, 180, 270] as const) {
    for (const [flipAcross, flipDown] of [
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ] as const) {
      const shown = { turn, flipAcross, flipDown };
      const back = fromStage(onStage(box, shown), shown);
      for (const side of ['x', 'y', 'width', 'height'] as const) expect(back[side]).toBeCloseTo(box[side], 12);
    }
  }
});

test('a picture is turned before it is flipped', () => {
  const corner = { x: 0, y: 0, width: 0.1, height: 0.1 };
  expect(onStage(corner, { turn: 90, flipAcross: false, flipDown: false })).toMatchObject({ x: 0.9, y: 0 });
  expect(onStage(corner, { turn: 90, flipAcross: true, flipDown: false }).x).toBeCloseTo(0, 12);
});
