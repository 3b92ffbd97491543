import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { momentsOf, type Moments, type Timing } from '#plugins/copywriting/calls.ts';
import { wavOf } from '#tests/fixtures/words/pcm.ts';
import { judgeSpans, saySentences } from '#tests/fixtures/words/spoken-sound.ts';
import { startToolKit, type ToolKit } from '#tests/tools/tool-kit.ts';
import { until } from '#tests/until.ts';

const scope = lastFirst({ after });
let kit: ToolKit;
before(async () => {
  kit = await startToolKit(scope, { tool: 'copywriting.extract' });
});

const spoken = saySentences(['今天给大家带来一款厨房神器。', '现在下单，全国包邮。'], [0.8, 0.7], {
  language: 'zh-CN',
});

/** Two things that have nothing in common, one after the other, and what is said over them. */
async function film(): Promise<string> {
  const wav = join(kit.folder, 'said.wav');
  await writeFile(wav, wavOf(spoken.samples));
  const pictures = 'mandelbrot=s=320x180:r=30,trim=end_frame=60[a];testsrc2=s=320x180:r=30,trim=end_frame=190[b]';
  await kit.ctx.media.runner.ffmpeg({
    cwd: kit.folder,
    args: [
      ...['-y', '-i', `file:${wav}`, '-filter_complex', `${pictures};[a][b]concat=n=2,format=yuv420p[v]`],
      ...['-map', '[v]', '-map', '0:a', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', 'said.mp4'],
    ],
  });
  return await kit.adopt(join(kit.folder, 'said.mp4'));
}

const open = async (id: string, more: object = {}) => {
  const { status, envelope } = await kit.call('POST', '/api/copywriting/moments', { id, ...more });
  return { status, moments: envelope.data as Moments };
};

test('speech and cuts of a video are found by a job, once, and known from then on', async () => {
  const id = await film();
  assert.equal((await open(id)).moments.state, 'finding');
  let found: Moments | undefined;
  await until(
    async () => {
      found = (await open(id)).moments;
      return found.state === 'found';
    },
    'they are found',
    60,
  );
  assert.ok(found !== undefined);
  assert.equal(found.shots.length, 1, JSON.stringify(found));
  assert.ok(Math.abs((found.shots[0] ?? 0) - 2) < 0.02, found.shots.join());
  const judged = judgeSpans(spoken.spans, found.speech);
  // Where a comma stands, nobody speaks for a moment either.
  assert.ok(judged.found > 90 && judged.besides < 5, JSON.stringify({ judged, found }));
  const tasks = await kit.ctx.jobs.list(kit.accountId, { subjectId: momentsOf(id), plugin: 'copywriting' });
  assert.equal(tasks.length, 1, 'who asks again starts no second job');
});

const TEXT = '今天给大家带来一款厨房神器。\n现在下单，全国包邮。';

async function time(id: string, more: object = {}): Promise<{ status: number; message: string; timing: Timing }> {
  const body = { id, text: TEXT, language: 'zh-CN', ...more };
  const { status, envelope } = await kit.call('POST', '/api/copywriting/timings', body);
  return { status, message: envelope.message ?? '', timing: envelope.data as Timing };
}

test('a pasted text becomes cues where it is said, by a job that is followed and remembered', async () => {
  const id = await film();
  const first = await time(id);
  assert.equal(first.timing.state, 'timing', first.message);
  let { timing } = first;
  await until(
    async () => {
      timing = (await time(id)).timing;
      return timing.state !== 'timing';
    },
    'it is timed',
    60,
  );
  assert.equal(timing.state, 'timed', JSON.stringify(timing));
  assert.deepEqual(
    timing.cues.map(({ text, source }) => [text, source]),
    TEXT.split('\n').map((line) => [line, 'typed']),
  );
  for (const [at, { start }] of timing.cues.entries()) {
    const said = (spoken.spans[at]?.start ?? 0) * 1000;
    assert.ok(Math.abs(start - said) <= 120, `cue ${at} begins at ${start} instead of ${said}`);
  }
  assert.ok((timing.cues[0]?.words.length ?? 0) >= 10, 'its words have times, too');
  const tasks = await kit.ctx.jobs.list(kit.accountId, { subjectId: timing.subjectId, plugin: 'copywriting' });
  assert.equal(tasks.length, 1);
  const { timing: second } = await time(id, { text: '现在下单，全国包邮。', from: 3500 });
  await kit.call('POST', '/api/copywriting/stops', { subjectId: second.subjectId });
  await until(
    async () => (await time(id, { text: '现在下单，全国包邮。', from: 3500 })).timing.state === 'failed',
    'it stops',
  );
});

test('a video of somebody else is as unknown as one that is not there', async () => {
  const other = await kit.server.signIn({ level: 'level2' });
  const id = await film();
  const asked = await kit.server.call('POST', '/api/copywriting/moments', { token: other.token, body: { id } });
  assert.equal(asked.status, 422, JSON.stringify(asked.envelope));
  assert.match(asked.envelope.message ?? '', /no longer in the library/);
  assert.equal((await open(randomUUID())).status, 422);
});
