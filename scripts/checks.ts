import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findAuthorFolder } from '#host/plugin-tools/author-folder.ts';
import { linkWorkbench } from '#host/plugin-tools/link-workbench.ts';
import { readTexts, writeTextTypes } from '#host/plugin-tools/texts.ts';

import { runCommand, type CommandResult } from './testing/processes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A static check. */
export interface Check {
  name: string;
  /** A program of node_modules/.bin, or `node`, with its arguments. */
  command: [string, ...string[]];
}

/** Generators of files. With `--check` they compare instead of writing. */
const GENERATORS: Check[] = [
  { name: 'look page', command: ['node', 'scripts/generate-look-page.ts'] },
  { name: 'SDK surface', command: ['node', 'scripts/generate-sdk-surface.ts'] },
  { name: 'API reports', command: ['node', 'scripts/generate-api-report.ts'] },
  { name: 'landing numbers', command: ['node', 'scripts/generate-landing-numbers.ts'] },
  { name: 'migrations', command: ['node', 'scripts/generate-migrations.ts'] },
  { name: 'WebAssembly', command: ['node', 'scripts/generate-webassembly.ts'] },
  { name: 'lock file', command: ['node', 'scripts/complete-lock.mjs'] },
];

/** All checks; each is fast enough to run before every commit. */
const CHECKS: Check[] = [
  { name: 'types and lint', command: ['node', 'scripts/lint.ts'] },
  { name: 'lint rules', command: ['node', 'scripts/check-lint-rules.ts'] },
  { name: 'format', command: ['oxfmt', '--list-different'] },
  { name: 'layers', command: ['node', 'scripts/check-layers.ts'] },
  { name: 'texts', command: ['node', 'scripts/check-texts.ts'] },
  { name: 'events', command: ['node', 'scripts/check-events.ts'] },
  { name: 'live data', command: ['node', 'scripts/check-live-data.ts'] },
  { name: 'unused code', command: ['knip', '--no-config-hints'] },
  { name: 'docs', command: ['node', 'scripts/check-docs.ts'] },
  { name: 'doc comments', command: ['node', 'scripts/check-docblocks.ts'] },
  ...GENERATORS.map(({ name, command }): Check => ({ name, command: [...command, '--check'] })),
];

/** The outcome of a check. */
interface CheckResult extends Check, Omit<CommandResult, 'code'> {
  passed: boolean;
}

/** Runs a check to completion. */
export async function runCheck(check: Check): Promise<CheckResult> {
  const path = `${dirname(process.execPath)}:${root}node_modules/.bin:${process.env['PATH']}`;
  const { code, ...result } = await runCommand(check.command, { cwd: root, env: { ...process.env, PATH: path } });
  return { ...check, ...result, passed: code === 0 };
}

/** All checks, ready to run. */
export function listChecks(): Check[] {
  // Plugins as authors write them are checked as authors have them: with a link to the workbench, and types of their texts.
  for (const file of globSync('{examples/plugins,tests/fixtures}/*/plugin.ts', { cwd: root })) {
    const folder = findAuthorFolder(join(root, dirname(file)));
    linkWorkbench(folder.root);
    writeTextTypes(folder, basename(folder.root), readTexts(folder).texts);
  }
  return CHECKS;
}

/** Runs all checks; prints a line for each, and the full output of those that fail. */
export function runChecks(): Promise<CheckResult[]> {
  return runAll(listChecks());
}

/** Writes all generated files. */
export function runGenerators(): Promise<CheckResult[]> {
  return runAll(GENERATORS);
}

async function runAll(checks: Check[]): Promise<CheckResult[]> {
  const waiting = [...checks];
  const results: CheckResult[] = [];
  const lane = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const result = await runCheck(check);
      results.push(result);
      const busy = `${result.seconds.toFixed(1)} s, ${result.processorSeconds.toFixed(1)} s of a processor`;
      console.log(`${result.passed ? '✔' : '✖'} ${result.name} (${busy})`);
      if (!result.passed) console.log(result.output.trimEnd());
    }
  };
  await Promise.all([lane(), lane()]);
  return results;
}
