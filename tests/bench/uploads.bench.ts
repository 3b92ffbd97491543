import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { chromium, type Page } from 'playwright-core';

import { buildSession } from '#core/server/testing/build-account.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';
import { requireChromium } from '#tests/e2e/launch-chromium.ts';
import { serviceOfPage } from '#tests/e2e/kernel-of-page.ts';

import { reportBench } from './bench-report.ts';

// One large file from Chromium through the resumable uploads, and the same file by the plainest PUT to the same kind
// of server: what resuming, locks, rows and the one transaction at the end cost, and what memory the server takes.

const MEGABYTE = 1024 * 1024;
const SIZE = Number(process.env['REELPORT_BENCH_MEGABYTES'] ?? 1024) * MEGABYTE;
const ROUNDS = Number(process.env['REELPORT_BENCH_ROUNDS'] ?? 5);
const LIMIT_RATIO = 1.3;
const LIMIT_GROWTH_MB = 100;
const MP4_HEAD = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');

interface Round {
  seconds: number;
  /** Megabytes. */
  peak: number;
  /** Seconds of the server's processor time. */
  processor: number;
}

const least = (values: number[]) => Math.min(...values);
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const scope: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const end of scope.reverse()) await end();
});
const db = await testDatabase({ after: (end) => void scope.push(end) });
const folder = await mkdtemp(join(tmpdir(), 'reelport-upload-bench-'));
scope.push(() => rm(folder, { recursive: true, force: true }));

const server = spawn(process.execPath, [fileURLToPath(new URL('./upload-server.ts', import.meta.url))], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, DATA_DIR: join(folder, 'data'), DATABASE_URL: db.connectionString },
});
scope.push(async () => {
  server.kill('SIGKILL');
  await once(server, 'exit');
});
const [printed] = (await once(server.stdout, 'data')) as [Buffer];
const [address = '', plain = ''] = printed.toString().trim().split(' ');

/** Megabytes that the server has in memory. */
function resident(): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** Seconds that the server has computed so far. */
function computed(): number {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  // User and system time, in hundredths on every Linux.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function measured(work: () => Promise<void>): Promise<Round> {
  let peak = resident();
  const processor = computed();
  const watch = setInterval(() => (peak = Math.max(peak, resident())), 50);
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  clearInterval(watch);
  return { seconds, peak, processor: computed() - processor };
}

/** A file of other bytes each time, or the second one would not be stored. */
async function drawFile(path: string): Promise<void> {
  const file = await open(path, 'r+').catch(() => open(path, 'w+'));
  if ((await file.stat()).size < SIZE) {
    const block = randomBytes(8 * MEGABYTE);
    for (let at = 0; at < SIZE; at += block.length) await file.write(block, 0, block.length, at);
  }
  await file.write(Buffer.concat([MP4_HEAD, randomBytes(64)]), 0, MP4_HEAD.length + 64, 0);
  await file.close();
}

async function choose(page: Page, path: string): Promise<void> {
  await page.evaluate(`document.getElementById('bench')?.remove();
    document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'bench' }))`);
  await page.setInputFiles('#bench', path);
}
const FILE = `document.getElementById('bench').files[0]`;
const PUT = `new Promise((done, fail) => {
  const request = new XMLHttpRequest();
  request.open('PUT', '/plain');
  request.onload = () => done(JSON.parse(request.responseText).hash);
  request.onerror = fail;
  request.upload.onprogress = () => undefined;
  request.send(${FILE});
})`;
const UPLOAD = `(() => {
  const uploads = ${serviceOfPage('uploads')};
  const [item] = uploads.add([${FILE}], { url: '/api/uploads/berth/hull', resumable: true });
  return uploads.finished(item).then(({ hash }) => hash);
})()`;

test('a gigabyte from the browser', { timeout: 600_000 }, async () => {
  const { token } = await buildSession(db, { level: 'level4' });
  const browser = await chromium.launch({
    executablePath: requireChromium({ whole: true }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  scope.push(() => browser.close());
  const context = await browser.newContext();
  const stored = { access_token: token, expires_in: 3600, expireTime: Date.now() + 3_600_000 };
  await context.addCookies([{ name: 'user-token', value: encodeURIComponent(JSON.stringify(stored)), url: address }]);
  const ours = await context.newPage();
  await ours.goto(`${address}/workbench`);
  await ours.locator('main h1, main h2').first().waitFor();
  const theirs = await context.newPage();
  await theirs.goto(plain);

  const path = join(folder, 'large.mp4');
  const rounds = { ours: [] as Round[], theirs: [] as Round[] };
  const before = resident();
  // In turn, so that whatever else the machine does falls on both; the first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const which of round % 2 === 0 ? (['theirs', 'ours'] as const) : (['ours', 'theirs'] as const)) {
      await drawFile(path);
      const page = which === 'ours' ? ours : theirs;
      await choose(page, path);
      let hash: unknown;
      const measure = await measured(async () => {
        hash = await page.evaluate(which === 'ours' ? UPLOAD : PUT);
      });
      assert.match(String(hash), /^[0-9a-f]{64}$/);
      if (round > 0) rounds[which].push(measure);
    }
  }
  // Whatever else the machine does only adds, so the best round of each says most.
  const best = (which: keyof typeof rounds) => least(rounds[which].map(({ seconds }) => seconds));
  const ratio = best('ours') / best('theirs');
  const row = (name: string, which: keyof typeof rounds, last: string): (string | number)[] => [
    ...[name, best(which).toFixed(2), median(rounds[which].map(({ seconds }) => seconds)).toFixed(2)],
    Math.round(SIZE / MEGABYTE / best(which)),
    median(rounds[which].map(({ processor }) => processor)).toFixed(2),
    ...[Math.round(Math.max(...rounds[which].map(({ peak }) => peak))), last],
  ];
  reportBench({
    name: 'uploads',
    title: 'One gigabyte from the browser',
    columns: [
      ...['way', 'seconds, best', 'seconds, median', 'MB/s, best', 'processor seconds of the server, median'],
      ...['server memory at most, MB', `of the limit of ${LIMIT_RATIO} times`],
    ],
    rows: [
      row('plain PUT, hashed', 'theirs', ''),
      row('resumable upload', 'ours', `${ratio.toFixed(2)} times: ${(ratio / LIMIT_RATIO).toFixed(2)}`),
    ],
    notes: [
      `Chromium to the same server stack on one machine, ${ROUNDS} rounds in turn after one to warm up; both hash while the bytes come in and end with fsync.`,
      `The server had ${Math.round(before)} MB in memory before the first byte.`,
    ],
    limits: [
      { what: 'best upload, against the best plain PUT', unit: 'times', rounds: [ratio], atMost: LIMIT_RATIO },
      {
        what: 'memory that uploads add to the server',
        unit: 'MB',
        rounds: rounds.ours.map(({ peak }) => peak - before),
        by: 'most',
        atMost: LIMIT_GROWTH_MB,
      },
    ],
  });
});
