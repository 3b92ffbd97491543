import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createRsbuild } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { chromium } from 'playwright-core';
import { z } from 'zod';

import type { PluginManifest } from '#core/contract/plugin.ts';

import { findHeadlessChromium } from '../../../scripts/find-tools.mjs';
import type { AuthorFolder } from '../author-folder.ts';
import { bundle } from '../bundle.ts';
import type { Finding } from '../finding.ts';
import type { Texts } from '../texts.ts';
import { shippedIds } from '../workbench.ts';

const PROGRAM = fileURLToPath(new URL('../browser/check-pages.tsx', import.meta.url));

const faultsSchema = z.array(
  z.object({
    page: z.string(),
    theme: z.string(),
    rule: z.string().nullable(),
    problem: z.string(),
    element: z.string(),
  }),
);

/** Renders each page in a real browser, in both themes, and reports accessibility problems. */
export async function checkAccessibility(
  folder: AuthorFolder,
  manifest: PluginManifest,
  texts: Texts,
): Promise<Finding[]> {
  const { web } = folder;
  if (web === null || !manifest.routes.some(({ page }) => page !== undefined)) return [];
  const browser = findHeadlessChromium();
  if (browser === undefined) {
    return [{ level: 'warning', file: 'plugin.ts', text: 'host:plugin-tools.no-browser', params: {} }];
  }
  const built = await bundlePages(folder, web, manifest.id, texts);
  const faults = await drawPages(browser, built);
  const findings = faults.map(({ page, theme, rule, problem, element }): Finding => {
    const params = { page, theme, problem, rule: rule ?? '', element };
    const text = rule === null ? 'host:plugin-tools.page-throws' : 'host:plugin-tools.page-fault';
    return { level: 'error', file: rule === null ? relative(folder.root, web) : 'plugin.ts', text, params };
  });
  return findings;
}

interface BuiltPages {
  script: string;
  style: string;
}

async function bundlePages(folder: AuthorFolder, web: string, id: string, texts: Texts): Promise<BuiltPages> {
  const target = join(folder.cache, 'pages');
  const bundler = await createRsbuild({
    cwd: folder.root,
    config: {
      root: folder.root,
      // React's act exists only in its development build.
      mode: 'development',
      logLevel: 'silent',
      plugins: [pluginReact({ splitChunks: false, fastRefresh: false })],
      source: {
        entry: { pages: PROGRAM },
        decorators: { version: 'legacy' },
        define: { REELPORT_PLUGIN: JSON.stringify({ id, texts, shipped: shippedIds() }) },
      },
      resolve: { alias: { '@author/manifest': folder.plugin, '@author/web': web } },
      splitChunks: false,
      output: {
        distPath: { root: target, js: '', css: '' },
        filename: { js: '[name].js', css: '[name].css' },
        dataUriLimit: Number.MAX_SAFE_INTEGER,
        minify: false,
        sourceMap: false,
      },
      performance: { printFileSize: false },
      tools: {
        htmlPlugin: false,
        rspack: { module: { parser: { javascript: { dynamicImportMode: 'eager' } } } },
      },
    },
  });
  await bundle(bundler, folder);
  const read = (name: string): string => readFileSync(join(target, name), 'utf8');
  return { script: read('pages.js'), style: read('pages.css') };
}

async function drawPages(
  executablePath: string,
  { script, style }: BuiltPages,
): Promise<z.output<typeof faultsSchema>> {
  // Chromium cannot use its sandbox when started by root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const page = await browser.newPage({ viewport: { width: 1024, height: 768 }, reducedMotion: 'reduce' });
    const faults: Error[] = [];
    page.on('pageerror', (error) => faults.push(error));
    await page.setContent('<!doctype html><html lang="en"><title>pages</title><body></body></html>');
    await page.addStyleTag({ content: style });
    await page.addScriptTag({ content: script });
    const [fault] = faults;
    if (fault !== undefined) throw fault;
    return faultsSchema.parse(await page.evaluate('globalThis.reelportCheckPages()'));
  } finally {
    await browser.close();
  }
}
