import { describe, expect, test } from '@rstest/core';

import {
  constantGrid,
  frameAt,
  frameMiddle,
  frameRate,
  frameStart,
  lastFrame,
  nearestFrameStart,
  type FrameGrid,
} from '#core/web/studio/frames/frame-grid.ts';
import { lengthCode, readTimecode, timecode } from '#core/web/studio/frames/timecode.ts';
import { moveRange, moveRangeEdge, wholeRange, withIn, withOut } from '#core/web/studio/playback/range.ts';
import { shuttle } from '#core/web/studio/playback/shuttle.ts';

const RATES = [23.976, 24, 25, 29.97, 30, 50, 59.94, 60, 119.88, 120, 12.5];
/** Frames of 40 and 20 milliseconds, then a long still one. */
const VARIABLE: FrameGrid = { kind: 'variable', starts: [0, 0.04, 0.06, 0.1, 2.1, 2.14] };
const FOUR_HOURS = 4 * 60 * 60;

describe('frame rates', () => {
  test('of television are fractions by 1001, whole ones are whole', () => {
    expect(frameRate(23.976)).toEqual({ numerator: 24_000, denominator: 1001 });
    expect(frameRate(29.97002997)).toEqual({ numerator: 30_000, denominator: 1001 });
    expect(frameRate(119.88)).toEqual({ numerator: 120_000, denominator: 1001 });
    expect(frameRate(30)).toEqual({ numerator: 30, denominator: 1 });
    expect(frameRate(12.5)).toEqual({ numerator: 12_500, denominator: 1000 });
    for (const wrong of [0, -1, Number.NaN, Infinity]) expect(() => frameRate(wrong)).toThrow(TypeError);
  });
});

describe('frames', () => {
  test('begin where they are counted, at every rate and four hours in', () => {
    for (const rate of RATES) {
      const grid = constantGrid(rate);
      const last = lastFrame(grid, FOUR_HOURS);
      for (const frame of [0, 1, 2, 29, 30, 1799, 1800, 107_892, last - 1, last]) {
        expect(frameAt(grid, frameStart(grid, frame))).toBe(frame);
        expect(frameAt(grid, frameMiddle(grid, frame))).toBe(frame);
        // As players and JSON round.
        expect(frameAt(grid, Number(frameStart(grid, frame).toFixed(6)))).toBe(frame);
      }
      expect(Math.abs(last / rate - FOUR_HOURS)).toBeLessThan(1);
    }
  });

  test('of variable rate are found by their times', () => {
    expect([0, 0.05, 0.0999, 0.1, 1.9, 2.1, 9].map((seconds) => frameAt(VARIABLE, seconds))).toEqual([
      0, 1, 3, 3, 3, 4, 5,
    ]);
    expect(frameStart(VARIABLE, 3)).toBe(0.1);
    expect(frameStart(VARIABLE, 6)).toBeCloseTo(2.18);
    expect(frameMiddle(VARIABLE, 3)).toBeCloseTo(1.1);
    expect(lastFrame(VARIABLE, 2.18)).toBe(5);
  });

  test('are found from a time in between, and a time before the first is the first', () => {
    const grid = constantGrid(25);
    expect(nearestFrameStart(grid, 0.059)).toBeCloseTo(0.04);
    expect(nearestFrameStart(grid, 0.061)).toBeCloseTo(0.08);
    expect(frameAt(grid, -3)).toBe(0);
    expect(lastFrame(grid, 1)).toBe(24);
    expect(lastFrame(grid, 0)).toBe(0);
  });
});

describe('timecode', () => {
  test('is read as it was written, at every rate', () => {
    for (const rate of RATES) {
      const grid = constantGrid(rate);
      for (const frame of [0, 1, 59, 60, 61, 5000, 107_892, 345_000]) {
        const start = frameStart(grid, frame);
        expect(frameAt(grid, readTimecode(grid, timecode(grid, start)) ?? -1)).toBe(frame);
      }
    }
    for (const start of VARIABLE.kind === 'variable' ? Array.from(VARIABLE.starts) : []) {
      expect(readTimecode(VARIABLE, timecode(VARIABLE, start))).toBeCloseTo(start);
    }
  });

  test('tells lengths, and the end, of a variable rate in hundredths', () => {
    expect(lengthCode(constantGrid(25), 2.04)).toBe('0:02:01');
    expect(lengthCode(VARIABLE, 2.104)).toBe('0:02.10');
    expect(lengthCode(VARIABLE, 3599.999)).toBe('1:00:00.00');
    expect([2.14, 2.18, 8.7].map((seconds) => timecode(VARIABLE, seconds))).toEqual(['0:02:01', '0:02.18', '0:08.70']);
  });

  test('counts the frames of a second, and hours only where there are any', () => {
    const grid = constantGrid(25);
    expect(timecode(grid, 0)).toBe('0:00:00');
    expect(timecode(grid, 7.48)).toBe('0:07:12');
    expect(timecode(grid, 3607.48)).toBe('1:00:07:12');
    expect(timecode(constantGrid(29.97), 60.06)).toBe('1:00:01');
    expect(readTimecode(grid, '12')).toBeCloseTo(0.48);
    expect(readTimecode(grid, ' 7：12 ')).toBeCloseTo(7.48);
    for (const wrong of ['', 'a', '1:2:3:4:5', '-1', '1:']) expect(readTimecode(grid, wrong)).toBeNull();
  });
});

describe('a range', () => {
  const grid = constantGrid(25);

  test('begins and ends with the frames that are shown', () => {
    const begun = withIn(wholeRange(10), 2.05, grid, 10);
    expect(begun.start).toBeCloseTo(2.04);
    const both = withOut(begun, 2.05, grid, 10);
    expect(both.end - both.start).toBeCloseTo(0.04);
  });

  test('whose in comes after its out goes on to the end, and the other way round', () => {
    expect(withIn({ start: 1, end: 2 }, 5, grid, 10)).toEqual({ start: 5, end: 10 });
    expect(withOut({ start: 5, end: 10 }, 1, grid, 10)).toEqual({ start: 0, end: 1.04 });
    expect(withIn(wholeRange(10), 99, grid, 10).start).toBeCloseTo(9.96);
  });

  test('is moved within the video, on frames, and keeps its least length', () => {
    const limits = { duration: 10, least: 1, grid };
    expect(moveRangeEdge({ start: 2, end: 4 }, 'start', 3.9, limits)).toEqual({ start: 3, end: 4 });
    expect(moveRangeEdge({ start: 2, end: 4 }, 'end', 99, limits)).toEqual({ start: 2, end: 10 });
    expect(moveRangeEdge({ start: 2, end: 4 }, 'start', 1.013, limits).start).toBeCloseTo(1);
    expect(moveRange({ start: 2, end: 4 }, 99, limits)).toEqual({ start: 8, end: 10 });
    expect(moveRange({ start: 2, end: 4 }, -5, limits)).toEqual({ start: 0, end: 2 });
    expect(moveRangeEdge({ start: 2, end: 4 }, 'end', 5.123, { duration: 10, least: 1 }).end).toBe(5.12);
  });
});

describe('J K L', () => {
  test('play both ways, faster with each press, and stop', () => {
    const speeds = ['l', 'l', 'l', 'l', 'l', 'j', 'j', 'k', 'j', 'l'] as const;
    let speed = 0;
    expect(speeds.map((key) => (speed = shuttle(speed, key)))).toEqual([1, 2, 4, 8, 8, -1, -2, 0, -1, 1]);
  });
});
