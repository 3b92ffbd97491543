import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import type { Browser, Page } from 'playwright-core';

import { renderCertificatePage } from '#plugins/mixing/server/certificate/certificate-page.ts';
import { launchChromium } from '#tests/e2e/launch-chromium.ts';
import { buildCertificate } from '#tests/unit/mixing/certificate/build-certificate.ts';
import { certificateTexts } from '#tests/unit/mixing/certificate/certificate-texts.ts';

const names = [
  '<b>&"\' #?%41 \u{1F3AC}.mp4',
  '--help & a very long name that goes on and on without an end or a reason.mp4',
  '三.mp4',
];
let folder: string;
let browser: Browser;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelport-page-'));
  const video = join(folder, names[0] ?? '');
  await promisify(execFile)(process.env['FFMPEG_PATH'] ?? 'ffmpeg', [
    ...[
      '-nostdin',
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=90x160:r=30:d=3',
      '-pix_fmt',
      'yuv420p',
      `file:${video}`,
    ],
  ]);
  await copyFile(video, join(folder, names[1] ?? ''));
  browser = await launchChromium(['--disable-quic', '--no-first-run', '--disable-background-networking']);
});

after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Opened {
  page: Page;
  /** What the page complained of, and what it asked for beyond files beside it. */
  trouble: string[];
}

async function open(
  width: number,
  colorScheme: 'dark' | 'light',
  count = 3,
  rename = (material: string) => material,
): Promise<Opened> {
  const certificate = buildCertificate({ sizes: [3, 3, 3], count, file: (index) => names[index] ?? '' });
  certificate.project = '<i>café</i>';
  for (const clip of [...certificate.materials, ...certificate.outputs.flatMap(({ shots }) => shots)]) {
    clip.material = rename(clip.material);
  }
  const path = join(folder, `certificate-${count}.html`);
  await writeFile(
    path,
    renderCertificatePage(certificate, { language: 'zh', texts: certificateTexts(), command: 'npm run mix' }),
  );
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('console', (message) => trouble.push(message.text()));
  page.on('request', (request) => {
    if (!/^(file|data):/.test(request.url())) trouble.push(request.url());
  });
  await page.goto(pathToFileURL(path).href);
  return { page, trouble };
}

/** Asks until it is so; the page's own policy forbids waitForFunction, which evaluates text there. */
async function until(page: Page, expression: string): Promise<void> {
  for (let asked = 0; asked < 200; asked++) {
    if (await page.evaluate(expression)) return;
    await page.waitForTimeout(50);
  }
  assert.fail(`never so: ${expression}`);
}

test('the certificate opens from disk in both themes and languages, at every width, without complaint', async () => {
  for (const [width, scheme] of [
    [1440, 'dark'],
    [1024, 'light'],
    [390, 'dark'],
  ] as const) {
    const { page, trouble } = await open(width, scheme, 2);
    assert.equal(await page.getAttribute('html', 'data-theme'), scheme);
    assert.equal(await page.textContent('#project'), '<i>café</i>');
    assert.equal(await page.textContent('h2 >> nth=0'), '两两共用画面');
    await page.click('#language');
    assert.equal(await page.textContent('h2 >> nth=0'), 'Footage shared by each pair');
    assert.equal(await page.getAttribute('html', 'lang'), 'en');
    await page.click('#theme');
    assert.notEqual(await page.getAttribute('html', 'data-theme'), scheme);
    assert.equal(
      await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
      true,
      `${width} scrolls sideways`,
    );
    assert.deepEqual(trouble, []);
    await page.close();
  }
});

test('the closest pair plays in step, whatever the files are called', async () => {
  const { page, trouble } = await open(1440, 'dark', 2);
  await until(page, '[...document.querySelectorAll("video")].every((video) => video.readyState >= 2)');
  await page.click('#play');
  await until(page, '[...document.querySelectorAll("video")].every((video) => video.currentTime > 0.5)');
  await page.click('#play');
  const [left = 0, right = 9] = await page.evaluate<number[]>(
    '[...document.querySelectorAll("video")].map((video) => video.currentTime)',
  );
  assert.ok(Math.abs(left - right) < 0.3, `${left} and ${right}`);
  assert.deepEqual(trouble, []);
  await page.close();
});

test('any pair can be chosen by pointer and keys, and a video that is not there is said to be missing', async () => {
  const { page } = await open(1440, 'light');
  await page.focus('#map');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const about = await page.textContent('#about');
  assert.ok(about?.includes(names[0] ?? '-') && about.includes(names[2] ?? '-'), about ?? '');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#missing-1:visible');
  assert.equal(await page.isVisible('#missing-0'), false);
  assert.equal(await page.textContent('#file-1'), names[2]);
  await page.close();
});

test('a clip is shown by its name, and by its path where another one has the same', async () => {
  const alone = await open(1440, 'dark', 2, (material) => `group ${material}/${material}.mp4`);
  const chips = () => alone.page.locator('#shots-0 li').allTextContents();
  assert.ok(
    (await chips()).every((name) => !name.includes('/')),
    String(await chips()),
  );
  await alone.page.close();
  const { page } = await open(1440, 'dark', 2, (material) => `group ${material}/a.mp4`);
  const told = await page.locator('#shots-0 li').allTextContents();
  assert.equal(new Set(told).size, 3);
  assert.ok(
    told.every((name) => /^group .+\/a\.mp4$/.test(name)),
    String(told),
  );
  await page.close();
});

test('a single output has a page too', async () => {
  const { page, trouble } = await open(390, 'dark', 1);
  assert.equal(await page.textContent('#count'), '1');
  assert.equal(await page.isVisible('#pair'), false);
  assert.deepEqual(trouble, []);
  await page.close();
});
