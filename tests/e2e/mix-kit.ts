import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, createReadStream, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { CDPSession, Locator, Page } from 'playwright-core';
import sharp from 'sharp';

import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';
import { compose } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { drawOnce } from '#tests/draw-once.ts';
import type { TestServer } from '#tests/integration/http/test-server.ts';
import { until } from '#tests/until.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';

import type { Seat } from './browser-kit.ts';
import { startSite, type SiteOptions } from './site.ts';

/** Words that the names of clips begin with: each is a shot group. */
export const SCENES = ['dawn', 'noon', 'dusk', 'night'] as const;

const MAIN = fileURLToPath(import.meta.resolve('#host/server/main.ts'));

/** A whole site with a worker, and clips to mix. */
export interface MixingSite {
  server: TestServer;
  /** A folder for files of the test. */
  folder: string;
  /** Puts files into an account's library, as they are after an upload, and waits until all are prepared. */
  stock(accountId: string, paths: readonly string[]): Promise<string[]>;
  /** Ends the worker, as an operator would. */
  endWorker(): Promise<void>;
}

/** @param options.ownWorker the worker is a process of its own, as an operator would start it */
export async function startMixingSite(
  outer: TestScope,
  { ownWorker = false, ...options }: SiteOptions & { ownWorker?: boolean } = {},
): Promise<MixingSite> {
  const scope = lastFirst(outer);
  const server = await startSite(scope, options);
  const { ctx } = server.composed;
  const folder = await mkdtemp(join(tmpdir(), 'reelport-e2e-mix-'));
  scope.after(() => rm(folder, { recursive: true, force: true }));
  const environment = { DATA_DIR: server.dataDir, DATABASE_URL: ctx.db.connectionString, WORKER_SLOTS: '2' };
  let endWorker: () => Promise<void>;
  if (ownWorker) {
    const worker = startWorkerProcess(environment);
    endWorker = () => endWorkerProcess(worker);
  } else {
    const plugins = [...(await discoverPlugins()), ...(options.beside ?? [])];
    const worker = await compose(readConfiguration(environment), 'worker', { concurrency: 2, plugins, log: testLog });
    endWorker = () => worker.close();
  }
  scope.after(endWorker);
  return {
    server,
    folder,
    endWorker,
    async stock(accountId, paths) {
      const ids: string[] = [];
      for (const path of paths) {
        const name = basename(path);
        const kind = /\.(wav|mp3)$/.test(name) ? 'music' : /\.(png|jpg)$/.test(name) ? 'image' : 'video';
        const { id } = await ctx.files.add(accountId, createReadStream(path), { name, maxSize: 1e9 });
        ids.push(await ctx.db.transaction((tx) => libraryOf(ctx).adopt(tx, accountId, { id, name }, { kind })));
      }
      await until(async () => {
        const left = await ctx.db.pool.query(
          `select 1 from materials_items where account_id = $1 and state = 'preparing'`,
          [accountId],
        );
        return left.rowCount === 0;
      }, 'all materials are prepared');
      return ids;
    },
  };
}

function startWorkerProcess(environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [MAIN, 'worker'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...environment, LOG_LEVEL: 'fatal' },
  });
}

async function endWorkerProcess(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  worker.kill('SIGTERM');
  await once(worker, 'exit');
}

const SHAPES = ['270x480', '480x270', '360x360', '300x400'];

/** Draws `clips` clips for each scene: of several ratios and rates, with and without sound, of no footage in common. */
export function drawMixedClips(
  folder: string,
  { clips = 3, seconds = 3.2, scenes = 4, seed = 1, ballast = 0 } = {},
): string[] {
  mkdirSync(folder, { recursive: true });
  return SCENES.slice(0, scenes).flatMap((scene, group) =>
    Array.from({ length: clips }, (_, clip) => {
      const path = join(folder, `${scene}-${clip + 1}.mp4`);
      const number = seed * 100 + group * 10 + clip;
      drawClip(path, number, seconds, {
        shape: SHAPES[number % SHAPES.length],
        rate: number % 3 === 0 ? 25 : 30,
        sound: clip !== 0,
        ballast,
      });
      return path;
    }),
  );
}

/** Draws a clip whose two halves look like nothing else. With `ballast` it is so many bytes larger. */
export function drawClip(
  path: string,
  seed: number,
  seconds: number,
  { shape = '270x480', rate = 30, sound = true, ballast = 0 } = {},
): void {
  const half = (part: number): string =>
    `color=gray:size=12x12:rate=${rate}:duration=${seconds / 2},noise=alls=100:all_seed=${(seed * 2 + part) * 7919},` +
    `scale=${shape}:flags=neighbor,setsar=1`;
  drawOnce(path, [
    ...['-f', 'lavfi', '-i', `${half(0)}[a];${half(1)}[b];[a][b]concat=n=2,format=yuv420p`],
    ...(sound ? ['-f', 'lavfi', '-i', `sine=frequency=${200 + seed * 7}:duration=${seconds}`, '-c:a', 'aac'] : []),
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-shortest'],
  ]);
  if (ballast === 0) return;
  // A box that every reader skips.
  const box = randomBytes(ballast);
  box.writeUInt32BE(ballast, 0);
  box.write('free', 4, 'latin1');
  appendFileSync(path, box);
}

/** Drops files onto a place of the page, as from the desktop. */
export async function dropFiles(page: Page, place: string, paths: readonly string[]): Promise<void> {
  const field = '<input id="e2e-files" type="file" multiple hidden>';
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '${field}')`);
  await page.setInputFiles('#e2e-files', [...paths]);
  await page.evaluate(`(() => {
    const field = document.querySelector('#e2e-files');
    const dataTransfer = new DataTransfer();
    for (const file of field.files) dataTransfer.items.add(file);
    field.remove();
    for (const name of ['dragenter', 'dragover', 'drop'])
      document.querySelector('${place}')
        .dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
  })()`);
}

/** How fast a page sends, in kilobytes a second; 0 for as fast as it can. */
export async function sendBy(seat: Seat, kilobytes: number | 'offline'): Promise<void> {
  const session = sessions.get(seat.page) ?? (await seat.context.newCDPSession(seat.page));
  sessions.set(seat.page, session);
  const offline = kilobytes === 'offline';
  const uploadThroughput = offline || kilobytes === 0 ? -1 : kilobytes * 1024;
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline, latency: 0, downloadThroughput: -1, uploadThroughput },
  });
}

const sessions = new WeakMap<Page, CDPSession>();

/** What a place of the page shows, as 16 × 16 grey values, and how much they differ from each other. */
export async function seenOf(place: Locator): Promise<{ grey: Buffer; contrast: number }> {
  const picture = sharp(await place.screenshot()).greyscale();
  const [channel] = (await picture.clone().stats()).channels;
  const grey = await picture.resize(16, 16, { fit: 'fill' }).raw().toBuffer();
  return { grey, contrast: channel?.stdev ?? 0 };
}

/** Whether two pictures of {@link seenOf} are of different things. */
export function differ(a: Buffer, b: Buffer): boolean {
  let sum = 0;
  for (const [index, value] of a.entries()) sum += Math.abs(value - (b[index] ?? 0));
  return sum / a.length > 8;
}

/** What streams a video has, as ffprobe reads it; every frame is decoded. */
export function probe(path: string): { codec: string; width: number; height: number; seconds: number; sound: boolean } {
  // Counting the frames decodes them.
  const read = spawnSync('ffprobe', [
    ...['-v', 'error', '-count_frames', '-of', 'json'],
    ...['-show_entries', 'stream=codec_type,codec_name,width,height,nb_read_frames:format=duration', path],
  ]);
  const faults = String(read.stderr);
  if (faults !== '') throw new Error(`${path}: ${faults}`);
  const { streams, format } = JSON.parse(String(read.stdout)) as {
    streams: { codec_type: string; codec_name: string; width: number; height: number }[];
    format: { duration: string };
  };
  const video = streams.find(({ codec_type: type }) => type === 'video');
  return {
    codec: video?.codec_name ?? '',
    width: video?.width ?? 0,
    height: video?.height ?? 0,
    seconds: Number(format.duration),
    sound: streams.some(({ codec_type: type }) => type === 'audio'),
  };
}

/** The id in the address of a run’s page, once the browser is there; of another one than `than`. */
export async function arriveAtRun(page: Page, than?: string): Promise<string> {
  const idOf = ({ pathname }: URL): string | undefined => /^\/mixedCut\/run\/([^/]+)$/.exec(pathname)?.[1];
  await page.waitForURL((url) => idOf(url) !== undefined && idOf(url) !== than, { timeout: 60_000 });
  return idOf(new URL(page.url())) ?? '';
}
