import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createRsbuild, loadConfig } from '@rsbuild/core';
import { Window, type Element, type HTMLElement } from 'happy-dom';

// docs/look.html: every token, icon and component of the product on one page. The product's own components are rendered
// here rather than in the reader's browser, and their style sheets are included, so that the page is self-contained.

const root = fileURLToPath(new URL('..', import.meta.url));
const target = `${root}docs/look.html`;
const folder = mkdtempSync(join(tmpdir(), 'reelport-look-'));

try {
  await build();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const read = (end: string) =>
    files
      .filter((file) => file.endsWith(end))
      .toSorted()
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n');
  const page = pageOf(await drawn(read('.js')), read('.css'));
  if (!process.argv.includes('--check')) {
    writeFileSync(target, page);
  } else if (readFileSync(target, 'utf8') !== page) {
    console.error('docs/look.html is out of date: npm run generate');
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// The simulated window keeps timers that would keep the process alive.
process.exit();

async function build(): Promise<void> {
  const { content: config } = await loadConfig({ cwd: root, path: `${root}rsbuild.config.ts` });
  config.source = { ...config.source, entry: { look: './host/web/look/page/draw.tsx' } };
  config.output = {
    ...config.output,
    distPath: folder,
    filename: { js: '[name].js', css: '[name].css' },
    sourceMap: false,
    dataUriLimit: Number.MAX_SAFE_INTEGER,
    minify: { js: false, css: true },
  };
  config.splitChunks = false;
  const rspack = [config.tools?.rspack ?? {}, { output: { asyncChunks: false } }].flat();
  config.tools = { ...config.tools, rspack };
  const rsbuild = await createRsbuild({ cwd: root, config: { ...config, logLevel: 'error' } });
  await rsbuild.build();
}

async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !isSo(); await new Promise((resolve) => setTimeout(resolve, 10))) {
    if (Date.now() > end) throw new Error('what should open or close does not');
  }
}

/** The HTML that the components render. */
async function drawn(code: string): Promise<string> {
  const window = new Window({ url: 'http://127.0.0.1/', width: 1440, height: 900 });
  Object.assign(window, { scrollTo: () => undefined });
  const { document } = window;
  document.body.setAttribute('theme-mode', 'dark');
  document.body.innerHTML = '<div id="look"></div>';
  // Semi generates random ids; the page must be the same each time.
  let seed = 1;
  const random = (): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  window.Math.random = random;
  window.crypto.randomUUID = () => `0-0-0-0-${random()}`;
  // Calendars mark the present day. The clock goes on, for what waits.
  window.eval(`{
    const Real = Date;
    const offset = new Real(2026, 10, 23, 12) - new Real();
    globalThis.Date = class Date extends Real {
      constructor(...when) {
        super(...(when.length === 0 ? [Real.now() + offset] : when));
      }
      static now() {
        return Real.now() + offset;
      }
    };
  }`);
  window.eval(code);
  const floats = () => [...document.querySelectorAll('body > .semi-portal')];
  /** Semi first renders a popup out of sight, to measure it. */
  const isPlaced = (portal: Element) => !portal.innerHTML.includes('-9999px');
  // Skeletons appear after a delay.
  await until(() => document.querySelectorAll('.rp-skeleton[data-shape="rows"]').length > 0);
  // The chart library is loaded lazily.
  const charts = () => [...document.querySelectorAll('.rp-chart__picture')];
  await until(() => charts().every((chart) => chart.querySelector('svg') !== null));
  for (const place of document.querySelectorAll('[data-opens]')) {
    const opener = place.querySelector('button, [role="combobox"], input') as unknown as HTMLElement | null;
    opener?.focus();
    opener?.click();
    await until(() => floats().length > 0 && floats().every(isPlaced));
    const copies = floats().map((portal) => portal.cloneNode(true));
    for (const type of ['pointerdown', 'mousedown']) {
      document.body.dispatchEvent(new window.MouseEvent(type, { bubbles: true }));
    }
    opener?.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    opener?.blur();
    await until(() => floats().length === 0);
    place.append(...copies);
  }
  const html = document.querySelector('#look')?.innerHTML ?? '';
  await window.happyDOM.abort();
  if (html === '') throw new Error('nothing was drawn');
  return html;
}

function pageOf(html: string, css: string): string {
  return `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Reelport: tokens and parts</title>
<!-- Made by npm run generate: the components of core/web draw it. -->
<style>
${css}
</style>
<body theme-mode="dark">
<main class="look">
<header class="look-head">
<h1>Reelport: tokens and parts</h1>
<button type="button" class="rp-button rp-button--secondary rp-button--medium" id="theme">dark / light</button>
</header>
${html}
</main>
<script>
const show = (mode) => document.body.setAttribute('theme-mode', mode);
if (location.hash === '#light') show('light');
document.querySelector('#theme').onclick = () => {
  show(document.body.getAttribute('theme-mode') === 'dark' ? 'light' : 'dark');
};
</script>
</body>
</html>
`;
}
