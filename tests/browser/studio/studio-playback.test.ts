import { expect, test } from '@rstest/core';

import { constantGrid } from '#core/web/studio/frames/frame-grid.ts';
import { StudioPlayback } from '#core/web/studio/playback/StudioPlayback.ts';

const UNSUPPORTED = 4;

/** An element of which a browser knows no more than this. */
function element(facts: { videoWidth?: number; duration?: number; error?: { code: number } }) {
  const video = document.createElement('video');
  for (const [name, value] of Object.entries(facts)) Object.defineProperty(video, name, { value, writable: true });
  return video;
}

test('a video of which the browser plays the sound alone has no picture, and goes by its time', async () => {
  const playback = new StudioPlayback();
  const video = element({ videoWidth: 0, duration: 10 });
  playback.attach(video);
  playback.heardFacts();
  expect([playback.isPictureless, playback.hasFailed]).toEqual([true, false]);
  playback.speed = 1;
  video.currentTime = 2;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(playback.time).toBeCloseTo(2, 6);
  playback.dispose();
});

test('a video that the browser does not decode is stepped through as long as it is known to be, one that is gone is not', () => {
  const playback = new StudioPlayback({ seconds: 10 });
  playback.attach(element({ error: { code: UNSUPPORTED } }));
  expect([playback.isPictureless, playback.hasFailed]).toEqual([false, true]);
  playback.heardGrid(constantGrid(25));
  expect([playback.isPictureless, playback.hasFailed]).toEqual([true, false]);
  playback.step(5);
  expect(playback.time).toBeCloseTo(0.2, 6);
  playback.dispose();
});

test('a video with a picture has one', () => {
  const playback = new StudioPlayback();
  playback.attach(element({ videoWidth: 640, duration: 4 }));
  playback.heardFacts();
  expect([playback.isPictureless, playback.hasFailed, playback.duration]).toEqual([false, false, 4]);
  playback.dispose();
});

test('of wishes on the way to a frame the last one counts, also between arriving and hearing of it', () => {
  const playback = new StudioPlayback({ frames: constantGrid(25), seconds: 10 });
  const video = element({ videoWidth: 640, duration: 10 });
  playback.attach(video);
  let seeking = false;
  Object.defineProperty(video, 'seeking', { get: () => seeking });
  playback.seek(0.4);
  seeking = true;
  playback.step(1);
  seeking = false;
  playback.step(1);
  playback.heardSeeked();
  playback.heardSeeked();
  expect(video.currentTime).toBeCloseTo(12.5 / 25, 6);
  playback.dispose();
});

test('a repeated range begins in the middle of its first frame, which no rounding takes for the one before', () => {
  const playback = new StudioPlayback({ frames: constantGrid(25), seconds: 10 });
  const video = element({ videoWidth: 640, duration: 10 });
  playback.attach(video);
  playback.setRange({ start: 0.4, end: 0.8 });
  playback.seek(0.76);
  playback.play(1);
  expect(video.currentTime).toBeCloseTo(10.5 / 25, 6);
  playback.dispose();
});

test('a video that takes the place of another is put to the frame that was shown', () => {
  const playback = new StudioPlayback({ frames: constantGrid(25), seconds: 10 });
  playback.attach(element({ videoWidth: 640, duration: 10 }));
  playback.seek(0.4);
  playback.attach(null);
  const other = element({ videoWidth: 640, duration: 10 });
  playback.attach(other);
  expect(other.currentTime).toBeCloseTo(10.5 / 25, 6);
  playback.dispose();
});
