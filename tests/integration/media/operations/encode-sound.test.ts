import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { ExpectedError } from '#core/contract/errors.ts';
import { encodeSound, SOUND_FILES } from '#core/server/services/media/operations/encode-sound.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

import { makeClip, realRunner, temporaryFolder } from '../media-kit.ts';

const folder = await temporaryFolder();
const real = await realRunner(folder, { slots: 1 });

/** A runner of its own queue that counts what it starts. */
function counting(): MediaRunner & { starts: number } {
  const runner = {
    ...real,
    starts: 0,
    ffmpeg: (run: Parameters<MediaRunner['ffmpeg']>[0]) => {
      runner.starts += 1;
      return real.ffmpeg(run);
    },
  };
  return runner;
}

const wav = (name: string, frequency: number) =>
  makeClip(real, folder, '-f', 'lavfi', '-i', `sine=f=${frequency}:d=2:r=48000`, '-ac', '2', `${name}.wav`);

async function place(name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  return path;
}

const filesIn = (path: string) => Promise.all(Object.values(SOUND_FILES).map((name) => readFile(join(path, name))));

test('sounds that wait are encoded by one process, each as it is alone', async () => {
  const sounds = await Promise.all([300, 500, 700, 900, 1100, 1300].map((each) => wav(`tone-${each}`, each)));
  const runner = counting();
  const together = await Promise.all(
    sounds.map(async (sound, index) => {
      const into = await place(`together-${index}`);
      await encodeSound(runner, { sound, folder: into });
      return filesIn(into);
    }),
  );
  assert.ok(runner.starts <= 3, `${runner.starts} processes for 6 sounds`);
  const own = counting();
  for (const [index, sound] of sounds.entries()) {
    const into = await place(`alone-${index}`);
    await encodeSound(own, { sound, folder: into });
    assert.deepEqual(together[index], await filesIn(into));
  }
  assert.equal(own.starts, 6);
});

test('a sound that cannot be encoded fails alone, and so does one that is cancelled', async () => {
  const broken = join(folder, 'broken.wav');
  await writeFile(broken, 'no sound');
  const runner = counting();
  const cancelled = AbortSignal.abort();
  const sounds = [await wav('first', 400), broken, await wav('second', 600), await wav('third', 800)];
  const ends = await Promise.allSettled(
    sounds.map(async (sound, index) => {
      const into = await place(`some-${index}`);
      await encodeSound(runner, { sound, folder: into, signal: index === 3 ? cancelled : undefined });
      return filesIn(into);
    }),
  );
  const told = ends.map((end) => (end.status === 'fulfilled' ? 'done' : whatFailed(end.reason)));
  assert.deepEqual(told, ['done', 'core:media.tool-failed', 'done', 'AbortError']);
});

const whatFailed = (reason: unknown) =>
  reason instanceof ExpectedError ? reason.code : reason instanceof Error ? reason.name : reason;
