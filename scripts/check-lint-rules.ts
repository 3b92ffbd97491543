import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

// Runs the linter's rules about our own parts, and the types of each half, on planted violations: with a typing error in
// a rule, its files or the settings of a project, the linter would pass everything. What applies depends on a file's
// path, so each planted tree is linted as if it were the root.

const root = fileURLToPath(new URL('..', import.meta.url));

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
function plantedIn(tree: string): string[] {
  return globSync('**/*.{ts,tsx,mjs}', { cwd: tree }).flatMap((file) =>
    readFileSync(join(tree, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const rule = /\/\/ breaks: (.+)$/.exec(line)?.[1];
        return rule === undefined ? [] : [`${file}:${index + 1} ${rule}`];
      }),
  );
}

/** @returns how many there are, all of which were found */
function findPlanted(
  name: string,
  options: { typeAware: boolean; typeCheck: boolean },
  settingsOfTypes: string[],
): number {
  const tree = join(root, 'tests/fixtures', name);
  const expected = plantedIn(tree);
  assert(expected.length > 0, `no planted violation was read in ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'reelport-lint-'));
  try {
    cpSync(tree, folder, { recursive: true });
    const settings = settingsSchema.parse(JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')));
    const own = { ...settings, ignorePatterns: ['node_modules'], options: { ...settings.options, ...options } };
    writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(own));
    for (const file of settingsOfTypes) cpSync(join(root, file), join(folder, file));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const difference = 'the planted violations are not exactly those that were found';
    assert.deepEqual(violationsIn(folder).sort(), expected.sort(), difference);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return expected.length;
}

// Without types: what the planted pages import does not exist.
const rules = findPlanted('lint', { typeAware: false, typeCheck: false }, []);
console.log(`Pages use the standard parts; ${rules} planted violations were found.`);
const projects = [
  'package.json',
  'tsconfig.json',
  ...['contract', 'server', 'web'].map((half) => `core/${half}/tsconfig.json`),
];
const faults = findPlanted('types', { typeAware: true, typeCheck: true }, projects);
console.log(`Types are checked in both halves and in what they share; ${faults} planted faults were found.`);
