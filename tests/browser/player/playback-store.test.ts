import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';

import { PlaybackStore, type MediaElement } from '#core/web/player/PlaybackStore.ts';
import { playerInput } from '#core/web/player/player-input.ts';
import type { PlayerOptions } from '#core/web/player/player.ts';

class Screen implements MediaElement {
  currentTime = 0;
  playbackRate = 1;
  muted = false;
  paused = true;
  ended = false;
  loads = 0;

  constructor(readonly duration: number) {}

  async play() {
    this.paused = false;
  }

  pause() {
    this.paused = true;
  }

  load() {
    this.loads += 1;
  }
}

beforeEach(() => {
  rs.useFakeTimers();
});
afterEach(() => {
  rs.useRealTimers();
});

function open(data: unknown, lengths: number[], options?: PlayerOptions) {
  const input = playerInput(data);
  if (input === null) throw new TypeError('not playable');
  const store = new PlaybackStore(input, options, () => Promise.resolve(false));
  const screens = lengths.map((length) => new Screen(length));
  const sound = input.sound === null ? null : new Screen(100);
  screens.forEach((screen, index) => store.attach(index, screen));
  store.attachSound(sound);
  screens.forEach((_, index) => store.heardFacts(index));
  return { store, screens, sound };
}

function opened(data: unknown, lengths: number[], options?: PlayerOptions) {
  const all = open(data, lengths, options);
  rs.advanceTimersByTime(200);
  return all;
}

const clips = (count: number) => Array.from({ length: count }, (_, index) => ({ url: `a.com/${index}.mp4` }));

test('it is loading until 200 ms after the facts of the video, then paused', () => {
  const { store } = open('a.com/v.mp4', [20]);
  expect(store.state).toBe('loading');
  rs.advanceTimersByTime(199);
  expect(store.state).toBe('loading');
  rs.advanceTimersByTime(1);
  expect(store.state).toBe('paused');
});

test('it follows what is started, paused and moved from outside, such as by a media key', () => {
  const { store, screens, sound } = opened({ type: 1, list: clips(1), sound: 'a.com/s.mp3' }, [20]);
  const [screen] = screens;
  if (screen === undefined) throw new TypeError('no screen');
  void screen.play();
  store.heardPlayOrPause(0);
  store.heardMoving(0, true);
  expect([store.state, sound?.paused ?? false]).toEqual(['playing', false]);
  screen.pause();
  store.heardPlayOrPause(0);
  expect([store.state, sound?.paused ?? true]).toEqual(['paused', true]);
  screen.currentTime = 7;
  store.heardTime(0);
  expect(store.time).toBe(7);
});

test('a late event of a start or pause undoes nothing, and the pause at an end is none', () => {
  const { store, screens } = opened({ type: 1, list: clips(2) }, [20, 20]);
  const [first] = screens;
  if (first === undefined) throw new TypeError('no screen');
  store.play();
  store.pause();
  store.play();
  store.heardPlayOrPause(0);
  expect(store.state).toBe('virtual-playing');
  Object.assign(first, { paused: true, ended: true });
  store.heardPlayOrPause(0);
  store.heardEnd(0);
  expect([store.current, store.state]).toEqual([1, 'virtual-playing']);
});

test('a press plays and pauses; while no picture moves it is virtually playing', () => {
  const { store, screens } = opened('a.com/v.mp4', [20]);
  store.toggle();
  expect(store.state).toBe('virtual-playing');
  store.heardMoving(0, true);
  expect(store.state).toBe('playing');
  expect(screens[0]?.paused).toBe(false);
  store.heardMoving(0, false);
  expect(store.state).toBe('virtual-playing');
  store.toggle();
  expect(store.state).toBe('paused');
  expect(screens[0]?.paused).toBe(true);
});

test('after the end the next play begins at 0', () => {
  const { store, screens } = opened('a.com/v.mp4', [20]);
  store.play();
  store.heardEnd(0);
  expect(store.state).toBe('paused');
  expect(store.time).toBe(20);
  store.play();
  expect(store.time).toBe(0);
  expect(screens[0]?.currentTime).toBe(0);
});

test('an arrow key moves by a twentieth and plays on after 200 ms if it was playing', () => {
  const { store, screens } = opened('a.com/v.mp4', [20]);
  store.step(1);
  expect(store.time).toBe(1);
  rs.advanceTimersByTime(500);
  expect(store.state).toBe('paused');
  store.play();
  store.step(1);
  store.step(1);
  expect(store.time).toBe(3);
  expect(screens[0]?.paused).toBe(true);
  rs.advanceTimersByTime(199);
  expect(screens[0]?.paused).toBe(true);
  rs.advanceTimersByTime(1);
  expect(screens[0]?.paused).toBe(false);
});

test('seeking stays between the beginning and the end', () => {
  const { store, screens } = opened('a.com/v.mp4', [20]);
  store.seek(-5);
  expect(store.time).toBe(0);
  store.seek(99);
  expect(store.time).toBe(20);
  expect(screens[0]?.currentTime).toBe(20);
});

test('front and back: one clip follows the other beside the sound, and the last one stops it', () => {
  const { store, screens, sound } = opened({ type: 1, list: clips(3), sound: 'a.com/s.mp3' }, [2, 3, 5]);
  expect(store.duration).toBe(10);
  store.play();
  expect([screens[0]?.paused, screens[1]?.paused, sound?.paused]).toEqual([false, true, false]);
  store.heardEnd(0);
  expect(store.current).toBe(1);
  expect(screens[1]?.paused).toBe(false);
  const second = screens[1];
  if (second) second.currentTime = 1;
  store.heardTime(1);
  expect(store.time).toBe(3);
  expect(sound?.currentTime).toBe(3);
  store.heardEnd(1);
  store.heardEnd(2);
  expect(store.state).toBe('paused');
  expect(store.time).toBe(10);
  expect(sound?.paused).toBe(true);
});

test('front and back: seeking finds the clip and the place in it', () => {
  const { store, screens, sound } = opened({ type: 1, list: clips(3), sound: 'a.com/s.mp3' }, [2, 3, 5]);
  store.seek(4);
  expect(store.current).toBe(1);
  expect(screens[1]?.currentTime).toBe(2);
  expect(sound?.currentTime).toBe(4);
  store.seek(10);
  expect(store.current).toBe(2);
  expect(screens[2]?.currentTime).toBe(5);
});

test('three screens play together, bounded by the shortest, and are kept together', () => {
  const { store, screens } = opened({ type: 2, list: clips(3) }, [9, 4, 7]);
  expect(store.duration).toBe(4);
  store.play();
  expect(screens.every(({ paused }) => !paused)).toBe(true);
  const [first, second, third] = screens;
  if (!first || !second || !third) throw new TypeError('three screens');
  [first.currentTime, second.currentTime, third.currentTime] = [2, 1.5, 1.95];
  store.heardTime(0);
  expect([second.currentTime, third.currentTime]).toEqual([2, 1.95]);
  first.currentTime = 4.01;
  store.heardTime(0);
  expect(store.state).toBe('paused');
  expect(store.time).toBe(4);
  expect(screens.every(({ paused }) => paused)).toBe(true);
});

test('a rate applies to the videos, and divides the shown duration only where that is asked for', () => {
  const plain = opened('a.com/v.mp4', [20], { playbackRate: 2 });
  expect(plain.screens[0]?.playbackRate).toBe(2);
  expect(plain.store.shown.duration).toBe(20);
  const divided = opened('a.com/v.mp4', [20], { playbackRate: 2, needCalcVideoDuration: true });
  expect(divided.store.shown.duration).toBe(10);
});

test('what cannot be played says so and can be loaded again', () => {
  const { store, screens } = opened('a.com/v.mp4', [20]);
  store.play();
  store.heardFault(0);
  expect(store.failed).toBe(0);
  store.play();
  expect(store.state).toBe('paused');
  store.retry();
  expect(store.failed).toBe(null);
  expect(screens[0]?.loads).toBe(1);
  expect(store.state).toBe('loading');
});

test('a file that is there but holds no video is told from one that is gone', async () => {
  const data = playerInput('a.com/v.mp4');
  expect(data).not.toBe(null);
  for (const isThere of [true, false]) {
    const asked: string[] = [];
    const store = new PlaybackStore(data!, {}, (url) => {
      asked.push(url);
      return Promise.resolve(isThere);
    });
    store.attach(0, new Screen(20));
    store.heardFault(0);
    await rs.advanceTimersByTimeAsync(0);
    expect([store.failed, store.isMalformed, asked]).toEqual([0, isThere, ['https://a.com/v.mp4']]);
    store.retry();
    expect([store.failed, store.isMalformed]).toEqual([null, false]);
    store.dispose();
  }
});

test('a playback that is let go of plays no more', () => {
  const { store, screens } = opened('a.com/v.mp4', [20]);
  store.play();
  store.step(1);
  store.dispose();
  rs.advanceTimersByTime(1000);
  expect(screens[0]?.paused).toBe(true);
});
