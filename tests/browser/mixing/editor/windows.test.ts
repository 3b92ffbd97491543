import { expect, test } from '@rstest/core';

import { savable } from '#plugins/mixing/web/editor/store/savable-project.ts';
import { freeWindow, shotAt, windowOf } from '#plugins/mixing/web/editor/settings/windows.ts';
import { levelsOfPeaks, levelsOfSamples } from '#plugins/mixing/web/editor/store/sound-levels.ts';
import { spriteFrame } from '#core/web/studio/timeline/sprite-frame.ts';
import { DEFAULT_CAPTION_STYLE, DEFAULT_TITLE_STYLE } from '#plugins/mixing/captions.ts';

import { buildProject } from './build-project.ts';

test('what is marked of a clip as a window lasts at least a second', () => {
  expect(windowOf({ start: 2, end: 4 }, 8)).toEqual({ start: 2, end: 4 });
  expect(windowOf({ start: 2, end: 2.1 }, 8)).toEqual({ start: 2, end: 3 });
  expect(windowOf({ start: 7.8, end: 8 }, 8)).toEqual({ start: 7, end: 8 });
});

test('another window goes where nothing is used yet, shorter where there is less room', () => {
  expect(freeWindow([], 8, 3)).toEqual({ start: 0, end: 3 });
  expect(freeWindow([{ start: 0, end: 3 }], 8, 3)).toEqual({ start: 3, end: 6 });
  expect(freeWindow([{ start: 1.5, end: 7.5 }], 8, 3)).toEqual({ start: 0, end: 1.5 });
  expect(freeWindow([{ start: 0.5, end: 7.5 }], 8, 3)).toBe(null);
});

test('a moment of a clip belongs to the shot that shows it, or to none', () => {
  const whole = { windows: [], length: 8, shotSeconds: 3 };
  expect(shotAt(0, whole)).toEqual({ start: 0, end: 3 });
  expect(shotAt(3, whole)).toEqual({ start: 3, end: 6 });
  expect(shotAt(6.5, whole)).toBe(null);
  expect(shotAt(1.5, { ...whole, length: 2 })).toEqual({ start: 0, end: 2 });
  expect(shotAt(0.2, { ...whole, length: 0.5 })).toBe(null);
  const cut = { ...whole, windows: [{ start: 1, end: 7 }] };
  expect([shotAt(0.9, cut), shotAt(6.5, cut)]).toEqual([null, { start: 1, end: 7 }]);
});

test('texts that are still empty are not sent', () => {
  const saved = savable(
    buildProject({
      titles: { texts: ['', 'A', '  '], seconds: 2, style: DEFAULT_TITLE_STYLE },
      subtitles: { style: DEFAULT_CAPTION_STYLE, cues: [{ start: 1, end: 2, text: '' }] },
      dubbing: { text: ' ', language: 'zh-CN', volume: 1, speed: 1, tone: 0 },
    }),
  );
  expect([saved.titles?.texts, saved.subtitles?.cues, saved.dubbing]).toEqual([['A'], [], null]);
});

test('loudness is read from what the server and a voice say of it', () => {
  expect(levelsOfPeaks(btoa(String.fromCharCode(0, 128, 255)))).toEqual([0, 128, 255]);
  expect([levelsOfPeaks(null), levelsOfPeaks('%')]).toEqual([[], []]);
  expect(levelsOfSamples(Int16Array.of(0, -32_768))).toEqual([0, 255]);
});

test('the picture of a moment is found on its sheet', () => {
  const sprite = { url: '/s', columns: 5, rows: 2, width: 100, height: 178, count: 10, secondsEach: 1 };
  expect(spriteFrame(sprite, 0)?.backgroundPosition).toBe('0% 0%');
  expect(spriteFrame(sprite, 0.99)?.backgroundPosition).toBe('100% 100%');
  expect(spriteFrame(sprite, 0.65)?.backgroundPosition).toBe('25% 100%');
  expect(spriteFrame(null, 0.5)).toBe(null);
});
