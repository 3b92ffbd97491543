import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium, type Browser, type Page } from 'playwright-core';
import sharp from 'sharp';

import { WALL } from '#plugins/landing/wall-facts.ts';
import { mixClient } from '#tests/integration/mixing/mix-client.ts';

import { drawLandingFilm } from './draw-landing-film.ts';
import { findChromium } from './find-tools.mjs';

// node scripts/make-landing-screens.ts LINK [FOLDER]: takes the landing page's screenshots of the product. It is run by
// hand, and its output is committed. LINK is what `npm start -- --demo` prints for a server with an empty data folder;
// clips, and a project and a batch in each language, are made there. FOLDER keeps the clips, as for make-landing-media.ts.

const root = fileURLToPath(new URL('..', import.meta.url));
const pictures = `${root}plugins/landing/web/media/screens/`;
const [, , given = '', folderGiven] = process.argv;
const link = new URL(given);
const token = link.searchParams.get('access_token') ?? '';
const film = join(resolve(folderGiven ?? `${root}.cache/landing`), 'film');

/** Size of each screenshot in pixels, as the page expects; it is shown at about this size. */
const [WIDE, HIGH] = [1200, 750];
const LANGUAGES = ['zh', 'en'] as const;
const THEMES = ['dark', 'light'] as const;
type Language = (typeof LANGUAGES)[number];
type Theme = (typeof THEMES)[number];

const NAMES = { zh: '海边的一天', en: 'A day by the sea' } as const;
const GROUPS = {
  zh: ['开场', '灯火', '远山', '云', '雨'],
  en: ['Opening', 'Lights', 'Ridges', 'Clouds', 'Rain'],
} as const;

await mkdir(pictures, { recursive: true });
await drawLandingFilm(film, WALL.clipsOfGroup);
const client = mixClient(link.origin, token);
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
try {
  const ids = await fillLibrary(browser);
  for (const language of LANGUAGES) {
    // A run keeps the names that its project had.
    const project = await client.call<{ id: string }>('POST', '/api/mixing/projects', documentOf(ids, language));
    const run = await client.run(project.id, { count: 20 });
    await client.ended(run.id, 600);
    const screens = {
      editor: `/mixedCut/edit/${project.id}`,
      library: '/material/list',
      run: `/mixedCut/run/${run.id}`,
      certificate: `/mixedCut/certificate/${run.id}`,
    };
    for (const [name, path] of Object.entries(screens)) {
      for (const theme of THEMES) await take(browser, { name, path, language, theme });
    }
  }
} finally {
  await browser.close();
}

/** Uploads the clips as a member does. @returns the materials of each group */
async function fillLibrary(from: Browser): Promise<string[][]> {
  const { page, close } = await openPage(from, '/material/list', 'zh', 'dark');
  const folders = (await readdir(film)).sort();
  const files = await Promise.all(
    folders.map(async (name) => (await readdir(join(film, name))).sort().map((file) => join(film, name, file))),
  );
  await page.locator('.rp-library [data-files]').setInputFiles(files.flat());
  let items: { id: string; name: string; state: string }[] = [];
  // The page draws only the tiles in sight, so the server is asked.
  while (items.filter(({ state }) => state === 'ready').length < files.flat().length) {
    await page.waitForTimeout(1000);
    ({ items } = await client.call<{ items: typeof items }>('GET', '/api/materials?limit=100'));
  }
  await close();
  return files.map((group) =>
    group.flatMap((file) => items.filter(({ name }) => file.includes(name.replace(/\.mp4$/, ''))).map(({ id }) => id)),
  );
}

function documentOf(groups: readonly (readonly string[])[], language: Language): object {
  return {
    ...{ name: NAMES[language], ratio: '9:16', resolution: 480, shotSeconds: 2 },
    groups: groups.map((materials, index) => ({
      ...{ id: String(index + 1), name: GROUPS[language][index] ?? '' },
      materials: materials.map((material) => ({ material })),
    })),
  };
}

interface Shot {
  name: string;
  path: string;
  language: Language;
  theme: Theme;
}

async function take(from: Browser, { name, path, language, theme }: Shot): Promise<void> {
  const { page, close } = await openPage(from, path, language, theme);
  // Pictures and the preview's first frame come after the page.
  await page.waitForTimeout(4_000);
  const shot = await page.screenshot();
  await close();
  const into = `${pictures}${name}-${language}-${theme}.webp`;
  const { size } = await sharp(shot).resize(WIDE, HIGH).webp({ quality: 74, effort: 6 }).toFile(into);
  console.log(`${name}-${language}-${theme}.webp: ${size} bytes`);
}

async function openPage(
  from: Browser,
  path: string,
  language: Language,
  theme: Theme,
): Promise<{ page: Page; close(): Promise<void> }> {
  const context = await from.newContext({
    ...{ viewport: { width: WIDE, height: HIGH }, colorScheme: theme, reducedMotion: 'reduce' },
  });
  await context.addCookies([
    { name: 'localeLanguage', value: language, url: link.origin },
    { name: 'darkMode', value: String(theme === 'dark'), url: link.origin },
  ]);
  const page = await context.newPage();
  await page.goto(`${link.origin}${path}?access_token=${token}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return { page, close: () => context.close() };
}
