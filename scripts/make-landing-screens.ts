import { spawn } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { chromium, type Browser, type Page } from 'playwright-core';
import sharp from 'sharp';

import { mixClient, type MixClient, type MixRun } from '#tests/integration/mixing/mix-client.ts';

import { findChromium } from './set-up-tools.mjs';

// node scripts/make-landing-screens.ts LINK [FOLDER]: takes the landing page's screenshots of the product. It is run by
// hand, and its output is committed. LINK is what `npm start -- --demo` prints for a server with an empty data folder;
// two projects are created there. FOLDER caches fifty videos of the demonstration material for their certificate.

const root = fileURLToPath(new URL('..', import.meta.url));
const pictures = `${root}plugins/landing/web/media/screens/`;
const [, , given = '', folderGiven] = process.argv;
const link = new URL(given);
const token = link.searchParams.get('access_token') ?? '';
const fifty = join(resolve(folderGiven ?? `${root}.cache/landing`), 'fifty');

/** Size of each screenshot in pixels, as the page expects. */
const [WIDE, HIGH] = [1200, 750];
const LANGUAGES = ['zh', 'en'] as const;
const THEMES = ['dark', 'light'] as const;
type Language = (typeof LANGUAGES)[number];
type Theme = (typeof THEMES)[number];

const NAMES: Record<Language, readonly [string, string]> = {
  zh: ['港口晨光', '夜航系列 · 秋季上新'],
  en: ['Morning at the port', 'Night sailing, autumn range'],
};

/** Each screenshot's window width in CSS pixels, and how to get to it. */
const SCREENS: Record<string, { width: number; open(page: Page, language: Language, theme: Theme): Promise<void> }> = {
  workbench: { width: 1160, open: openWorkbench },
  certificate: { width: 1160, open: openCertificate },
  pair: { width: 1160, open: openPair },
  outputs: { width: 1160, open: openOutputs },
};

await mkdir(pictures, { recursive: true });
await mix();
const client = mixClient(link.origin, token);
const projects = await makeProjects(client);
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--allow-file-access-from-files'],
});
try {
  // The workbench first, while tasks are running.
  for (const name of Object.keys(SCREENS)) {
    for (const language of LANGUAGES) {
      if (name === 'workbench') await rename(client, projects, language);
      for (const theme of THEMES) await take(browser, name, language, theme);
    }
  }
} finally {
  await browser.close();
}

function mix(): Promise<void> {
  const child = spawn(process.execPath, [`${root}host/server/mix.ts`, '--demo', fifty, '--count', '50'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => (code === 0 ? done() : failed(new Error(`mixing ended with ${code}`))));
  });
}

/**
 * Creates one project with finished videos, and one whose videos are being rendered while the screenshots are taken.
 */
async function makeProjects({ call, createProject, run, ended }: MixClient): Promise<readonly string[]> {
  const clips = join(fifty, '.reelport', 'demo');
  const folders = (await readdir(clips, { withFileTypes: true })).filter((entry) => entry.isDirectory()).sort();
  const groups = await Promise.all(
    folders.map(async ({ name }) => (await readdir(join(clips, name))).sort().map((file) => join(clips, name, file))),
  );
  const done = await createProject(groups, { resolution: 480, shotSeconds: 3, name: NAMES.zh[0] });
  await ended((await run(done, { count: 10 })).id, 300);
  const going = await createProject(groups.toReversed(), { resolution: 1080, shotSeconds: 3, name: NAMES.zh[1] });
  const { id } = await run(going, { count: 100 });
  while ((await call<MixRun>('GET', `/api/mixing/runs/${id}`)).made < 20) await sleep(500);
  return [done, going];
}

async function rename({ call }: MixClient, ids: readonly string[], language: Language): Promise<void> {
  for (const [index, id] of ids.entries()) {
    const path = `/api/mixing/projects/${id}`;
    const { revision, document } = await call<{ revision: number; document: object }>('GET', path);
    await call('PUT', path, { revision, document: { ...document, name: NAMES[language][index] } });
  }
}

async function take(from: Browser, name: string, language: Language, theme: Theme): Promise<void> {
  const { width, open } = SCREENS[name] ?? { width: WIDE, open: openWorkbench };
  const context = await from.newContext({
    viewport: { width, height: Math.round((width * HIGH) / WIDE) },
    deviceScaleFactor: WIDE / width,
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  await context.addCookies([
    { name: 'localeLanguage', value: language, url: link.origin },
    { name: 'darkMode', value: String(theme === 'dark'), url: link.origin },
  ]);
  const page = await context.newPage();
  await open(page, language, theme);
  const shot = await page.screenshot();
  await context.close();
  const into = `${pictures}${name}-${language}-${theme}.webp`;
  const { size } = await sharp(shot).resize(WIDE, HIGH, { fit: 'cover' }).webp({ quality: 80, effort: 6 }).toFile(into);
  console.log(`${name}-${language}-${theme}.webp: ${size} bytes`);
}

async function openWorkbench(page: Page): Promise<void> {
  await page.goto(`${link.origin}/workbench?access_token=${token}`);
  await page.waitForSelector('h1, h2');
  await page.waitForTimeout(2500);
}

async function openCertificate(page: Page, language: Language, theme: Theme): Promise<void> {
  await page.goto(pathToFileURL(join(fifty, 'certificate.html')).href);
  await page.waitForSelector('#map');
  if (!String(await page.evaluate('document.documentElement.lang')).startsWith(language)) await page.click('#language');
  const ground = String(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
  const isDark = Number(/\d+/.exec(ground)?.[0]) < 128;
  if (isDark !== (theme === 'dark')) await page.click('#theme');
  await page.mouse.move(0, 0);
  await page.evaluate('scrollTo(0, 168)');
  await page.waitForTimeout(800);
}

async function openPair(page: Page, language: Language, theme: Theme): Promise<void> {
  await openCertificate(page, language, theme);
  await page.evaluate(`for (const video of document.querySelectorAll('video')) video.currentTime = 1.4`);
  await scrollToSectionOf(page, '#pair-title');
  await page.waitForTimeout(1200);
}

async function openOutputs(page: Page, language: Language, theme: Theme): Promise<void> {
  await openCertificate(page, language, theme);
  await scrollToSectionOf(page, '#outputs');
  await page.waitForTimeout(400);
}

async function scrollToSectionOf(page: Page, inside: string): Promise<void> {
  const section = `document.querySelector('${inside}').closest('section')`;
  await page.evaluate(`scrollTo(0, ${section}.getBoundingClientRect().top + scrollY - 6)`);
}
