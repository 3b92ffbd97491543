import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { InputVideoTrack, VideoSampleSink, type VideoSample } from 'mediabunny';

import type { OpenMaterial } from '#plugins/mixing/web/preview/open-material.ts';
import { createShotReader } from '#plugins/mixing/web/preview/shot-reader.ts';
import { createShotReaders } from '#plugins/mixing/web/preview/shot-readers.ts';
import { UndecodablePicture } from '#plugins/mixing/web/preview/undecodable-picture.ts';

// Ten frames a second, so that the picture of a frame has its number as tenths of a second.

const { prototype } = VideoSampleSink;
const { getSample, samplesAtTimestamps } = prototype;

/** What was asked of the decoder, and the pictures that nobody has closed. */
let asked: string[] = [];
let open = 0;

function pictureAt(time: number): VideoSample {
  open += 1;
  return { timestamp: time, close: () => void (open -= 1) } as VideoSample;
}

beforeEach(() => {
  [asked, open] = [[], 0];
  prototype.getSample = function (time) {
    asked.push(`the picture at ${time.toFixed(1)}`);
    return Promise.resolve(pictureAt(time));
  };
  prototype.samplesAtTimestamps = async function* (times) {
    const [first = 0, ...rest] = times as Iterable<number>;
    asked.push(`all from ${first.toFixed(1)}`);
    for (const time of [first, ...rest]) yield pictureAt(time);
  };
});
afterEach(() => void Object.assign(prototype, { getSample, samplesAtTimestamps }));

const SHOT = { url: '/clip', window: { start: 0, end: 9 }, speed: 1, frames: 90 };
const MATERIAL: OpenMaterial = {
  video: Object.create(InputVideoTrack.prototype) as InputVideoTrack,
  audio: null,
  ...{ start: 0, rhythm: { rate: 10, begins: 0 }, duration: 9 },
};

const numberOf = (sample: VideoSample | null): number => Math.floor((sample?.timestamp ?? -1) * 10 + 1e-6);

test('one picture is read alone, and what follows only once it is asked for', async () => {
  const reader = createShotReader(MATERIAL, SHOT, 10);
  expect(numberOf(await reader.frame(7, false))).toBe(7);
  expect(asked).toEqual([expect.stringMatching(/^the picture at 0\.7/)]);
  reader.readOn();
  reader.readOn();
  expect(numberOf(await reader.frame(8, false))).toBe(8);
  expect(numberOf(await reader.frame(10, true))).toBe(10);
  expect(asked.slice(1)).toEqual([expect.stringMatching(/^all from 0\.8/)]);
  reader.dispose();
  expect(open).toBe(0);
});

test('where it is played from a place, that one is the first of all that are decoded', async () => {
  const reader = createShotReader(MATERIAL, SHOT, 10);
  await reader.frame(80, false);
  expect(numberOf(await reader.frame(5, true))).toBe(5);
  expect(numberOf(await reader.frame(6, true))).toBe(6);
  expect(asked.slice(1)).toEqual([expect.stringMatching(/^all from 0\.5/)]);
  reader.dispose();
  expect(await reader.frame(7, true)).toBe(null);
  expect([asked.length, open]).toEqual([2, 0]);
});

test('reading on waits for a picture that is still being read', async () => {
  const reader = createShotReader(MATERIAL, SHOT, 10);
  await reader.frame(0, false);
  const seeking = reader.frame(60, false);
  reader.readOn();
  expect(numberOf(await seeking)).toBe(60);
  expect(numberOf(await reader.frame(61, false))).toBe(61);
  reader.dispose();
  expect(open).toBe(0);
});

test('the first picture of a prepared shot is there when it is opened, once', async () => {
  const opened: string[] = [];
  const readers = createShotReaders({ open: (url) => (opened.push(url), Promise.resolve(MATERIAL)) });
  readers.prepare(SHOT, 10);
  const reader = await readers.open({ ...SHOT }, 10);
  expect(numberOf(await reader.frame(0, false))).toBe(0);
  expect([opened.length, asked.length]).toEqual([1, 1]);
  const again = await readers.open(SHOT, 10);
  expect(again).not.toBe(reader);
  again.dispose();
  reader.dispose();
  readers.prepare(SHOT, 10);
  // Another stretch of it.
  const other = await readers.open({ ...SHOT, window: { start: 1, end: 9 } }, 10);
  expect(numberOf(await other.frame(0, false))).toBe(10);
  other.dispose();
  readers.dispose();
  await new Promise((done) => setTimeout(done, 0));
  expect(open).toBe(0);
});

test('who opens a prepared shot hears why it cannot be decoded, and the next one tries again', async () => {
  let tries = 0;
  const readers = createShotReaders({ open: () => ((tries += 1), Promise.resolve({ ...MATERIAL, video: null })) });
  readers.prepare(SHOT, 10);
  await expect(readers.open(SHOT, 10)).rejects.toThrow(UndecodablePicture);
  await expect(readers.open(SHOT, 10)).rejects.toThrow(UndecodablePicture);
  expect(tries).toBe(2);
});
