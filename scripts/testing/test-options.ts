/** What `npm test` is asked to run. */
export interface TestOptions {
  /** Names that tests are chosen by, as {@link isNamed} reads them; empty for all. */
  names: readonly string[];
  /** The revision since which changes must be able to affect a test. */
  changedSince: string | undefined;
  /** What uses SQL runs on both engines. */
  onAllDatabases: boolean;
  inAllBrowsers: boolean;
}

/** The name that the checks are chosen by. */
export const CHECKS = 'checks';

export const HELP = `npm test [-- NAME … OPTION …]

A NAME is a folder of tests/, such as unit or browser/kernel, a test file with or without its ending, or "${CHECKS}".
Without any, everything runs.

  --changed[=REVISION]  only what changes since the revision can affect; since the last commit without one
  --all-databases       what uses SQL also runs on the embedded PostgreSQL
  --all-browsers        the main job is also walked in WebKit
  --help                this`;

/** A request that cannot be carried out, in a sentence for whoever typed it. */
export class UsageError extends Error {}

/**
 * Reads the words behind `npm test --`.
 * @param tests all test files, relative to tests/
 * @returns `help` where that is asked for
 * @throws UsageError for an unknown option, and for a name that no test has
 */
export function readTestOptions(words: readonly string[], tests: readonly string[]): TestOptions | 'help' {
  const options = words.filter((word) => word.startsWith('-'));
  if (options.some((option) => option === '--help' || option === '-h')) return 'help';
  const has = (name: string): boolean => options.includes(name);
  const [changed] = options.filter((option) => /^--changed(=|$)/.test(option));
  const known = ['--all-databases', '--all-browsers', changed];
  const unknown = options.find((option) => !known.includes(option));
  if (unknown !== undefined) throw new UsageError(`There is no option ${unknown}.\n\n${HELP}`);
  const names = words
    .filter((word) => !word.startsWith('-'))
    .map((name) => name.replace(/^(\.\/)?tests\//, '').replace(/\/$/, ''));
  const missing = names.filter((name) => name !== CHECKS && !tests.some((test) => isNamed(test, name)));
  if (missing.length > 0)
    throw new UsageError(
      `No test is named ${missing.join(', ')}: tests/ has no such folder and no such *.test.ts file.`,
    );
  return {
    names,
    changedSince: changed === undefined ? undefined : (changed.split('=')[1] ?? 'HEAD'),
    onAllDatabases: has('--all-databases'),
    inAllBrowsers: has('--all-browsers'),
  };
}

/** Whether a test, as a path relative to tests/, is a file of this name or lies in a folder of it. */
export function isNamed(test: string, name: string): boolean {
  return test === name || test.startsWith(`${name}/`) || test.replace(/\.test\.tsx?$/, '') === name;
}
