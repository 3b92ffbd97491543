import { expect, test } from '@rstest/core';

import { timelineOf } from '#plugins/mixing/web/preview/timeline.ts';
import type { PreviewShot } from '#plugins/mixing/web/preview/preview-engine.ts';

const shot = (frames: number, blendAfter = 0): PreviewShot => ({
  ...{ url: '/a', window: { start: 0, end: 3 }, frames, blendAfter, transition: 'fade' },
  ...{ speed: 1, mirror: false, keepSound: true, text: '', effect: null },
});

test('shots follow each other, sharing the frames that they blend', () => {
  const timeline = timelineOf({ shots: [shot(60, 10), shot(60), shot(30, 15)] });
  expect(timeline.starts).toEqual([0, 50, 110]);
  // After the last shot nothing comes that it could blend into.
  expect(timeline.frames).toBe(140);
});

test('each frame shows one shot, or two while one blends into the other', () => {
  const timeline = timelineOf({ shots: [shot(60, 10), shot(60)] });
  expect(timeline.at(0)).toEqual({ shot: 0, frame: 0, next: null });
  expect(timeline.at(49)).toEqual({ shot: 0, frame: 49, next: null });
  expect(timeline.at(50)).toEqual({ shot: 0, frame: 50, next: { shot: 1, frame: 0, progress: 0 } });
  expect(timeline.at(59)).toEqual({ shot: 0, frame: 59, next: { shot: 1, frame: 9, progress: 0.9 } });
  expect(timeline.at(60)).toEqual({ shot: 1, frame: 10, next: null });
});

test('frames outside of the output are brought into it', () => {
  const timeline = timelineOf({ shots: [shot(30), shot(30)] });
  expect(timeline.at(-5)).toEqual({ shot: 0, frame: 0, next: null });
  expect(timeline.at(1000)).toEqual({ shot: 1, frame: 29, next: null });
});
