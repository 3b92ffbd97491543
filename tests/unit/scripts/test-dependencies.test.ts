import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';

import { changedFiles, createTestDependencies, listFiles } from '../../../scripts/testing/test-dependencies.ts';

const FILES: Record<string, string> = {
  'core/server/ground/messages.ts': `const LOCALES = new URL('../../../locales/', import.meta.url);`,
  'core/server/ground/database/migrate.ts': `const folder = new URL('../../migrations/', import.meta.url);`,
  'core/server/migrations/0000.sql': '',
  'core/server/ground/clock.ts': '// Nobody’s, but it’s "quoted" here: `now`.',
  'host/server/discover-plugins.ts': `const PLUGINS = new URL('../../plugins/', import.meta.url);`,
  'host/server/main.ts': `import { discoverPlugins } from './discover-plugins.ts';`,
  'host/web/main.tsx': `import('#core/web/kernel/scope');`,
  'core/web/kernel/scope.ts': '',
  'plugins/quay/server/index.ts': '',
  'plugins/quay/web/Page.tsx': '',
  'locales/zh/quay.json': '{}',
  'locales/en/quay.json': '{}',
  'tests/fixtures/boats/red.txt': '',
  'tests/kit.ts': `export const at = (name: string) => new URL(\`./fixtures/boats/\${name}\`, import.meta.url);`,
  'tests/unit/clock.test.ts': `import { now } from '#core/server/ground/clock.ts';`,
  'tests/unit/boats.test.ts': `import { at } from '../kit.ts';`,
  'tests/integration/texts.test.ts': `import '#core/server/ground/messages.ts';`,
  'tests/integration/tables.test.ts': `import '#core/server/ground/database/migrate.ts';`,
  'tests/integration/start.test.ts': `spawn(join(root, 'host/server/main.ts'));`,
  'tests/browser/page.test.tsx': `await import('#plugins/quay/web/Page.tsx');`,
  'tests/e2e/site.test.ts': `const BUILD = new URL('../../dist/web/', import.meta.url);`,
  'package.json': '{}',
};
const TESTS = Object.keys(FILES).filter((file) => file.includes('.test.'));

function writeTree(t: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'reach-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

const reached: [string, string[]][] = [
  ['core/server/ground/clock.ts', ['unit/clock']],
  ['tests/kit.ts', ['unit/boats']],
  ['tests/fixtures/boats/red.txt', ['unit/boats']],
  ['tests/unit/clock.test.ts', ['unit/clock']],
  ['locales/zh/quay.json', ['e2e/site', 'integration/texts']],
  ['core/server/migrations/0000.sql', ['integration/tables']],
  ['plugins/quay/server/index.ts', ['e2e/site', 'integration/start']],
  ['plugins/quay/web/Page.tsx', ['browser/page', 'e2e/site']],
  ['core/web/kernel/scope.ts', ['e2e/site']],
  ['package.json', TESTS.map((file) => file.replace(/^tests\/|\.test\.tsx?$/g, '')).toSorted()],
];
for (const [changed, tests] of reached) {
  test(`a change of ${changed} runs what it can reach`, (t) => {
    const { dependsOn } = createTestDependencies(writeTree(t), Object.keys(FILES));
    const found = TESTS.filter((file) => dependsOn(file, new Set([changed])));
    assert.deepEqual(found.map((file) => file.replace(/^tests\/|\.test\.tsx?$/g, '')).toSorted(), tests);
  });
}

test('what changed is what differs from a revision, and what git does not know yet', (t) => {
  const root = writeTree(t);
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'All');
  writeFileSync(join(root, 'locales/zh/quay.json'), '{ }');
  git('rm', '--quiet', 'tests/kit.ts');
  git('commit', '--quiet', '--all', '--message', 'Some');
  writeFileSync(join(root, 'core/server/ground/clock.ts'), '// later');
  writeFileSync(join(root, 'core/server/new.ts'), '');
  assert.deepEqual([...changedFiles(root, 'HEAD')].toSorted(), ['core/server/ground/clock.ts', 'core/server/new.ts']);
  const since = ['core/server/ground/clock.ts', 'core/server/new.ts', 'locales/zh/quay.json', 'tests/kit.ts'];
  assert.deepEqual([...changedFiles(root, 'HEAD~1')].toSorted(), since);
  assert.ok(listFiles(root).includes('core/server/new.ts'));
});
