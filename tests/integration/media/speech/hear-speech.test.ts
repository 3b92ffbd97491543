import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import type { SpeechSpan } from '#core/contract/speech.ts';
import { createMedia } from '#core/server/services/media/create-media.ts';
import { hearSpeech } from '#core/server/services/media/speech/speech-node.ts';
import { makeOnce } from '#tests/draw-once.ts';
import { childrenOf } from '#tests/fixtures/children-of.ts';
import { music, noise, RATE, wavOf } from '#tests/fixtures/words/pcm.ts';
import { peakOf } from '#tests/fixtures/peak-of.ts';
import { judgeSpans, saySentences, under, type Spoken } from '#tests/fixtures/words/spoken-sound.ts';

import { makeClip, temporaryFolder } from '../media-kit.ts';
import { sourceOf } from '../operations/operations-kit.ts';

const folder = await temporaryFolder();
const media = await createMedia({ folder: join(folder, 'cache') });
after(() => media.close());

const PICTURE = ['-f', 'lavfi', '-i', 'color=s=64x64:r=10'];
const CODED = ['-shortest', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-b:a', '96k'];

const CHINESE = ['今天给大家带来一款厨房神器。', '只要轻轻一按，就能自动出料。', '三秒加热，随时喝上热水。'];

/** A video with that sound. */
async function videoOf(name: string, samples: Float32Array): Promise<string> {
  const wav = join(folder, `${name}.wav`);
  await writeFile(wav, wavOf(samples));
  return await makeClip(media.runner, folder, ...PICTURE, '-i', `file:${wav}`, ...CODED, `${name}.mp4`);
}

async function heardIn(path: string): Promise<SpeechSpan[]> {
  return await hearSpeech(media, await sourceOf(path));
}

const said = (): Spoken => saySentences(CHINESE, [1, 0.7, 1.4], { language: 'zh-CN' });

test('sentences are found with the pauses between them', async () => {
  const spoken = said();
  const heard = await heardIn(await videoOf('clean', spoken.samples));
  const { found, besides } = judgeSpans(spoken.spans, heard);
  assert.ok(found >= 96 && besides <= 3, `${found} % found, ${besides} % besides`);
  for (const [at, { start }] of spoken.spans.slice(1).entries()) {
    const before = spoken.spans[at]?.end ?? 0;
    const middle = (before + start) / 2;
    assert.ok(!heard.some((span) => span.start < middle && span.end > middle), `nobody speaks at ${middle} s`);
  }
});

for (const [what, sound] of [
  ['music', music],
  ['noise', noise],
] as const) {
  test(`sentences are found over ${what}`, async () => {
    const spoken = under(said(), sound(20 * RATE, 5), 12);
    const heard = await heardIn(await videoOf(what, spoken.samples));
    const { found, besides } = judgeSpans(spoken.spans, heard);
    assert.ok(found >= 96 && besides <= 5, `${found} % found, ${besides} % besides`);
  });
}

test('music alone is no speech', async () => {
  assert.deepEqual(
    await heardIn(
      await videoOf(
        'tune',
        music(12 * RATE, 2).map((sample) => sample * 0.5),
      ),
    ),
    [],
  );
});

test('in silence nobody speaks, nor in a video without sound', async () => {
  assert.deepEqual(await heardIn(await videoOf('silence', new Float32Array(5 * RATE))), []);
  assert.deepEqual(
    await heardIn(await makeClip(media.runner, folder, ...PICTURE, '-t', '2', ...CODED.slice(1, 5), 'mute.mp4')),
    [],
  );
});

test('what was heard of the same bytes is known', async () => {
  const path = await videoOf('clean', said().samples);
  const before = media.graph.statistics.builds;
  const first = await heardIn(path);
  assert.deepEqual(await heardIn(path), first);
  assert.ok(media.graph.statistics.builds - before <= 2, 'it is inspected and heard once');
});

test('ten minutes take no more memory than one', async () => {
  const long = await longVideo(600);
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, ...programs().map(peakOf))), 50);
  try {
    const spans = await hearSpeech(media, await sourceOf(long));
    assert.ok(spans.length > 100, `${spans.length} stretches`);
    assert.ok((spans.at(-1)?.end ?? 0) > 590, 'it is heard to its end');
    assert.ok(most > 0 && most < 200, `${most} MB`);
  } finally {
    clearInterval(watch);
  }
});

test('who cancels is obeyed at once, and no process is left', async () => {
  const cancelling = new AbortController();
  const long = await longVideo(1799);
  const hearing = hearSpeech(media, await sourceOf(long), { signal: cancelling.signal });
  hearing.catch(() => undefined);
  while (programs().length === 0) await pause(20);
  await pause(200);
  cancelling.abort();
  await assert.rejects(hearing, { name: 'AbortError' });
  assert.deepEqual(programs(), []);
});

test('a process that is killed is told so that it is tried again', async () => {
  const hearing = hearSpeech(media, await sourceOf(await longVideo(1798)));
  hearing.catch(() => undefined);
  let running: number[] = [];
  while (running.length === 0) {
    await pause(20);
    running = programs();
  }
  for (const id of running) process.kill(id, 'SIGKILL');
  await assert.rejects(hearing, { code: 'core:media.tool-killed', kind: 'unavailable' });
});

const programs = (): number[] => childrenOf(process.pid, /services\/media\/speech\/program/);

/** Sentences that are said again and again, without being encoded again. */
async function longVideo(seconds: number): Promise<string> {
  const short = await videoOf('clean', said().samples);
  const path = join(folder, `long-${seconds}.mp4`);
  await makeOnce(path, ['long speech', seconds], async (to) => {
    const args = ['-y', '-stream_loop', '-1', '-i', `file:${short}`, '-t', String(seconds), '-c', 'copy', `file:${to}`];
    await media.runner.ffmpeg({ cwd: folder, args });
  });
  return path;
}
