import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import type { Page } from 'playwright-core';

import { createBrowserKit } from '#tests/e2e/browser-kit.ts';
import { startSite } from '#tests/e2e/site.ts';
import type { TestServer } from '#tests/integration/http/test-server.ts';

import { startBarePage } from './bare-scroll-page.ts';
import { reportBench } from './bench-report.ts';
import { FRAME, heapOf, measureScroll, type Scrolled } from './measure-scroll.ts';

// The page of a large library in Chromium: until its pictures are seen, and while it is scrolled by the wheel. Beside
// it a page that scrolls as many plain coloured tiles by the same virtual list, which shows what the machine can do.

const MATERIALS = Number(process.env['REELPORT_BENCH_MATERIALS'] ?? 10_000);
const SECONDS = Number(process.env['REELPORT_BENCH_SECONDS'] ?? 6);
const ROUNDS = Number(process.env['REELPORT_BENCH_ROUNDS'] ?? 5);
/** How often each page is scrolled, in turn. */
const SCROLLS = 3;
/** Posters whose bytes differ, so that each is fetched and decoded. */
const POSTERS = Math.min(MATERIALS, 1500);
/** Pixels a second: somebody who leafs through quickly. */
const SPEED = 2400;
/** Milliseconds to the first screen. */
const LIMIT_OPENED = 1500;
/** Sixty frames a second, as far as a clock of tenths can say. */
const LIMIT_FRAME = 16.8;
/** Milliseconds after which a page feels stuck. */
const LIMIT_TASK = 200;
/** A frame that took longer was late for its display. */
const LATE = 1.5 * FRAME;
/** Percent of the frames that may be late beyond those that are on the plain page: as far as two scrolls of it differ. */
const LIMIT_LATE = 1;

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Notes in the document when every tile that is seen has its picture painted. */
const SEEN = `(() => {
  const look = async () => {
    const view = document.querySelector('.rp-view')?.getBoundingClientRect();
    const tiles = [...document.querySelectorAll('.rp-tile')].filter((tile) => {
      const { top, bottom } = tile.getBoundingClientRect();
      return bottom > view.top && top < view.bottom;
    });
    const pictures = tiles.map((tile) => tile.querySelector('img'));
    if (tiles.length === 0 || !pictures.every((picture) => picture?.complete && picture.naturalWidth > 0)) {
      requestAnimationFrame(look);
      return;
    }
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
    requestAnimationFrame(() => setTimeout(() => (document.documentElement.dataset.seenAt = performance.now())));
  };
  addEventListener('DOMContentLoaded', () => requestAnimationFrame(look));
})()`;

test(`the library page with ${MATERIALS} materials`, { timeout: 300_000 }, async () => {
  const server = await startSite({ after });
  const { token, accountId } = await server.signIn({ level: 'level4' });
  await fillLibrary(server, accountId);
  const browser = createBrowserKit({ after }, server.address, { measured: true });
  const bare = await startBarePage({ after });

  const opened: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const seat = await browser.open({ token });
    await seat.context.addInitScript(SEEN);
    await seat.page.goto(`${server.address}/material/list`);
    const seen = seat.page.locator('html[data-seen-at]');
    await seen.waitFor();
    if (round > 0 || ROUNDS === 1) opened.push(Number(await seen.getAttribute('data-seen-at')));
    await seat.close();
  }

  const { page } = await browser.open({ token });
  await page.goto(`${server.address}/material/list`);
  await page.locator('.rp-tile img').first().waitFor();
  const grid = await gridOf(page);
  const other = (await browser.open()).page;
  await other.goto(bare(grid));
  await other.locator('.tile').first().waitFor();

  const wheel = { seconds: SECONDS, speed: SPEED };
  const plain: Measured[] = [];
  const fromTop: Measured[] = [];
  const inAll: Measured[] = [];
  const scrollPlain = async (): Promise<void> => {
    await other.evaluate(`document.querySelector('#scroller').scrollTop = 0`);
    plain.push(await measured(other, '#scroller', wheel));
  };
  for (let round = 0; round < SCROLLS; round++) {
    await scrollPlain();
    await page.reload();
    await page.locator('.rp-tile img').first().waitFor();
    fromTop.push(await measured(page, '.rp-view', wheel));
  }
  const readFor = await readToEnd(page);
  for (let round = 0; round < SCROLLS; round++) {
    await scrollPlain();
    // Each time where no picture was seen yet.
    await page.evaluate(
      `document.querySelector('.rp-view').scrollTop = ${0.4 + 0.15 * round} * document.querySelector('.rp-view').scrollHeight`,
    );
    inAll.push(await measured(page, '.rp-view', wheel));
  }

  reportBench({
    name: 'library-page',
    title: `The library page with ${MATERIALS.toLocaleString('en')} materials, scrolled by the wheel`,
    columns: [
      ...['page', 'frame ms, median', 'frame ms, p95', 'late frames', 'long tasks ms', 'longest ms', 'pixels a second'],
      ...['elements', 'heap MB before', 'heap MB after', 'of the limit of 16.7 ms'],
    ],
    rows: [
      row('plain coloured tiles', plain),
      row('library, read on the way', fromTop),
      row('library, all of it read', inAll),
    ],
    notes: [
      `First screen: all ${Math.ceil(grid.height / grid.rowHeight) * grid.columns} pictures that are seen are painted ${Math.round(at(opened, 0.5))} ms after the address was opened, at worst ${Math.round(Math.max(...opened))} ms; Chromium without a cache, logged in, ${opened.length} rounds.`,
      `The wheel turns ${SCROLLS} times ${SECONDS} s at ${SPEED} pixels a second, in turn with the plain tiles, over a page of 1440 × 900; a late frame took more than ${LATE.toFixed(0)} ms. Chromium draws without a graphics card here, on the same cores as everything else.`,
      `Both pages show ${grid.columns} tiles a row and keep as many rows by the same virtual list; the ${POSTERS.toLocaleString('en')} posters of the library, each with its thumbnail, differ in their bytes.`,
      `The library reads 120 materials at a time when its end is reached; to read all of them by jumping to the end took ${readFor.toFixed(1)} s.`,
    ],
    limits: [
      { what: 'time to the first screen', unit: 'ms', rounds: opened, atMost: LIMIT_OPENED },
      ...[fromTop, inAll].flatMap((scrolls, index) => {
        const which = index === 0 ? 'read on the way' : 'all of it read';
        const { frames, tasks } = together(scrolls);
        return [
          {
            what: `late frames beyond those of plain tiles, ${which}`,
            unit: '%',
            // Of two scrolls one after the other.
            rounds: scrolls.map(
              (scrolled, round) => 100 * (lateOf(scrolled) - lateOf(plain[index * SCROLLS + round] ?? scrolled)),
            ),
            atMost: LIMIT_LATE,
          },
          { what: `a frame, ${which}`, unit: 'ms', rounds: frames, atMost: LIMIT_FRAME },
          {
            what: `longest task, ${which}`,
            unit: 'ms',
            rounds: [0, ...tasks],
            by: 'most' as const,
            atMost: LIMIT_TASK,
          },
        ];
      }),
    ],
  });
});

interface Measured extends Scrolled {
  before: number;
  after: number;
}

async function measured(page: Page, selector: string, wheel: { seconds: number; speed: number }): Promise<Measured> {
  await page.bringToFront();
  const before = await heapOf(page);
  const scrolled = await measureScroll(page, selector, wheel);
  return { ...scrolled, before, after: await heapOf(page) };
}

/** The share of the frames that were late. */
function lateOf({ frames }: Pick<Measured, 'frames'>): number {
  return frames.filter((milliseconds) => milliseconds > LATE).length / Math.max(1, frames.length);
}

/** Several scrolls of a page as one. */
function together(scrolls: readonly Measured[]): Measured {
  const [first, last] = [scrolls[0], scrolls.at(-1)];
  return {
    frames: scrolls.flatMap(({ frames }) => frames),
    tasks: scrolls.flatMap(({ tasks }) => tasks),
    pixels: sum(scrolls.map(({ pixels }) => pixels)),
    elements: Math.max(...scrolls.map(({ elements }) => elements)),
    before: first?.before ?? 0,
    after: last?.after ?? 0,
  };
}

function row(name: string, scrolls: readonly Measured[]): (string | number)[] {
  const { frames, tasks, elements, pixels, before, after: later } = together(scrolls);
  const median = at(frames, 0.5);
  return [
    ...[name, median.toFixed(1), at(frames, 0.95).toFixed(1), `${(lateOf({ frames }) * 100).toFixed(1)} %`],
    ...[Math.round(sum(tasks)), Math.round(Math.max(0, ...tasks)), Math.round(pixels / (sum(frames) / 1000))],
    ...[elements, before.toFixed(1), later.toFixed(1), (median / FRAME).toFixed(2)],
  ];
}

/** How the library's page has laid out its tiles. */
async function gridOf(page: Page) {
  return await page.evaluate<Parameters<Awaited<ReturnType<typeof startBarePage>>>[0]>(`(() => {
    const { clientWidth: width, clientHeight: height } = document.querySelector('.rp-view');
    const [first, second] = document.querySelectorAll('.rp-view__row');
    const tops = [first, second].map((row) => row.getBoundingClientRect().top);
    const rowHeight = tops[1] - tops[0];
    const columns = first.querySelectorAll('.rp-tile').length;
    const gap = rowHeight - first.getBoundingClientRect().height;
    const overscan = Math.ceil(Math.ceil(height / rowHeight) * 0.3);
    return { count: ${MATERIALS}, columns, rowHeight, gap, overscan, width, height };
  })()`);
}

/** Jumps to the end until nothing follows. @returns seconds */
async function readToEnd(page: Page): Promise<number> {
  const milliseconds = await page.evaluate<number>(`new Promise((resolve) => {
    const began = performance.now();
    const view = document.querySelector('.rp-view');
    const step = () => {
      if (document.querySelector('.rp-view__grid').getAttribute('aria-rowcount') !== '-1') {
        resolve(performance.now() - began);
        return;
      }
      view.scrollTop = view.scrollHeight;
      requestAnimationFrame(step);
    };
    step();
  })`);
  return milliseconds / 1000;
}

/** Materials whose posters and sheets are real files. */
async function fillLibrary(server: TestServer, accountId: string): Promise<void> {
  const { ctx } = server.composed;
  const folder = await mkdtemp(join(tmpdir(), 'reelport-library-bench-'));
  try {
    const large = await storePictures(folder, 'poster', 'testsrc2=size=480x854:rate=5:duration=4', POSTERS);
    const small = await storePictures(folder, 'thumbnail', 'testsrc2=size=256x256:rate=5:duration=4', POSTERS);
    const posters = large.map((poster, index) => ({ ...poster, thumbnail: small[index] }));
    const [sprite] = await storePictures(folder, 'sprite', 'testsrc2=size=160x284:rate=1:duration=60,tile=10x6', 1);
    const client = await ctx.db.pool.connect();
    await client.query(
      `create temporary table bench_rows as
       select row, gen_random_uuid() as id, md5(row::text) || md5('x' || row) as hash from generate_series(1, $1::int) as row`,
      [MATERIALS],
    );
    await client.query('insert into core_blobs (hash, size) select hash, 1000 + row from bench_rows');
    await client.query(
      `insert into core_files (id, account_id, hash, size, name, type)
       select id, $1::uuid, hash, 1000 + row, 'clip.mp4', 'video/mp4' from bench_rows`,
      [accountId],
    );
    await client.query(
      `insert into materials_items (id, account_id, kind, name, search, order_key, hash, size, type, seconds, width, height,
         state, split, mix_count, mixed_at, poster, sprite, created_at)
       select id, $1::uuid, 'video', '夏季新品 clip ' || row || '.mp4', 'clip ' || row, lpad(row::text, 8, '0'), hash,
         1000 + row, 'video/mp4', (row % 600) / 10.0 + 1, 1080, 1920, 'ready', 'none', row % 7, null,
         ($2::jsonb)->(row % jsonb_array_length($2::jsonb)), $3::jsonb, now() - row * interval '10 seconds'
       from bench_rows`,
      [accountId, JSON.stringify(posters), JSON.stringify({ ...sprite, ...SHEET })],
    );
    await client.query('analyze');
    client.release();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }

  async function storePictures(into: string, name: string, source: string, count: number) {
    const drawing = spawnSync('ffmpeg', [
      ...['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', `${source},noise=alls=12:allf=t`, '-q:v', '3'],
      join(into, `${name}-%d.jpg`),
    ]);
    if (drawing.status !== 0) throw new Error(`ffmpeg could not draw pictures: ${String(drawing.stderr)}`);
    const drawn = (await readdir(into))
      .filter((file) => file.startsWith(name))
      .map((file) => readFileSync(join(into, file)));
    return await ctx.db.transaction(async (tx) => {
      const stored: { fileId: string; hash: string; type: string }[] = [];
      for (let index = 0; index < count; index++) {
        const path = join(into, 'one');
        await writeFile(path, withComment(drawn[index % drawn.length] ?? Buffer.alloc(0), `${name} ${index}`));
        const options = { name: `${name}.jpg`, type: 'image/jpeg', derived: true };
        const { id: fileId, hash } = await ctx.files.addLocal(tx, accountId, path, options);
        stored.push({ fileId, hash, type: 'image/jpeg' });
      }
      return stored;
    });
  }
}

const SHEET = { columns: 10, rows: 6, width: 160, height: 284, count: 60, secondsEach: 0.25 };

/** The same JPEG with another comment: other bytes, another address, the same work to decode. */
function withComment(jpeg: Buffer, text: string): Buffer {
  const comment = Buffer.from(text);
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
}
