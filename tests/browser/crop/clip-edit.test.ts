import { expect, test } from '@rstest/core';

import { reframedSize } from '#core/contract/reframe.ts';
import {
  forOther,
  pointBox,
  reframeOf,
  turned,
  UNCUT,
  withBox,
  withFollowing,
  withPoint,
  withShape,
} from '#plugins/crop/web/draft/clip-edit.ts';

const WIDE = { width: 1920, height: 1080 };
const HIGH = { width: 1080, height: 1920 };

test('a shape is its largest part in the middle, until its box is moved: then it keeps that place', () => {
  const edit = withShape(UNCUT, WIDE, '1:1');
  expect(reframeOf(edit).part).toEqual({ kind: 'ratio', width: 1, height: 1, path: [] });
  const moved = withBox(edit, WIDE, { x: 0.4375, y: 0, width: 0.5625, height: 1 });
  expect(reframeOf(moved).part).toMatchObject({ kind: 'ratio', path: [{ time: 0, x: 0.71875, y: 0.5 }] });
  const smaller = withBox(edit, WIDE, { x: 0.1, y: 0.1, width: 0.28125, height: 0.5 });
  expect(reframeOf(smaller).part).toEqual({ kind: 'box', box: { x: 0.1, y: 0.1, width: 0.28125, height: 0.5 } });
  expect(withShape(smaller, WIDE, '9:16').box, 'another shape begins anew').toBeNull();
});

test('a box that is drawn on a turned and flipped picture is where it was drawn', () => {
  const shown = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
  const edit = { ...UNCUT, turn: 90, flipAcross: true } as const;
  const { box } = withBox(edit, WIDE, shown);
  const [x, y, width, height] = [box?.x ?? 0, box?.y ?? 0, box?.width ?? 0, box?.height ?? 0];
  // Of a picture turned clockwise and mirrored, columns are the rows of the upright one.
  expect([x, y, width, height].map((share) => share.toFixed(6))).toEqual([
    '0.200000',
    '0.100000',
    '0.400000',
    '0.300000',
  ]);
});

test('what rounding leaves outside of the picture is taken for its edge', () => {
  const edge = withBox({ ...UNCUT, turn: 90 }, WIDE, { x: 0.7, y: 0, width: 0.3, height: 1.0000000001 });
  const { box } = edge;
  expect(box !== null && box.x >= 0 && box.y >= 0 && box.width <= 1 && box.x + box.width <= 1 + 1e-9).toBe(true);
});

test('turning goes the way that is seen, also where the picture is flipped', () => {
  expect(turned(UNCUT, 1).turn).toBe(90);
  expect(turned({ ...UNCUT, flipAcross: true }, 1).turn).toBe(270);
  expect(turned({ ...UNCUT, flipAcross: true, flipDown: true }, -1).turn).toBe(270);
  const high = turned(withShape(UNCUT, WIDE, '9:16'), 1);
  expect(reframedSize(reframeOf(high), WIDE), 'what comes out keeps its shape').toEqual({ width: 1080, height: 1920 });
});

test('each drag sets a point at its moment, one a moment, in order of time, and at most a hundred', () => {
  let edit = withFollowing(withShape(UNCUT, WIDE, '9:16'), true);
  const at = (x: number) => pointBox(edit, WIDE, { x, y: 0.5 });
  edit = withPoint(edit, 2, at(0.8));
  edit = withPoint(edit, 1, at(0.2));
  edit = withPoint(edit, 2, at(0.6));
  expect(edit.path.map(({ time, x }) => [time, Math.round(x * 100)])).toEqual([
    [1, 20],
    [2, 60],
  ]);
  expect(reframeOf(edit).part).toMatchObject({ kind: 'ratio', path: edit.path });
  for (let time = 3; time < 120; time += 1) edit = withPoint(edit, time, at(0.5));
  expect(edit.path).toHaveLength(100);
  expect(withFollowing(edit, false).path).toEqual([]);
});

test('a resized box given to a clip of another shape has the same ratio there', () => {
  const edit = withBox(withShape(UNCUT, WIDE, '1:1'), WIDE, { x: 0, y: 0, width: 0.28125, height: 0.5 });
  const { box } = forOther(edit, HIGH);
  expect(((box?.width ?? 0) * HIGH.width) / ((box?.height ?? 1) * HIGH.height)).toBeCloseTo(1, 6);
  expect(forOther(withShape(UNCUT, WIDE, '9:16'), HIGH).box).toBeNull();
});

test('the size that comes out has even sides, and the shorter one that was asked for', () => {
  const edit = withShape({ ...UNCUT, shortSide: 720 }, WIDE, '9:16');
  expect(reframedSize(reframeOf(edit), WIDE)).toEqual({ width: 720, height: 1280 });
  expect(reframedSize(reframeOf(withShape(UNCUT, WIDE, '4:5')), { width: 853, height: 479 })).toEqual({
    width: 382,
    height: 478,
  });
});
