import { describe, expect, test } from '@rstest/core';

import { levelsOf, loudnessIn } from '#core/web/studio/timeline/peaks.ts';
import { spriteFrame, spriteIndex } from '#core/web/studio/timeline/sprite-frame.ts';
import {
  panView,
  rulerTicks,
  shareOf,
  snapTime,
  thumbnailsIn,
  timeAt,
  validView,
  viewWith,
  wholeView,
  zoomView,
} from '#core/web/studio/timeline/time-scale.ts';

const HOURS = { duration: 4 * 60 * 60, shortest: 0.4 };

describe('a view of four hours', () => {
  test('is zoomed to ten frames and back, and what is under the pointer stays there', () => {
    let view = wholeView(HOURS);
    const pointed = timeAt(view, 0.3);
    for (let times = 0; times < 60; times += 1) {
      view = zoomView(view, 1.25, 0.3, HOURS);
      expect(shareOf(view, pointed)).toBeCloseTo(0.3, 6);
    }
    expect(view.length).toBe(0.4);
    for (let times = 0; times < 60; times += 1) view = zoomView(view, 1 / 1.25, 0.3, HOURS);
    expect(view.start).toBeCloseTo(0);
    expect(view.length).toBe(HOURS.duration);
  });

  test('shows nothing outside of the material', () => {
    expect(panView({ start: 100, length: 60 }, -9, HOURS)).toEqual({ start: 0, length: 60 });
    expect(panView({ start: 100, length: 60 }, 1e6, HOURS)).toEqual({ start: HOURS.duration - 60, length: 60 });
    expect(validView({ start: 5, length: 1e9 }, HOURS)).toEqual(wholeView(HOURS));
    expect(validView({ start: 0, length: 9 }, { duration: 0.1, shortest: 0.4 })).toEqual({ start: 0, length: 0.1 });
  });

  test('follows a time that leaves it', () => {
    const view = { start: 100, length: 60 };
    expect(viewWith(view, 130, HOURS)).toBe(view);
    expect(viewWith(view, 170, HOURS)).toEqual({ start: 116, length: 60 });
    expect(viewWith(view, 90, HOURS)).toEqual({ start: 84, length: 60 });
  });

  test('has as many small pictures and lines as fit, at every zoom', () => {
    for (let view = wholeView(HOURS); view.length > 0.5; view = zoomView(view, 1.7, 0.61, HOURS)) {
      const thumbnails = thumbnailsIn(view, 1200, 100, HOURS.duration);
      expect(thumbnails.length).toBeGreaterThan(4);
      expect(thumbnails.length).toBeLessThan(15);
      const ticks = rulerTicks(view, 1200);
      expect(ticks.length).toBeLessThan(15);
      for (const tick of ticks) expect(shareOf(view, tick)).toBeGreaterThan(-0.001);
    }
  });

  test('keeps its small pictures where they are while it is moved', () => {
    const view = { start: 1000, length: 60 };
    const before = new Map(thumbnailsIn(view, 1200, 100, HOURS.duration).map(({ key, start }) => [key, start]));
    for (const { key, start } of thumbnailsIn(panView(view, 0.37, HOURS), 1200, 100, HOURS.duration)) {
      if (before.has(key)) expect(start).toBe(before.get(key));
    }
  });
});

describe('snapping', () => {
  test('takes the nearest time that is near enough', () => {
    expect(snapTime(5.04, [1, 5, 5.2], 0.1)).toBe(5);
    expect(snapTime(5.11, [1, 5, 5.2], 0.1)).toBe(5.2);
    expect(snapTime(5.5, [1, 5, 5.2], 0.1)).toBe(5.5);
  });
});

describe('an outline of sound', () => {
  test('is as loud as the loudest place of each column, however many there are', () => {
    const levels = [10, 200, 10, 100];
    expect(loudnessIn(levels, { start: 0, length: 8 }, 8, 2)).toEqual([1, 0.5]);
    expect(loudnessIn(levels, { start: 2, length: 2 }, 8, 4)).toEqual([1, 1, 1, 1]);
    expect(loudnessIn([], { start: 0, length: 8 }, 8, 2)).toEqual([0, 0]);
    expect(levelsOf(btoa('\u0001\u00ff'))).toEqual([1, 255]);
    expect(levelsOf('%')).toEqual([]);
  });
});

describe('a sheet of small pictures', () => {
  test('has one for each part of the material', () => {
    const sheet = { url: '/s.jpg', columns: 10, rows: 3, width: 160, height: 90, count: 25 };
    expect([-1, 0, 0.5, 0.999, 1, 2].map((part) => spriteIndex(sheet, part))).toEqual([0, 0, 12, 24, 24, 24]);
    expect(spriteFrame(sheet, 0.5)).toMatchObject({ backgroundSize: '1000% 300%' });
    expect(spriteFrame(null, 0.5)).toBeNull();
  });
});
