import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

import { GRANTABLE_SERVICES, FREE_SERVICES } from '#core/contract/grants.ts';
import { SDK_SURFACE } from '#core/contract/sdk-surface.ts';

import { declarationsOfFace, withoutComments } from '../../../scripts/face-declarations.ts';
import { FACES, namesOf } from '../../../scripts/sdk-faces.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A folder with files, as a path from the checkout. */
function folderOf(t: TestContext, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'reelport-faces-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

test('a face lists its names one by one; anything else in it is refused', (t) => {
  const folder = folderOf(t, {
    'listed.ts': "// Why.\nexport { a, type B } from './a.ts';\nexport type { C } from './c.ts';\n",
    'whole.ts': "export * from './a.ts';\n",
  });
  const face = (name: string): string => relative(root, join(folder, name));
  assert.deepEqual(
    namesOf(face('listed.ts')).map(({ name, isType }) => [name, isType]),
    [
      ['a', false],
      ['B', true],
      ['C', true],
    ],
  );
  assert.throws(() => namesOf(face('whole.ts')), /list each name as export \{ … \} from/);
});

test('a change of anything that a face’s names are made of changes its report', (t) => {
  const report = (inner: string): string => {
    const folder = folderOf(t, {
      'core/a.d.ts':
        "import type { Inner } from './b.ts';\n/** Said of it. */\nexport interface Outer {\n    inner: Inner;\n}\nexport declare const other: number;\n",
      'core/b.d.ts': `/** Said. */\nexport interface Inner {\n    ${inner}\n}\n`,
    });
    const statements = declarationsOfFace([{ name: 'Outer', isType: true, file: 'core/a.ts' }], folder);
    return [...statements]
      .map(([file, all]) => `${file}\n${withoutComments(all.map(({ text }) => text).join('\n'))}`)
      .join('\n');
  };
  const first = report('a: string;');
  assert.match(first, /interface Outer[^]*core\/b\.ts\n.*interface Inner/);
  assert.doesNotMatch(first, /other|Said/);
  assert.notEqual(report('a: number;'), first);
  assert.equal(report('/** Words. */\n    a: string;'), first);
});

test('the workbench offers every service that plugins may have or be granted', () => {
  const offered = new Set(SDK_SURFACE.tokens);
  for (const token of [...FREE_SERVICES, ...GRANTABLE_SERVICES, 'http@1']) assert(offered.has(token), token);
  const inBrowser = [...namesOf(FACES['@reelport/core']), ...namesOf(FACES['@reelport/core/contract'])];
  assert.deepEqual(
    [...new Set(inBrowser.filter(({ isType }) => !isType).map(({ name }) => name))].toSorted(),
    SDK_SURFACE.exports,
  );
});
