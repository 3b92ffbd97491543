import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { pluginPackageSchema } from '#core/contract/plugin-package.ts';
import { newPlugin } from '#host/plugin-tools/new-plugin.ts';
import { readPackage } from '#core/server/services/plugin-registry/package/read-package.ts';

import { edit, emptyFolder, reelport, write } from './author-kit.ts';

// That it is in order and its tests pass, tests/e2e/plugin-tutorial.test.ts proves.
test('a new plugin becomes a package that a workbench reads', async (t) => {
  const folder = emptyFolder(t);
  const made = await reelport(folder, ['new', 'colour-notes']);
  assert.equal(made.code, 0, made.output);
  const plugin = join(folder, 'colour-notes');
  const sources = globSync('**/*.{ts,tsx}', { cwd: plugin, exclude: ['node_modules', 'tests'] });
  assert.deepEqual(sources.toSorted(), ['plugin.ts', 'web/index.tsx']);

  const packed = await reelport(plugin, ['pack']);
  assert.equal(packed.code, 0, packed.output);
  const file = join(plugin, 'colour-notes-0.1.0.reelport.zip');
  const read = await readPackage(readFileSync(file));
  assert.equal(read.package.manifest.id, 'colour-notes');
  assert.deepEqual(read.package.requires, {
    exports: ['Button', 'defineWeb', 'observableStore', 'observer', 'ui/PageFrame#PageFrame', 'useStore', 'useText'],
    tokens: [],
    packages: { 'react/jsx-runtime': versionOf('react') },
    calls: {},
  });
  assert.deepEqual(read.texts.en['add'], 'Add one');
});

test('the same sources make the same package byte for byte, whatever the zone and the time', async (t) => {
  const plugin = newPlugin(join(emptyFolder(t), 'twice')).root;
  const packs = [];
  for (const TZ of ['UTC', 'Asia/Shanghai']) {
    const { code, output } = await reelport(plugin, ['pack', '--out', `${TZ.replace('/', '-')}.zip`], { TZ });
    assert.equal(code, 0, output);
    packs.push(readFileSync(join(plugin, `${TZ.replace('/', '-')}.zip`)));
  }
  assert(packs[0]?.equals(packs[1] ?? Buffer.alloc(0)), 'the packages differ');
});

test('a build says what the browser half takes of the workbench, and brings its styles', async (t) => {
  const plugin = newPlugin(join(emptyFolder(t), 'taker')).root;
  edit(plugin, 'web/index.tsx', (before) =>
    [
      `import { HTTP, inject, type Http } from '@reelport/core';`,
      `import { z } from 'zod';`,
      `import './page.css';`,
      before.replace(
        'constructor() {',
        'constructor(@inject(HTTP) private readonly http: Http) {\n    z.string().parse(typeof this.http);',
      ),
    ].join('\n'),
  );
  write(plugin, 'web/page.css', '.taker { color: var(--rp-text); }\n');
  const built = await reelport(plugin, ['build']);
  assert.equal(built.code, 0, built.output);
  const description = pluginPackageSchema.parse(JSON.parse(readFileSync(join(plugin, 'dist/plugin.json'), 'utf8')));
  assert.deepEqual(description.requires.tokens, ['http@1']);
  assert(description.requires.exports.includes('HTTP') && !description.requires.exports.includes('Http'));
  assert.deepEqual(Object.keys(description.requires.packages).toSorted(), ['react/jsx-runtime', 'zod']);
  assert.equal(description.styles?.path, 'styles.css');
  assert(existsSync(join(plugin, 'dist/styles.css')));
  const module = readFileSync(join(plugin, 'dist/web.mjs'), 'utf8');
  assert.match(module, /from ?"@reelport\/core"/);
  assert.match(module, /from ?"@reelport\/core\/ui\/PageFrame"/);
  assert.match(module, /design:paramtypes/, 'stores get what they inject by its metadata');
});

test('a folder with files in it is left as it is', async (t) => {
  const folder = emptyFolder(t);
  newPlugin(join(folder, 'mine'));
  edit(join(folder, 'mine'), 'plugin.ts', () => '// mine');
  const again = await reelport(folder, ['new', 'mine']);
  assert.equal(again.code, 1);
  assert.match(again.output, /already contains files/);
  assert.equal(readFileSync(join(folder, 'mine/plugin.ts'), 'utf8'), '// mine');
});

test('the tools speak the language of the terminal', async (t) => {
  const { code, output } = await reelport(emptyFolder(t), ['build'], { LC_ALL: 'zh_CN.UTF-8' });
  assert.equal(code, 1);
  assert.match(output, /都没有 plugin\.ts/);
});

function versionOf(name: string): string {
  const file = new URL(import.meta.resolve(`${name}/package.json`));
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
