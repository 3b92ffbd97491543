import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import type { Browser } from 'playwright-core';

import { temporaryFolder } from '../integration/media/media-kit.ts';
import { certificateOf, runMix } from '../integration/mixing/mix-command.ts';
import { drawSmallClips } from '../integration/mixing/small-clips.ts';
import { sharedMediaCache } from '../shared-media-cache.ts';
import { launchChromium } from './launch-chromium.ts';

const FLAGS = [
  ...['--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--autoplay-policy=no-user-gesture-required'],
];

interface Played {
  end: string;
  at: number;
  duration: number;
  width: number;
  height: number;
  corrupted: number;
  total: number;
  dropped: number;
}

// Run by the page, whose names this program does not know.
const PLAY = `async (url) => {
  const video = document.querySelector('video');
  const ended = new Promise((resolve) => {
    video.addEventListener('ended', () => resolve('ended'), { once: true });
    video.addEventListener('error', () => resolve('error ' + video.error?.message), { once: true });
  });
  video.src = url;
  video.playbackRate = 4;
  await video.play();
  const end = await ended;
  const quality = video.getVideoPlaybackQuality();
  return {
    end,
    at: video.currentTime,
    duration: video.duration,
    width: video.videoWidth,
    height: video.videoHeight,
    corrupted: quality.corruptedVideoFrames,
    total: quality.totalVideoFrames,
    dropped: quality.droppedVideoFrames,
  };
}`;

const PLAY_ALL = `async () => {
  const players = [...document.querySelectorAll('video')];
  for (const player of players) {
    player.muted = true;
    await player.play();
  }
  return players.map((player) => [player.error, player.duration > 0]);
}`;

let folder: string;
let server: Server | undefined;
let browser: Browser | undefined;
before(async () => {
  folder = await temporaryFolder();
  const clips = join(folder, 'clips');
  drawSmallClips(clips, 3, 2);
  for (const [out, ...words] of [['cut'], ['fade', '--transition', 'fade']] as const) {
    // A height that is no multiple of 16 is more than players show.
    const run = await runMix([clips, '--out', join(folder, out), '--count', '2', '--ratio', '9:16', ...words], {
      cache: sharedMediaCache(join(folder, 'cache')),
    });
    assert.equal(run.code, 0, run.stderr);
  }
  server = createServer(
    (request, response) => void serve(join(folder, request.url ?? ''), request.headers.range, response),
  );
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  browser = await launchChromium(FLAGS);
});
after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

async function serve(path: string, range: string | undefined, response: ServerResponse): Promise<void> {
  if (!path.endsWith('.mp4')) {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><video muted></video>');
    return;
  }
  const { size } = await stat(path);
  const [start = 0, end = size - 1] = (/bytes=(\d+)-(\d*)/.exec(range ?? '')?.slice(1) ?? [])
    .filter((part) => part !== '')
    .map(Number);
  response.writeHead(range === undefined ? 200 : 206, {
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(range === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${size}` }),
  });
  createReadStream(path, { start, end })
    .on('error', () => response.destroy())
    .pipe(response);
}

for (const out of ['cut', 'fade']) {
  test(`a video (${out}) plays to its end in a browser`, async () => {
    assert.ok(browser !== undefined && server !== undefined);
    const page = await browser.newPage();
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`);
    for (const { file, seconds } of certificateOf(join(folder, out)).outputs) {
      const played = await page.evaluate<Played>(`(${PLAY})('/${out}/${file}')`);
      assert.equal(played.end, 'ended', JSON.stringify(played));
      assert.deepEqual([played.width, played.height, played.corrupted], [480, 854, 0]);
      assert.ok(
        Math.abs(played.at - played.duration) < 0.05 && Math.abs(played.duration - seconds) < 0.05,
        JSON.stringify(played),
      );
      assert.ok(played.total > 0 && played.dropped < played.total, JSON.stringify(played));
    }
    await page.close();
  });
}

test('the certificate opens from disk, in both languages, without an error, and its players play', async () => {
  assert.ok(browser !== undefined);
  for (const locale of ['en-US', 'zh-CN']) {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on(
      'console',
      (message) => (message.type() === 'error' || message.type() === 'warning') && errors.push(message.text()),
    );
    page.on('pageerror', (error) => errors.push(String(error)));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(join(folder, 'cut', 'certificate.html')).href);
    await page.waitForLoadState('load');
    const text = await page.evaluate<string>('document.body.innerText');
    for (const { file } of certificateOf(join(folder, 'cut')).outputs)
      assert.ok(text.includes(file), `${file} is named`);
    const loaded = await page.evaluate<[unknown, boolean][]>(`(${PLAY_ALL})()`);
    assert.ok(loaded.length > 0 && loaded.every(([error, whole]) => error === null && whole), JSON.stringify(loaded));
    assert.deepEqual(errors, []);
    const folderUrl = pathToFileURL(join(folder, 'cut')).href;
    const elsewhere = asked.filter((url) => !url.startsWith(folderUrl) && !url.startsWith('data:'));
    assert.deepEqual(elsewhere, []);
    await context.close();
  }
});
