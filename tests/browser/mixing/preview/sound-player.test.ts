import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';

import { createSoundPlayer } from '#plugins/mixing/web/preview/sound-player.ts';

/** An audio context of a machine with a sound device, or without: then `resume()` never settles. */
class Context {
  static hasDevice = true;
  static latency = 0.1;
  state = 'suspended';
  currentTime = 5;
  get outputLatency(): number {
    Context.asked += 1;
    return Context.latency;
  }
  static asked = 0;
  static last: Context | undefined;

  constructor() {
    Context.last = this;
  }

  async resume(): Promise<void> {
    if (!Context.hasDevice) await new Promise(() => undefined);
    this.state = 'running';
  }
}

beforeEach(() => {
  rs.useFakeTimers();
  rs.stubGlobal('AudioContext', Context);
  Context.asked = 0;
});
afterEach(() => {
  rs.useRealTimers();
  rs.unstubAllGlobals();
});

test('the sound is the clock, less what it takes to be heard, which is asked once', async () => {
  Context.hasDevice = true;
  const player = createSoundPlayer();
  await player.start(2);
  Object.assign(Context.last ?? {}, { currentTime: 6.1 });
  for (let frame = 0; frame < 10; frame++) player.now();
  expect(player.now()).toBeCloseTo(3);
  expect(Context.asked).toBeLessThanOrEqual(2);
});

test('without a sound device the picture plays all the same, by the clock of the page', async () => {
  Context.hasDevice = false;
  const player = createSoundPlayer();
  const started = player.start(2);
  await rs.advanceTimersByTimeAsync(400);
  await started;
  await rs.advanceTimersByTimeAsync(1500);
  expect(player.now()).toBeCloseTo(3.5);
  player.stop();
  expect(player.now()).toBe(0);
});
