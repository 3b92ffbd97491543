import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import type { Page } from 'playwright-core';

import { createMedia } from '#core/server/services/media/create-media.ts';
import { makeDemoMaterial } from '#plugins/mixing/server/demo/demo-material.ts';
import { createBrowserKit } from '#tests/e2e/browser-kit.ts';
import { siteOptions } from '#tests/e2e/site.ts';
import { projectOf, startMixSite, type MixSite } from '#tests/integration/mixing/mix-site.ts';

import { reportBench } from './bench-report.ts';

// The live preview in the editor's page in Chromium: until the first picture is painted, until another combination is,
// and pictures a second while it plays. Beside it the browser's own player with one of the clips.

const GROUPS = 6;
const CLIPS = 5;
const ROUNDS = Number(process.env['REELPORT_BENCH_ROUNDS'] ?? 4);
const SHUFFLES = 3 * ROUNDS;
const SECONDS = Number(process.env['REELPORT_BENCH_SECONDS'] ?? 6);
/** Times that the preview and the player play in turn: one of them alone meets the machine as it is just then. */
const PLAYS = ROUNDS;
const LIMIT = 500;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Notes when the editor's canvas was painted, the player's next frame shown, and a button pressed. */
const WATCH = `(() => {
  const marks = { editor: null, painted: [], shown: [], pressed: null };
  globalThis.rpMarks = marks;
  let isPending = false;
  const { prototype } = CanvasRenderingContext2D;
  const { drawImage } = prototype;
  prototype.drawImage = function (...args) {
    drawImage.apply(this, args);
    if (isPending || !this.canvas.isConnected) return;
    isPending = true;
    requestAnimationFrame(() => {
      isPending = false;
      const { port1, port2 } = new MessageChannel();
      // Heard after the frame was painted.
      port1.onmessage = () => marks.painted.push(performance.now());
      port2.postMessage(null);
    });
  };
  new MutationObserver((_, watcher) => {
    if (document.querySelector('.rp-ed-preview') === null) return;
    marks.editor = performance.now();
    watcher.disconnect();
  }).observe(document, { childList: true, subtree: true });
  addEventListener('pointerup', () => (marks.pressed = performance.now()), true);
  marks.answered = () => Math.max(0, ...performance.getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('/api/mixing/previews')).map(({ responseEnd }) => responseEnd));
  /** When a picture was painted that is of the last answer, which came after a moment. */
  marks.paintedAfter = async (moment) => {
    for (;;) {
      const answered = marks.answered();
      const at = answered > moment ? marks.painted.find((time) => time > answered) : undefined;
      if (at !== undefined) return { answered, at };
      await new Promise(requestAnimationFrame);
    }
  };
})()`;

/** Plays a file with the browser's own player; milliseconds to its first frame, and frames a second. */
const PLAY = (url: string) => `(async () => {
  const video = document.createElement('video');
  video.muted = true;
  video.style.height = '600px';
  const began = performance.now();
  const shown = [];
  const next = () => video.requestVideoFrameCallback((now) => {
    shown.push(performance.now());
    next();
  });
  next();
  video.loop = true;
  video.src = ${JSON.stringify(url)};
  document.body.replaceChildren(video);
  await video.play();
  await new Promise((resolve) => setTimeout(resolve, ${SECONDS} * 1000));
  video.remove();
  return { first: shown[0] - began, rate: (shown.length - 1) / ((shown.at(-1) - shown[0]) / 1000) };
})()`;

interface Painted {
  answered: number;
  at: number;
}

test('the live preview of a project', { timeout: 300_000 }, async () => {
  const site = await startMixSite({ after }, await siteOptions());
  const { server } = site;
  const { token, accountId } = await server.signIn({ level: 'level4' });
  const clips = await clipsOf(site, accountId);
  const groups = Array.from({ length: GROUPS }, (_, group) => clips.slice(group * CLIPS, (group + 1) * CLIPS));
  const document = projectOf(groups, { resolution: 720, shotSeconds: 3 });
  for (const group of document.groups) group.transition = { kind: 'fade', seconds: 0.5 };
  const project = (await server.call('POST', '/api/mixing/projects', { token, body: document })).envelope.data as {
    id: string;
  };
  const { url } = (await server.call('GET', `/api/materials/${clips[0]}`, { token })).envelope.data as { url: string };

  const browser = createBrowserKit({ after }, server.address, { measured: true });
  const open = async (): Promise<Page> => {
    const { page } = await browser.open({ token, language: 'en' });
    await page.addInitScript(WATCH);
    await page.goto(`${server.address}/mixedCut/edit/${project.id}`);
    return page;
  };

  const fromAnswer: number[] = [];
  const fromEditor: number[] = [];
  const fromOpening: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const page = await open();
    const { answered, at } = await page.evaluate<Painted>('rpMarks.paintedAfter(0)');
    const editor = await page.evaluate<number>('rpMarks.editor');
    if (round > 0) {
      fromAnswer.push(at - answered);
      fromEditor.push(at - editor);
      fromOpening.push(at);
    }
    await page.context().close();
  }

  const page = await open();
  await page.evaluate('rpMarks.paintedAfter(0)');
  const shuffle = page.locator('.rp-ed-preview__controls').getByRole('button', { name: 'Shuffle', exact: true });
  const shuffled: number[] = [];
  for (let index = 0; index < SHUFFLES; index++) {
    // What is prepared for playing the former one is over.
    await page.waitForTimeout(250);
    await shuffle.click();
    const pressed = await page.evaluate<number>('rpMarks.pressed');
    const { at } = await page.evaluate<Painted>(`rpMarks.paintedAfter(${pressed})`);
    shuffled.push(at - pressed);
  }
  const peer = (await browser.open({ token })).page;
  await peer.goto(`${server.address}/api/plugins`);
  const playing: { start: number; rate: number }[] = [];
  const plain: { first: number; rate: number }[] = [];
  for (let round = 0; round < PLAYS; round++) {
    await page.waitForTimeout(1000);
    playing.push(await play(page));
    plain.push(await peer.evaluate<{ first: number; rate: number }>(PLAY(url)));
    await shuffle.click();
    const pressed = await page.evaluate<number>('rpMarks.pressed');
    await page.evaluate(`rpMarks.paintedAfter(${pressed})`);
  }
  await page.context().close();
  const shares = playing.map(({ rate }, round) => rate / (plain[round]?.rate ?? 0));
  /** Of an even number of rounds the lower middle one, as of times the higher. */
  const middle = (rates: readonly number[]) => -median(rates.map((rate) => -rate));
  const rateOf = (rounds: readonly { rate: number }[]): [string, string] => {
    const rates = rounds.map(({ rate }) => rate);
    return [middle(rates).toFixed(1), Math.min(...rates).toFixed(1)];
  };

  const times = (name: string, milliseconds: readonly number[], limit: number | null): (string | number)[] => [
    ...[name, `${Math.round(median(milliseconds))} ms`, `${Math.round(Math.max(...milliseconds))} ms`],
    limit === null ? '' : `${(median(milliseconds) / limit).toFixed(2)} of ${limit} ms`,
  ];
  reportBench({
    name: 'preview',
    title: `The live preview of ${GROUPS} groups × ${CLIPS} clips at 720p`,
    columns: ['measure', 'median', 'worst', 'share of the limit'],
    rows: [
      times('combination known to first picture', fromAnswer, LIMIT),
      times('editor drawn to first picture', fromEditor, LIMIT),
      times('address opened to first picture', fromOpening, null),
      times('another combination, from the press', shuffled, LIMIT),
      times(
        'play pressed to the second picture',
        playing.map(({ start }) => start),
        null,
      ),
      ['pictures a second while playing', ...rateOf(playing), `${middle(shares).toFixed(2)} of the player’s`],
      times('the browser’s player: address to first picture', [plain[0]?.first ?? 0], null),
      ['the browser’s player: pictures a second', ...rateOf(plain), ''],
    ],
    notes: [
      `Chromium without a graphics card, decoding in software; ${fromAnswer.length} openings without a cache, ${shuffled.length} shuffles, ${PLAYS} times ${SECONDS} s of playing, each another combination and in turn with the player; clips of 3 to 6 s in several ratios, a fade in every joint.`,
      'The combination is known before the editor is drawn, which its picture waits for. The address is opened without a cache: the workbench itself starts, too. Pressing for another combination includes the server’s answer. A time ends when the frame was painted.',
      'The player shows one clip of the project as it is, without another one, a fade or a mixed sound.',
    ],
    limits: [
      { what: 'time from the combination to the first picture', unit: 'ms', rounds: fromAnswer, atMost: LIMIT },
      { what: 'time from the editor to the first picture', unit: 'ms', rounds: fromEditor, atMost: LIMIT },
      { what: 'time from the press to another combination', unit: 'ms', rounds: shuffled, atMost: LIMIT },
      {
        what: 'pictures a second, against the player',
        unit: 'times',
        rounds: shares,
        atLeast: 0.9,
      },
    ],
  });
});

/** Plays what is seen for a while. */
async function play(page: Page): Promise<{ start: number; rate: number }> {
  await page.getByRole('button', { name: 'Play', exact: true }).first().click();
  const measured = await page.evaluate<{ start: number; rate: number }>(`(async () => {
    const { pressed } = rpMarks;
    while (rpMarks.painted.filter((time) => time > pressed).length < 2) await new Promise(requestAnimationFrame);
    const [, second] = rpMarks.painted.filter((time) => time > pressed);
    await new Promise((resolve) => setTimeout(resolve, ${SECONDS} * 1000));
    const shown = rpMarks.painted.filter((time) => time >= second);
    return { start: second - pressed, rate: (shown.length - 1) / ((shown.at(-1) - shown[0]) / 1000) };
  })()`);
  await page.getByRole('button', { name: 'Pause', exact: true }).first().click();
  return measured;
}

/** Clips that were drawn once, in the account's library as they are after an upload. */
async function clipsOf(site: MixSite, accountId: string): Promise<string[]> {
  const folder = join(fileURLToPath(new URL('../..', import.meta.url)), '.cache', 'bench', 'preview-clips-1');
  if (!existsSync(folder)) {
    const draft = `${folder}.part`;
    const work = await mkdtemp(join(tmpdir(), 'reelport-preview-bench-'));
    const media = await createMedia({ folder: work });
    try {
      await rm(draft, { recursive: true, force: true });
      await mkdir(draft, { recursive: true });
      await makeDemoMaterial(media.runner, draft, {
        groups: GROUPS,
        clips: CLIPS,
        sides: [720],
        grain: 9,
        seconds: [3.2, 5.9],
      });
      await rename(draft, folder);
    } finally {
      await media.close();
      await rm(work, { recursive: true, force: true });
    }
  }
  const ids: string[] = [];
  for (const group of (await readdir(folder)).toSorted()) {
    for (const clip of (await readdir(join(folder, group))).toSorted()) {
      ids.push(await site.adopt(accountId, join(folder, group, clip)));
    }
  }
  const worker = await site.work();
  await site.allPrepared(accountId);
  await worker.close();
  return ids;
}
