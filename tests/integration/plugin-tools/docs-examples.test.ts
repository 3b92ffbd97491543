import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { linkWorkbench } from '#host/plugin-tools/link-workbench.ts';
import { programOf } from '#host/plugin-tools/workbench.ts';

import { emptyFolder, write } from './author-kit.ts';

const CHECKOUT = fileURLToPath(new URL('../../../', import.meta.url));

/** An example of a page, as a module whose lines have the numbers that they have on the page. */
interface Example {
  file: string;
  source: string;
}

const BLOCK = /(?:<!-- given:\n([^]*?)-->\n\n)?^```(tsx?)\n([^]*?)^```$/gm;

/**
 * The examples of a page. What one leaves out stands in a comment above it, which readers do not see: `<!-- given:
 * declare const … -->`. Blocks with a title belong to a tutorial, which is typed by a test of its own, and so are
 * shapes compared with the code that are nothing but interfaces.
 */
function examplesOf(page: string): Example[] {
  const source = readFileSync(join(CHECKOUT, page), 'utf8');
  const name = page.replaceAll(/^docs\/|\.md$/g, '').replaceAll('/', '-');
  return [...source.matchAll(BLOCK)].flatMap((block): Example[] => {
    const [text, given = '', language = '', code = ''] = block;
    if (isShapes(code)) return [];
    const line = source.slice(0, block.index + text.lastIndexOf(code)).split('\n').length;
    const file = `examples/${name}-${line}.${language}`;
    return [{ file, source: `${'\n'.repeat(line - 1)}${code}${given}export {};\n` }];
  });
}

function isShapes(code: string): boolean {
  return /^interface /m.test(code) && !/^(?!interface |\/\*\*| \*|[ }]|$)/m.test(code);
}

/** The texts that the examples use: their plugin has them in its own files. */
function textTypes(examples: readonly Example[]): string {
  const keys = examples.flatMap(({ source }) => source.match(/'(?:shot-list|harbour):[\w.-]+'/g) ?? []);
  const lines = [...new Set(keys)].map((key) => `    ${key}: true;`);
  return ['export {};', 'declare global {', '  interface ReelportTexts {', ...lines, '  }', '}', ''].join('\n');
}

test('every example on the pages for authors of plugins compiles against what they import', (t) => {
  const pages = ['README.md', ...globSync('docs/plugins/*.md', { cwd: CHECKOUT })].toSorted();
  const examples = pages.flatMap(examplesOf);
  assert.ok(examples.length >= 15, `${examples.length} examples were found`);

  const folder = emptyFolder(t);
  linkWorkbench(folder);
  for (const { file, source } of examples) write(folder, file, source);
  write(folder, 'texts.d.ts', textTypes(examples));
  write(
    folder,
    'plugin.ts',
    `import { definePlugin } from '@reelport/core/contract';
export default definePlugin({ id: 'shot-list', version: '1.0.0', title: 'shot-list:title', uses: ['materials'] });
`,
  );
  write(folder, 'tsconfig.json', JSON.stringify({ extends: '@reelport/core/tsconfig.plugin.json' }));
  const tsc = programOf('typescript', 'bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--checkers', '1', '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.deepEqual(
    stdout.split('\n').filter((line) => /^(examples|plugin|texts)\b/.test(line)),
    [],
  );
});
