import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

import { GRANTABLE_SERVICES, FREE_SERVICES } from '#core/contract/grants.ts';
import { SDK_SURFACE } from '#core/contract/sdk-surface.ts';
import { moduleOfExport } from '#core/contract/shared-packages.ts';

import { declarationsOfFace, withoutComments } from '../../../scripts/face-declarations.ts';
import { namesOf, namesOfFace, PART_FACES, PLUGIN_FACES } from '../../../scripts/sdk-faces.ts';

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
    'listed.ts': "// Why.\nexport { a, type B } from './a.ts';\nexport type { C, D as E } from './c.ts';\n",
    'whole.ts': "export * from './a.ts';\n",
  });
  const face = (name: string): string => relative(root, join(folder, name));
  assert.deepEqual(
    namesOf(face('listed.ts')).map(({ name, declared, isType }) => [name, declared, isType]),
    [
      ['a', 'a', false],
      ['B', 'B', true],
      ['C', 'C', true],
      ['E', 'D', true],
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
    const statements = declarationsOfFace(
      [{ name: 'Outer', declared: 'Outer', isType: true, file: 'core/a.ts' }],
      folder,
    );
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
  const inBrowser = ['@reelport/core', '@reelport/core/contract'].flatMap(namesOfFace);
  assert.deepEqual(
    [...new Set(inBrowser.filter(({ isType }) => !isType).map(({ name }) => name))].toSorted(),
    SDK_SURFACE.exports.filter((name) => !name.includes('#')),
  );
});

test('every standard part of a page is a module of its own, and a requirement says from which one it takes a name', () => {
  const files = readdirSync(join(root, 'core/web/ui'), { withFileTypes: true }).filter((file) => file.isFile());
  const parts = files.map(({ name }) => name.replace('.tsx', '')).filter((name) => !name.endsWith('.css'));
  assert.deepEqual(
    PART_FACES.filter((face) => face.startsWith('@reelport/core/ui/')),
    // What others float on is no part by itself.
    [...parts, 'Chart', 'Chip', 'ListEnd', 'ListFilterParts', 'ListPage']
      .filter((name) => !['Floating', 'Layer'].includes(name))
      .toSorted()
      .map((name) => `@reelport/core/ui/${name}`),
  );
  const studio = readdirSync(join(root, 'core/web/studio'), { withFileTypes: true }).filter((file) => file.isFile());
  assert.deepEqual(
    PART_FACES.filter((face) => face.startsWith('@reelport/core/studio/')),
    [
      ...studio.flatMap(({ name }) => (/^[A-Z]\w*\.tsx$/.test(name) ? [name.replace('.tsx', '')] : [])),
      ...['BatchToolPage', 'ToolRunView', 'VideoEditor'],
    ]
      .toSorted()
      .map((name) => `@reelport/core/studio/${name}`),
  );
  assert.deepEqual(
    PLUGIN_FACES,
    readdirSync(join(root, 'core/plugins')).map((name) => `@reelport/core/plugins/${name.replace('.ts', '')}`),
  );
  const taken = SDK_SURFACE.exports.filter((name) => name.includes('#'));
  assert.deepEqual([...new Set(taken.map(moduleOfExport))].toSorted(), PART_FACES.toSorted());
  for (const name of [
    'ui/DateField#DateRangeField',
    'ui/DropdownMenu#MenuItem',
    'ui/Chart#Chart',
    'ui/ListPage#ListPage',
    'studio/BoxStage#BoxStage',
    'plugins/materials#listMaterials',
  ]) {
    assert(taken.includes(name), name);
  }
  assert.equal(moduleOfExport('Button'), '@reelport/core');
  const types = namesOfFace('@reelport/core/ui/Chart').filter(({ isType }) => isType);
  assert(types.some(({ name }) => name === 'ChartPoint'));
  const listTypes = namesOfFace('@reelport/core/ui/ListPage').filter(({ isType }) => isType);
  assert(listTypes.some(({ name }) => name === 'ListColumn'));
});
