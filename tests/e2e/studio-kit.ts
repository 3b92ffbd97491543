import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { Locator, Page } from 'playwright-core';

import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';

/** A page of the parts of video tools, served with whatever else lies in its folder. */
export interface StudioSite {
  address: string;
  /** Where files can be put that it serves, in ranges. */
  folder: string;
}

/** Builds and serves `tests/browser/studio/page/`, until the tests end. */
export async function openStudioSite(scope: TestScope): Promise<StudioSite> {
  const folder = await mkdtemp(join(tmpdir(), 'reelport-studio-'));
  lastFirst(scope).after(() => rm(folder, { recursive: true, force: true }));
  const builder = fileURLToPath(new URL('build-studio-page.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [builder, folder]);
  const styles = (await readdir(folder)).filter((name) => name.endsWith('.css')).toSorted();
  const page = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Studio</title>${styles.map((name) => `<link rel="stylesheet" href="/${name}">`).join('')}<body>
<script type="module" src="/studio.js"></script></body></html>`;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    else void serve(join(folder, basename(pathname)), request.headers.range, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  lastFirst(scope).after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, folder };
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  mp4: 'video/mp4',
  webm: 'video/webm',
  jpg: 'image/jpeg',
};

async function serve(path: string, range: string | undefined, response: ServerResponse): Promise<void> {
  const type = TYPES[/\.(\w+)$/.exec(path)?.[1] ?? ''];
  const facts = await stat(path).catch(() => undefined);
  if (type === undefined || facts === undefined) {
    // Browsers ask for an icon by themselves.
    response.writeHead(path.endsWith('favicon.ico') || path.endsWith('favicon.svg') ? 204 : 404).end();
    return;
  }
  const { size } = facts;
  if (range === undefined) {
    response.writeHead(200, { 'content-type': type, 'accept-ranges': 'bytes' }).end(await readFile(path));
    return;
  }
  const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(range) ?? [];
  const [start, end] = [Number(from), to === '' ? size - 1 : Number(to)];
  const sent = { 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 };
  response.writeHead(206, { 'content-type': type, 'accept-ranges': 'bytes', ...sent });
  createReadStream(path, { start, end })
    .on('error', () => response.destroy())
    .pipe(response);
}

/** What a page says below its part. */
export async function told<T>(page: Page): Promise<T> {
  return JSON.parse((await page.locator('output').textContent()) ?? '') as T;
}

/** A finger that touches a place, moves and is lifted, as a phone tells it. */
export async function swipe(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
  steps = 6,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: string, points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: points });
  await touch('touchStart', [from]);
  for (let step = 1; step <= steps; step += 1) {
    const part = step / steps;
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
  }
  await touch('touchEnd', []);
  await session.detach();
}

/** A mouse that is pressed, moved and let go. */
export async function drag(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
  steps = 6,
): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps });
  await page.mouse.up();
}

/** A point of an element by shares of its size. */
export async function pointOf(element: Locator, x = 0.5, y = 0.5): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('it has no place on the page');
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}
