import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { SAMPLE_RATE } from '#core/server/services/media/sound/common-sound.ts';
import { measureWav } from '#core/server/services/media/sound/measure-wav.ts';
import { openWav, writeWav } from '#core/server/services/media/sound/wav-file.ts';
import { mixDub } from '#plugins/translation/server/dubbing/mix-dub.ts';
import { temporaryFolder } from '#tests/integration/media/media-kit.ts';

const folder = await temporaryFolder();
const { signal } = new AbortController();

async function tone(name: string, seconds: number, { hertz = 440, level = 0.2 } = {}): Promise<string> {
  const path = join(folder, name);
  const block = Float32Array.from(
    { length: seconds * SAMPLE_RATE * 2 },
    (_, at) => level * Math.sin((2 * Math.PI * hertz * (at >> 1)) / SAMPLE_RATE),
  );
  const once = async function* () {
    yield block;
  };
  await writeWav(path, seconds * SAMPLE_RATE, once());
  return path;
}

/** The level of a stretch in dB. */
async function levelOf(path: string, from: number, to: number): Promise<number> {
  const wav = await openWav(path);
  const samples = await wav.read(from * SAMPLE_RATE, new Int16Array((to - from) * SAMPLE_RATE * 2));
  await wav.close();
  return 10 * Math.log10(samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length + 1e-12);
}

test('the original goes down where it is lowered, and comes back; the whole is at −14 LUFS', async () => {
  const original = await tone('original.wav', 12);
  const quiet = await tone('quiet.wav', 1, { level: 0 });
  const path = join(folder, 'lowered.wav');
  const lowered = [
    { start: 3, end: 5 },
    { start: 8, end: 9 },
  ];
  const lines = [{ path: quiet, at: 3 }];
  await mixDub({ length: 12 * SAMPLE_RATE, original, lowered, under: 0.1, lines }, path, signal);
  const loud = await levelOf(path, 0, 2);
  for (const [from, to] of [
    [3, 5],
    [8, 9],
  ] as const) {
    assert.ok(Math.abs(loud - (await levelOf(path, from, to)) - 20) < 0.5, `lowered from ${from} to ${to} s`);
  }
  for (const from of [6, 10])
    assert.ok(Math.abs(loud - (await levelOf(path, from, from + 1))) < 0.2, `back at ${from} s`);
  const { integrated } = await measureWav(path);
  assert.ok(Math.abs(integrated + 14) < 0.5, `${integrated} LUFS`);
});

test('a quiet voice is brought up to what it replaces, and stands where it was laid', async () => {
  const original = await tone('music.wav', 8, { hertz: 200 });
  const voice = await tone('voice.wav', 2, { hertz: 900, level: 0.01 });
  const path = join(folder, 'voice-over.wav');
  const lowered = [{ start: 3, end: 5 }];
  await mixDub({ length: 8 * SAMPLE_RATE, original, lowered, under: 0, lines: [{ path: voice, at: 3 }] }, path, signal);
  const difference = (await levelOf(path, 3, 5)) - (await levelOf(path, 0, 2));
  assert.ok(Math.abs(difference) < 4, `${difference} dB beside what it replaces`);
  const alone = join(folder, 'alone.wav');
  await mixDub(
    { length: 8 * SAMPLE_RATE, original: null, lowered: [], under: 0, lines: [{ path: voice, at: 3 }] },
    alone,
    signal,
  );
  assert.ok((await levelOf(alone, 0, 2.99)) < -100 && (await levelOf(alone, 5.01, 8)) < -100);
  assert.ok(Math.abs((await measureWav(alone)).integrated + 14) < 0.5);
});
