import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The sources of the browser build in dist/. */
const BUILD_SOURCES = ['host/web/', 'core/web/', 'plugins/', 'locales/', 'scripts/build-web.ts', 'rsbuild.config.ts'];
/** The top-level folders with which a path from the repository root may begin. */
const TREES = ['core', 'docs', 'examples', 'host', 'locales', 'plugins', 'scripts', 'tests'];
/** Files in which such strings are paths from the root; elsewhere they are URLs and names. */
const FROM_ROOT = /^(tests|scripts|host\/plugin-tools)\//;
/** Server code does not read browser halves from the folders that it names. */
const ON_SERVER = /^(core|host)\/server\//;
/** Names of whole trees, as tests join them to the root; a word like `host` is too common for that. */
const BARE = new Set(['docs', 'examples', 'locales', 'scripts']);
/** What everything depends on: packages, their settings, and the test runner. */
const EVERYTHING =
  /^(package\.json|package-lock\.json|(core\/(\w+\/)?)?tsconfig[^/]*\.json|tests\/browser\/rstest\.config\.ts|scripts\/testing\/)/;

const QUOTED = /'([^'\n]+)'|"([^"\n]+)"|`([\w@./#-]+)/g;

/** Finds out what test files depend on. */
export interface TestDependencies {
  /**
   * Whether the given file depends on one of the changed files, directly or not. All paths are relative to the root.
   */
  dependsOn(from: string, changed: ReadonlySet<string>): boolean;
}

/**
 * Follows every quoted path: imports, programs to start, texts, migrations, fixtures. A folder stands for everything in
 * it, and a path into `dist/` for the sources of the browser build. This errs on the side of too many dependencies.
 * @param root absolute path of the repository
 * @param files all its files, relative to the root
 */
export function createTestDependencies(root: string, files: readonly string[]): TestDependencies {
  const known = new Set(files);
  const read = new Map<string, readonly string[]>();

  const inFolder = (folder: string): readonly string[] => files.filter((file) => file.startsWith(folder));

  function filesAt(path: string): readonly string[] {
    if (known.has(path)) return [path];
    for (const ending of ['.ts', '.tsx', '.mjs', '.json', '/index.ts', '/index.tsx'])
      if (known.has(path + ending)) return [path + ending];
    if (path === 'dist' || path.startsWith('dist/')) return BUILD_SOURCES.flatMap(inFolder);
    // The root itself is only a base for other paths.
    return path === '' || path === '.' || path.startsWith('..') ? [] : inFolder(`${path}/`);
  }

  function leadsTo(file: string): readonly string[] {
    const before = read.get(file);
    if (before !== undefined) return before;
    // A deleted file has no dependencies, but may still be imported.
    const isCode = /\.(ts|tsx|mjs|js)$/.test(file) && existsSync(join(root, file));
    const text = isCode ? readFileSync(join(root, file), 'utf8') : '';
    const found = [...text.matchAll(QUOTED)].flatMap(([, single, double, template]) => {
      const path = (single ?? double ?? template ?? '').replace(/\?.*$/, '').replace(/\/$/, '');
      if (/^\.{1,2}\/.*\w/.test(path)) return filesAt(posix.join(posix.dirname(file), path));
      if (path.startsWith('#')) return filesAt(path.slice(1));
      if (!FROM_ROOT.test(file)) return [];
      const [tree = ''] = path.split('/');
      if (tree !== path ? TREES.includes(tree) : BARE.has(path)) return filesAt(path);
      return [];
    });
    const isOnServer = ON_SERVER.test(file);
    const unique = [...new Set(found)].filter((next) => !isOnServer || !/^plugins\/[^/]+\/web\//.test(next));
    read.set(file, unique);
    return unique;
  }

  return {
    dependsOn(from, changed) {
      for (const file of changed) if (EVERYTHING.test(file)) return true;
      const seen = new Set([from]);
      for (const file of seen) {
        if (changed.has(file)) return true;
        for (const next of leadsTo(file)) seen.add(next);
      }
      return false;
    },
  };
}

/** All files of a repository that git tracks or would add, relative to the root. */
export function listFiles(root: string): string[] {
  return git(root, ['ls-files', '--cached', '--others', '--exclude-standard']);
}

/** Files that differ from a revision, including untracked ones. */
export function changedFiles(root: string, revision: string): Set<string> {
  const others = git(root, ['ls-files', '--others', '--exclude-standard']);
  return new Set([...git(root, ['diff', '--name-only', '--no-renames', revision, '--']), ...others]);
}

function git(root: string, args: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.split('\n').filter((line) => line !== '');
}
