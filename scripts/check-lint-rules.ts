import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

// Runs the linter's rules about our own parts on planted violations: with a typing error in its name or its files, a rule
// would pass everything. The rules depend on a file's path, so the planted tree is linted as if it were the root.

const root = fileURLToPath(new URL('..', import.meta.url));
const planted = join(root, 'tests/fixtures/lint');

const resultSchema = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string(),
      filename: z.string(),
      labels: z.tuple([z.object({ span: z.object({ line: z.number() }) })]).rest(z.unknown()),
    }),
  ),
});
const settingsSchema = z.looseObject({ ignorePatterns: z.array(z.string()), options: z.looseObject({}) });

function violationsIn(folder: string): string[] {
  const { stdout, stderr } = spawnSync('oxlint', ['--format', 'json'], { cwd: folder, encoding: 'utf8' });
  assert(stdout.startsWith('{'), `the linter answers data, not: ${stdout}${stderr}`);
  return resultSchema.parse(JSON.parse(stdout)).diagnostics.map(({ code, filename, labels: [{ span }] }) => {
    // react(forbid-elements)
    const rule = code.replace(/^(?:eslint-plugin-)?(\w+)\(([\w-]+)\)$/, '$1/$2');
    return `${filename}:${span.line} ${rule}`;
  });
}

/** Planted lines name the rule that they break: `// breaks: react/forbid-elements`. */
const expected = globSync('**/*.tsx', { cwd: planted }).flatMap((file) =>
  readFileSync(join(planted, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const rule = /\/\/ breaks: (.+)$/.exec(line)?.[1];
      return rule === undefined ? [] : [`${file}:${index + 1} ${rule}`];
    }),
);
assert(expected.length > 0, 'no planted violation was read');

const folder = mkdtempSync(join(tmpdir(), 'reelport-lint-'));
try {
  cpSync(planted, folder, { recursive: true });
  const settings = settingsSchema.parse(JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')));
  // Outside the repository there are no types to read.
  const alone = { ...settings, ignorePatterns: [], options: { ...settings.options, typeAware: false } };
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(alone));
  assert.deepEqual(
    violationsIn(folder).sort(),
    expected.sort(),
    'the planted violations are not exactly those that were found',
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`Pages use the standard parts; ${expected.length} planted violations were found.`);
