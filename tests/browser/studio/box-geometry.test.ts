import { describe, expect, test } from '@rstest/core';

import {
  boxPixels,
  drawnBox,
  mirrorBox,
  moveBox,
  resizeBox,
  turnBox,
  turnedSize,
  validBox,
  wholeBox,
  type Box,
  type Grip,
  type Turn,
} from '#core/web/studio/stage/box-geometry.ts';

const HD = { width: 1920, height: 1080 };
const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });
const GRIPS: readonly Grip[] = ([-1, 0, 1] as const).flatMap((across) =>
  ([-1, 0, 1] as const).flatMap((down) => (across === 0 && down === 0 ? [] : [{ across, down }])),
);

function expectInside({ x, y, width, height }: Box): void {
  expect(Math.min(x, y, width, height)).toBeGreaterThanOrEqual(0);
  expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1 + 1e-9);
}

describe('a box that is moved', () => {
  test('stays inside the picture and keeps its size', () => {
    expect(moveBox(box(0.5, 0.5, 0.25, 0.5), 1, 1)).toEqual(box(0.75, 0.5, 0.25, 0.5));
    expect(moveBox(box(0.5, 0.5, 0.25, 0.25), -1, -1)).toEqual(box(0, 0, 0.25, 0.25));
  });
});

describe('a box that is resized', () => {
  test('keeps the side opposite to the one that is moved', () => {
    const limits = { picture: HD };
    const resized = resizeBox(box(0.25, 0.25, 0.5, 0.5), { across: -1, down: -1 }, -0.125, 0.125, limits);
    expect(resized).toEqual(box(0.125, 0.375, 0.625, 0.375));
  });

  test('stays inside, keeps its least size and its ratio, whichever grip is moved how far', () => {
    for (const ratio of [null, 1, 9 / 16, 16 / 9, 21 / 9]) {
      const limits = { picture: HD, ratio, least: 32 };
      const start = validBox(box(0.3, 0.2, 0.3, 0.5), limits);
      for (const grip of GRIPS) {
        for (const [x, y] of [
          [2, 2],
          [-2, -2],
          [0.05, -0.2],
          [-0.4, 0.01],
        ] as const) {
          const resized = resizeBox(start, grip, x, y, limits);
          expectInside(resized);
          expect(resized.width * HD.width).toBeGreaterThanOrEqual(32 - 1e-6);
          expect(resized.height * HD.height).toBeGreaterThanOrEqual(32 - 1e-6);
          if (ratio !== null) {
            expect((resized.width * HD.width) / (resized.height * HD.height)).toBeCloseTo(ratio, 6);
          }
        }
      }
    }
  });

  test('grows on both sides of an edge when its ratio is kept', () => {
    const limits = { picture: { width: 1000, height: 1000 }, ratio: 1 };
    const resized = resizeBox(box(0.25, 0.25, 0.5, 0.5), { across: 1, down: 0 }, 0.1, 0, limits);
    expect(resized.x).toBeCloseTo(0.25);
    expect(resized.y).toBeCloseTo(0.2);
    expect([resized.width, resized.height].map((side) => Number(side.toFixed(6)))).toEqual([0.6, 0.6]);
  });

  test('is not made larger than a picture that is smaller than the least size', () => {
    const limits = { picture: { width: 8, height: 8 }, least: 16 };
    expect(resizeBox(box(0, 0, 1, 1), { across: 1, down: 1 }, -0.5, -0.5, limits)).toEqual(box(0, 0, 1, 1));
  });
});

describe('a box that is drawn', () => {
  test('spans what the pointer crossed, in whichever direction', () => {
    const drawn = drawnBox({ x: 0.75, y: 0.5 }, { x: 0.25, y: 0.25 }, { picture: HD });
    expect(drawn).toEqual(box(0.25, 0.25, 0.5, 0.25));
  });

  test('has its least size even in the corner of the picture, and stays inside when the pointer leaves it', () => {
    for (const from of [
      { x: 1, y: 1 },
      { x: 0, y: 0 },
      { x: -1, y: 2 },
    ]) {
      for (const to of [from, { x: 9, y: 9 }, { x: -9, y: -9 }]) {
        const drawn = drawnBox(from, to, { picture: HD, least: 100 });
        expectInside(drawn);
        expect(drawn.width * HD.width).toBeGreaterThanOrEqual(100 - 1e-6);
        expect(drawn.height * HD.height).toBeGreaterThanOrEqual(100 - 1e-6);
      }
    }
  });
});

describe('the whole picture', () => {
  test('is the largest box of a ratio, in the middle', () => {
    expect(wholeBox({ picture: HD })).toEqual(box(0, 0, 1, 1));
    const upright = wholeBox({ picture: HD, ratio: 9 / 16 });
    expect(upright.height).toBe(1);
    expect(upright.width * HD.width).toBeCloseTo(607.5);
    expect(upright.x).toBeCloseTo((1 - upright.width) / 2);
  });
});

describe('a box from elsewhere', () => {
  test('without area or with numbers that are none becomes the whole picture', () => {
    for (const wrong of [box(0, 0, 0, 1), box(Number.NaN, 0, 1, 1), box(0, 0, 1, Infinity), box(0.5, 0.5, -1, 0.2)]) {
      expect(validBox(wrong, { picture: HD })).toEqual(box(0, 0, 1, 1));
    }
  });

  test('outside the picture comes inside', () => {
    expectInside(validBox(box(0.9, -0.5, 0.5, 0.5), { picture: HD }));
    expectInside(validBox(box(4, 4, 9, 9), { picture: HD, ratio: 1 }));
  });
});

describe('a picture that is turned or mirrored', () => {
  test('has its boxes on the same things: four quarters lead back', () => {
    const start = box(0.1, 0.2, 0.3, 0.4);
    const close = (found: Box, wanted: Box) => {
      for (const side of ['x', 'y', 'width', 'height'] as const) expect(found[side]).toBeCloseTo(wanted[side]);
    };
    close(turnBox(start, 90), box(0.4, 0.1, 0.4, 0.3));
    let turned = start;
    for (let quarter = 0; quarter < 4; quarter += 1) turned = turnBox(turned, 90);
    close(turned, start);
    for (const turn of [0, 90, 180, 270] as const) {
      close(turnBox(turnBox(start, turn), ((360 - turn) % 360) as Turn), start);
    }
    close(mirrorBox(start, { across: true }), box(0.6, 0.2, 0.3, 0.4));
    close(mirrorBox(start, { down: true }), box(0.1, 0.4, 0.3, 0.4));
    expect(turnedSize(HD, 270)).toEqual({ width: 1080, height: 1920 });
    expect(turnedSize(HD, 180)).toEqual(HD);
  });
});

describe('pixels of a box', () => {
  test('are whole, inside, and even where they have to be, in pictures of odd sizes too', () => {
    const odd = { width: 1079, height: 607 };
    expect(boxPixels(box(0, 0, 1, 1), odd)).toEqual(box(0, 0, 1079, 607));
    expect(boxPixels(box(0, 0, 1, 1), odd, true)).toEqual(box(0, 0, 1078, 606));
    const corner = boxPixels(box(0.9991, 0.9991, 0.0009, 0.0009), odd, true);
    for (const number of Object.values(corner)) expect(number % 2).toBe(0);
    expect(corner.width).toBe(2);
    expect(corner.x + corner.width).toBeLessThanOrEqual(odd.width);
    expect(corner.y + corner.height).toBeLessThanOrEqual(odd.height);
  });
});
