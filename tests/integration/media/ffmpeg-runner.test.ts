import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { until } from '#tests/until.ts';

import { isAlive, realRunner, temporaryFolder } from './media-kit.ts';

const linuxOnly = process.platform === 'linux' ? false : 'needs /proc';
/** Plays in real time: it uses next to no CPU and ends only when it is killed. */
const ENDLESS = ['-re', '-f', 'lavfi', '-i', 'testsrc2=s=64x64:d=3600', '-f', 'null', '-'];

let folder: string;
let runner: MediaRunner;
before(async () => {
  folder = await temporaryFolder();
  runner = await realRunner(folder, { slots: 2 });
});

/** Process numbers of this process's own children. */
async function children(parent = process.pid): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const state = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const [, ppid] = state.slice(state.lastIndexOf(')') + 2).split(' ');
    if (Number(ppid) === parent) found.push(Number(name));
  }
  return found;
}

test('progress, output and CPU time of a run arrive side by side', async () => {
  const seconds: number[] = [];
  let bytes = 0;
  const { log, cpu } = await runner.ffmpeg({
    cwd: folder,
    args: ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=25:d=2', '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'],
    onProgress: (position) => seconds.push(position),
    onOutput: (chunk) => (bytes += chunk.length),
  });
  assert.equal(bytes, 64 * 64 * 50);
  assert.ok((seconds.at(-1) ?? 0) > 1.9);
  assert.ok(cpu !== undefined && cpu > 0);
  assert.equal(log, '');
});

test('a brief run does not wait behind long ones, as others do', async () => {
  const one = await realRunner(folder, { slots: 1 });
  const controller = new AbortController();
  const long = one.ffmpeg({ cwd: folder, args: ENDLESS, signal: controller.signal });
  const frame = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64', '-frames:v', '1', '-f', 'null', '-'];
  let ended = false;
  const other = one.ffmpeg({ cwd: folder, args: frame }).then(() => (ended = true));
  await one.ffmpeg({ cwd: folder, args: frame, brief: true });
  assert.equal(ended, false);
  controller.abort();
  await assert.rejects(long, { name: 'AbortError' });
  await other;
});

test('standard input reaches the tool, which may stop reading early', async () => {
  const chunks: Buffer[] = [];
  await runner.ffmpeg({
    cwd: folder,
    input: Readable.from(Array.from({ length: 200 }, () => Buffer.alloc(64 * 64, 7))),
    args: [
      '-f',
      'rawvideo',
      '-pix_fmt',
      'gray',
      '-s',
      '64x64',
      '-i',
      'pipe:0',
      '-frames:v',
      '2',
      '-f',
      'rawvideo',
      'pipe:1',
    ],
    onOutput: (chunk) => chunks.push(chunk),
  });
  assert.equal(Buffer.concat(chunks).length, 2 * 64 * 64);
});

test('a run that fails says so with the last words of the tool as its cause', async () => {
  await assert.rejects(
    runner.ffmpeg({ cwd: folder, args: ['-i', 'file:nowhere.mp4', '-f', 'null', '-'] }),
    (error: Error & { code?: string }) => {
      assert.equal(error.code, 'core:media.tool-failed');
      assert.match(String(error.cause), /nowhere\.mp4: No such file/);
      return true;
    },
  );
});

test('a cancelled run is gone when its promise rejects', { skip: linuxOnly }, async () => {
  const controller = new AbortController();
  const run = runner.ffmpeg({ cwd: folder, args: ENDLESS, signal: controller.signal });
  const rejected = assert.rejects(run, { name: 'AbortError' });
  await until(async () => (await children()).length === 1, 'the tool starts');
  controller.abort();
  await rejected;
  assert.deepEqual(await children(), []);
});

test('a run cancelled while it waits for a slot never starts', async () => {
  const [one, two] = [new AbortController(), new AbortController()];
  const running = [1, 2].map(() => runner.ffmpeg({ cwd: folder, args: ENDLESS, signal: one.signal }));
  const waiting = runner.ffmpeg({ cwd: folder, args: ENDLESS, signal: two.signal });
  two.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
  one.abort();
  await Promise.all(running.map((run) => assert.rejects(run, { name: 'AbortError' })));
});

test('a run over its wall-clock limit is stopped', async () => {
  await assert.rejects(runner.ffmpeg({ cwd: folder, args: ENDLESS, timeout: 0.3 }), { code: 'core:media.timeout' });
});

test('a run over its CPU limit is stopped', { skip: linuxOnly }, async () => {
  const busy = ['-f', 'lavfi', '-i', 'testsrc2=s=1920x1080:d=600', '-vf', 'gblur=20', '-f', 'null', '-'];
  await assert.rejects(runner.ffmpeg({ cwd: folder, args: busy, cpuSeconds: 1 }), {
    code: 'core:media.timeout',
    params: { seconds: 1 },
  });
});

test('a run over its memory limit is refused as such', { skip: linuxOnly }, async () => {
  const small = await realRunner(folder, { memory: 700e6 });
  const large = [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=3840x2160:d=1',
    '-vf',
    'format=yuv444p',
    '-c:v',
    'libx264',
    '-preset',
    'medium',
    '-f',
    'null',
    '-',
  ];
  await assert.rejects(small.ffmpeg({ cwd: folder, args: large }), {
    code: 'core:media.memory',
    params: { megabytes: 668 },
  });
});

test('a full disk is told as such', { skip: linuxOnly }, async () => {
  await assert.rejects(
    runner.ffmpeg({
      cwd: folder,
      args: ['-y', '-f', 'lavfi', '-i', 'testsrc2=s=640x360:d=5', '-f', 'rawvideo', 'file:/dev/full'],
    }),
    { code: 'core:disk-full' },
  );
});

test('an input that reads like a URL or an option is a mistake, and nothing starts', async () => {
  for (const input of [
    'http://127.0.0.1/a.mp4',
    'concat:a|b',
    '-version',
    'subfile,,start,0,end,9,,:a',
    'data:text/plain,x',
  ]) {
    await assert.rejects(runner.ffmpeg({ cwd: folder, args: ['-i', input] }), { name: 'TypeError', message: /file:/ });
  }
});

test('a working folder that is not there is named', async () => {
  await assert.rejects(runner.ffprobe({ cwd: `${folder}/nowhere`, args: [] }), /working folder/);
});

test('the tool sees none of our environment', async () => {
  process.env.FFREPORT = 'file=report.log';
  try {
    await runner.ffmpeg({ cwd: folder, args: ['-f', 'lavfi', '-i', 'anullsrc=d=0.1', '-f', 'null', '-'] });
    assert.ok(!(await readdir(folder)).includes('report.log'));
  } finally {
    delete process.env.FFREPORT;
  }
});

test('the tool dies with a process that is killed', { skip: linuxOnly }, async () => {
  const script = fileURLToPath(new URL('../../fixtures/media/run-tool-forever.ts', import.meta.url));
  const parent = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await new Promise((resolve) => parent.stdout.once('data', resolve));
    const [tool = 0] = await children(parent.pid);
    assert.equal(await isAlive(tool), true);
    parent.kill('SIGKILL');
    await until(async () => !(await isAlive(tool)), 'the tool dies');
  } finally {
    parent.kill('SIGKILL');
  }
});
