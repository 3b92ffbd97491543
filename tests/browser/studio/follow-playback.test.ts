import { expect, test } from '@rstest/core';

import { followPlayback } from '#core/web/studio/playback/follow-playback.ts';
import { StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';

/** A playback of so many seconds, with the element that shows it. */
function playbackOf(seconds: number) {
  const video = document.createElement('video');
  Object.defineProperty(video, 'duration', { value: seconds });
  video.play = () => Promise.resolve();
  video.pause = () => undefined;
  const playback = new StudioPlayback();
  playback.attach(video);
  playback.heardFacts();
  return { playback, video };
}

test('two videos play, stand and are put as one, and the shorter one waits at its end', () => {
  const [long, short] = [playbackOf(10), playbackOf(6)];
  const stop = followPlayback(long.playback, short.playback);
  long.playback.seek(2);
  expect(short.video.currentTime).toBeCloseTo(2, 1);
  long.playback.toggle();
  expect(short.playback.speed).toBe(1);
  long.playback.play(2);
  expect(short.playback.speed).toBe(2);
  long.playback.seek(8);
  expect([long.playback.isPlaying, short.playback.isPlaying]).toEqual([true, false]);
  long.playback.seek(1);
  expect(short.playback.isPlaying).toBe(true);
  expect(short.video.currentTime).toBeCloseTo(1, 1);
  long.playback.step(3);
  expect([short.playback.isPlaying, short.playback.frame]).toEqual([false, long.playback.frame]);
  long.playback.setMuted(true);
  expect(short.playback.isMuted).toBe(true);
  stop();
  long.playback.seek(5);
  expect(short.video.currentTime).toBeCloseTo(1.1, 1);
  for (const { playback } of [long, short]) playback.dispose();
});

test('one that drifts apart while both play is put where the other is', () => {
  const [long, short] = [playbackOf(10), playbackOf(9)];
  const stop = followPlayback(long.playback, short.playback);
  long.playback.toggle();
  short.playback.seek(5);
  expect(short.playback.time).toBeCloseTo(long.playback.time, 1);
  stop();
  for (const { playback } of [long, short]) playback.dispose();
});
