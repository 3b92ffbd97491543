import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { abortError } from '#core/server/services/media/abort-error.ts';
import { monoWav, readMonoWav, VOICE_RATE } from '#core/server/services/media/sound/mono-wav.ts';
import { createEspeakSpeech } from '#plugins/engines/server/espeak/espeak-speech.ts';
import { toneMatch } from '#plugins/engines/server/voices/tone-match.ts';
import { toneProfile, type ToneProfile } from '#plugins/engines/server/voices/tone-profile.ts';
import { wavOf } from '#tests/fixtures/words/pcm.ts';
import { say } from '#tests/fixtures/words/spoken-sound.ts';
import { realRunner } from '#tests/integration/media/media-kit.ts';
import { until } from '#tests/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'reelport-tone-'));
after(() => rm(folder, { recursive: true, force: true }));
const runner = await realRunner(folder);
const voices = toneMatch(runner, () => createEspeakSpeech());
const TEXT = 'The old lighthouse keeper walked along the quay. Every morning he counted the boats.';

/** A person: espeak-ng in another voice, through a telephone or with a cold. */
async function sampleOf(name: string, pitch: number, filter: string): Promise<string> {
  const [plain, path] = [join(folder, `${name}-plain.wav`), join(folder, `${name}.wav`)];
  writeFileSync(plain, wavOf(say(TEXT, { language: 'en-US', pitch, variant: 'm3' })));
  await runner.ffmpeg({ cwd: folder, args: ['-i', plain, '-af', filter, ...monoWav(path)] });
  return path;
}
const profileOf = async (path: string): Promise<ToneProfile> =>
  toneProfile(await readMonoWav(path), VOICE_RATE) ?? assert.fail(`${path} has no voice`);
const apart = (a: ToneProfile, b: ToneProfile): number =>
  Math.sqrt(a.tone.reduce((sum, level, band) => sum + (level - (b.tone[band] ?? 0)) ** 2, 0) / a.tone.length);

test('pitch and tone of what is said are nearer to the sample than the built-in voice is', async () => {
  for (const [name, pitch, filter] of [
    ['low', 20, 'equalizer=f=500:t=o:w=1:g=8,equalizer=f=3000:t=o:w=1:g=-8'],
    ['high', 95, 'equalizer=f=2500:t=o:w=2:g=9'],
  ] as const) {
    const sample = await sampleOf(name, pitch, filter);
    const wanted = await profileOf(sample);
    const path = join(folder, `${name}-said.wav`);
    const plain = join(folder, `${name}-base.wav`);
    const id = await voices.create({ path: sample, seconds: 5, text: null, language: 'en-US', consent: null }, 'r');
    const voice = { id, sample: () => assert.fail('it needs no sample') };
    const request = {
      text: 'Nine boats went out to sea before the sun came up.',
      language: 'en-US',
      speed: 1,
      tone: 0,
    };
    await voices.speak(voice, request, path);
    await runner.ffmpeg({ cwd: folder, args: ['-i', join(folder, `${name}-plain.wav`), ...monoWav(plain)] });
    const said = await profileOf(path);
    const speech = await createEspeakSpeech();
    await speech.speak(request, join(folder, 'base.wav'));
    await runner.ffmpeg({ cwd: folder, args: ['-y', '-i', join(folder, 'base.wav'), ...monoWav(plain)] });
    const base = await profileOf(plain);
    const told = JSON.stringify({ name, wanted: wanted.pitch, said: said.pitch, base: base.pitch });
    assert.ok(Math.abs(said.pitch / wanted.pitch - 1) < 0.1, told);
    assert.ok(apart(said, wanted) < 0.75 * apart(base, wanted), `${apart(said, wanted)} of ${apart(base, wanted)}`);
  }
});

test('whoever cancels what two wait for cancels it for nobody else', async () => {
  const sample = await sampleOf('shared', 50, 'anull');
  const speech = await createEspeakSpeech();
  let asked = 0;
  const slow = toneMatch(runner, async () => ({
    ...speech,
    async speak(request, path, signal) {
      asked += 1;
      if (asked > 1) return await speech.speak(request, path, signal);
      await new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(abortError(signal)));
      });
    },
  }));
  const lent = { path: sample, seconds: 5, text: null, language: 'en-US', consent: null };
  const voice = { id: await slow.create(lent, 'r'), sample: () => assert.fail('it needs no sample') };
  const request = { text: 'Nine boats went out to sea.', language: 'en-US', speed: 1, tone: 0 };
  const leaving = new AbortController();
  const [gone, stays] = [join(folder, 'gone.wav'), join(folder, 'stays.wav')];
  const first = slow.speak(voice, request, gone, leaving.signal);
  const second = slow.speak(voice, request, stays);
  const both = Promise.allSettled([first, second]);
  await until(() => asked === 1, 'it is measured', 5);
  leaving.abort();
  assert.deepEqual(
    (await both).map(({ status }) => status),
    ['rejected', 'fulfilled'],
  );
  assert.ok((await readMonoWav(stays)).length > VOICE_RATE);
});
