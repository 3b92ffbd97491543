import assert from 'node:assert/strict';
import { test } from 'node:test';

import { EVEN, findBoundaries } from '#core/server/services/media/shots/find-boundaries.ts';
import { FrameWatcher, PICTURE_BYTES } from '#core/server/services/media/shots/frame-signals.ts';

const SIDE = 64;

/** A picture of soft stripes; another number is another picture. @param contrast up to 100 */
function drawn(number: number, contrast = 80): Buffer {
  const bytes = Buffer.alloc(PICTURE_BYTES, 128);
  const [across, down] = [Math.cos(number * 2.4), Math.sin(number * 2.4)];
  for (let at = 0; at < SIDE * SIDE; at++) {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    bytes[at] = 126 + contrast * Math.sin((across * x + down * y) * (0.12 + 0.02 * number));
  }
  return bytes;
}

/** @param share of the second picture, 0 to 1 */
function mixed(first: Buffer, second: Buffer, share: number): Buffer {
  return Buffer.from(first.map((value, at) => Math.round(value * (1 - share) + (second[at] ?? 0) * share)));
}

function plain(level: number): Buffer {
  const bytes = Buffer.alloc(PICTURE_BYTES, 128);
  return bytes.fill(level, 0, SIDE * SIDE);
}

/** Frames of a shot that fades through a plain picture into another, as one filter fades out and another one in. */
function fading(first: Buffer, second: Buffer, through: Buffer, half: number, still = 24): Buffer[] {
  const frames = (picture: Buffer) => Array.from({ length: still }, () => picture);
  const out = Array.from({ length: half }, (_, at) => mixed(first, through, (at + 1) / (half + 1)));
  const into = Array.from({ length: half }, (_, at) => mixed(through, second, at / half));
  return [...frames(first), ...out, ...into, ...frames(second)];
}

/** @param every one in so many is watched, as if all others were no other one's reference */
function foundIn(frames: readonly Buffer[], every = 2, first = 0) {
  const watcher = new FrameWatcher();
  const watched = [...frames.keys()].filter((frame) => frame % every === first);
  for (const frame of watched) watcher.add(Buffer.from(frames[frame] ?? []));
  const steps = findBoundaries(watcher.finish(watched.map((frame) => frame / 30)));
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done !== true) continue;
    return step.value
      .filter(({ certainty }) => certainty >= EVEN)
      .map(({ kind, from, to }) => ({ kind, from: watched[from] ?? 0, to: watched[to] ?? 0 }));
  }
}

const [BLACK, WHITE] = [plain(16), plain(235)];

/** That one fade is found, with its ends within four frames of where they are. */
function assertFade(found: ReturnType<typeof foundIn>, half: number, what: string): void {
  assert.deepEqual(
    found.map(({ kind }) => kind),
    ['fade'],
    what,
  );
  const [fade] = found;
  const off = [(fade?.from ?? 0) - 23, (fade?.to ?? 0) - (24 + 2 * half)];
  assert.ok(
    off.every((frames) => Math.abs(frames) <= 4),
    `${what}: off by ${off.join(' and ')} frames`,
  );
}

test('a fade through black or white is found with its ends', () => {
  for (const [name, through] of Object.entries({ black: BLACK, white: WHITE })) {
    for (const half of [5, 8, 14, 20])
      assertFade(foundIn(fading(drawn(1), drawn(4), through, half)), half, `${name}, ${half}`);
  }
});

test('a fade is found where no picture is decoded while it is black', () => {
  for (const half of [5, 6, 7, 9]) {
    for (const first of [0, 1]) {
      const frames = fading(drawn(1), drawn(4), BLACK, half);
      assertFade(foundIn(frames, 2, first), half, `${half}, from frame ${first}`);
    }
  }
});

test('a shot that is nearly plain fades like others', () => {
  for (const [first, second] of [
    [drawn(1, 5), drawn(4)],
    [drawn(4), drawn(1, 5)],
  ] as const) {
    assertFade(foundIn(fading(first, second, BLACK, 9), 1), 9, 'nearly plain');
  }
});

test('a light that goes out and on again is no fade, nor one that only gets low', () => {
  assert.deepEqual(foundIn(fading(drawn(1), drawn(1), BLACK, 9)), []);
  const low = mixed(drawn(1), BLACK, 0.7);
  assert.deepEqual(foundIn(fading(drawn(1), drawn(1), low, 9)), []);
});
