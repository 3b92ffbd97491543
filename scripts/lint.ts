import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { listFiles } from './testing/test-dependencies.ts';

// node scripts/lint.ts: has the linter check rules and types of the files that are not known to pass: those that have
// changed since, and those that import them. Results are cached in .cache/.

const root = fileURLToPath(new URL('..', import.meta.url));
const KEPT = join(root, '.cache/lint.json');
const CODE = /\.(ts|tsx|mts|mjs|js)$/;
const DATA = /^(?!.*\/migrations\/).*\.json$/;
const IMPORT = /(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g;
/** What affects every file: the rules, the compilers' settings, the packages. */
const FOR_ALL =
  /^(\.oxlintrc\.json|package-lock\.json|package\.json|(core\/(\w+\/)?)?tsconfig[^/]*\.json|scripts\/lint\.ts)$/;
/** Declaration files whose types are visible without an import. */
const EVERYWHERE = /^\s*declare (global|module)/m;
/** The keys that checks.ts declares for the code of plugins as authors write them. */
const EXAMPLE_TEXTS = /^(examples\/plugins|tests\/fixtures)\/[^/]+\/locales\/en\.json$/;

const files = listFiles(root).filter(
  (file) => existsSync(join(root, file)) && [CODE, DATA, FOR_ALL].some((kind) => kind.test(file)),
);
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const hashes = new Map(files.map((file) => [file, hashOf(file)]));
const code = files.filter((file) => CODE.test(file));
const importsOf = new Map(code.map((file) => [file, resolveImports(file)]));

const shared = files.filter(
  (file) =>
    FOR_ALL.test(file) || EXAMPLE_TEXTS.test(file) || file.endsWith('.d.ts') || EVERYWHERE.test(texts.get(file) ?? ''),
);
const forAll = sha256([...closureOf(shared)].map((file) => hashes.get(file)).join());
const known = readKept();
const keys = new Map(code.map((file) => [file, keyOf(file)]));
const unknown = code.filter((file) => known[file] !== keys.get(file));

if (unknown.length > 0) {
  // Naming no files means all of them, and no unlinted files are among them.
  const named = unknown.length > code.length / 2 ? [] : unknown;
  const { status, stdout } = spawnSync('oxlint', ['--deny-warnings', '--no-error-on-unmatched-pattern', ...named], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  console.log(stdout.trimEnd());
  // Matches ╭─[core/contract/call.ts:12:3], in box-drawing characters or in plain ones.
  const faulty = new Set(
    [...stdout.matchAll(/-\[([^\]\n]+?):\d+:\d+\]|─\[([^\]\n]+?):\d+:\d+\]/g)].map(([, a, b]) => a ?? b),
  );
  if (status !== 0) process.exitCode = 1;
  // Where it finds fault with anything but code, such as a project's settings, it leaves code unread.
  if (status === 0 || (faulty.size > 0 && [...faulty].every((file) => keys.has(file ?? '')))) {
    mkdirSync(dirname(KEPT), { recursive: true });
    writeFileSync(KEPT, JSON.stringify(Object.fromEntries([...keys].filter(([file]) => !faulty.has(file)))));
  }
}
console.log(`${unknown.length} of ${code.length} files were read by the linter.`);

/** A hash of a file, of everything that it imports, and of what affects all files. */
function keyOf(file: string): string {
  return sha256(forAll + [...closureOf([file])].map((one) => hashes.get(one)).join());
}

/** Files, and everything that they import. */
function closureOf(from: readonly string[]): Set<string> {
  const seen = new Set(from);
  for (const one of seen) for (const next of importsOf.get(one) ?? []) seen.add(next);
  return seen;
}

/** Of data only what its type follows from. */
function hashOf(file: string): string {
  const text = texts.get(file) ?? '';
  if (CODE.test(file) || FOR_ALL.test(file)) return sha256(text);
  const typical: Readonly<Record<string, unknown>> = { string: '', number: 0, boolean: true };
  const typed = (_: string, value: unknown) => typical[typeof value] ?? value;
  return sha256(JSON.stringify(JSON.parse(text), typed));
}

function resolveImports(file: string): string[] {
  return [...(texts.get(file) ?? '').matchAll(IMPORT)].flatMap(([, name = '']) => {
    const path = name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(file), name);
    if (!/^[#.]/.test(name)) return [];
    const found = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].find((ending) => hashes.has(path + ending));
    return found === undefined ? [] : [path + found];
  });
}

function readKept(): Record<string, string> {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(KEPT, 'utf8')));
  } catch {
    return {};
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
