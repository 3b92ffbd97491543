import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { listFiles } from './testing/test-dependencies.ts';

// node scripts/lint.ts: runs the type-aware linter on files that are not known to pass: those that have changed since,
// and those that import them. Results are cached in .cache/.

const root = fileURLToPath(new URL('..', import.meta.url));
const KEPT = join(root, '.cache/lint.json');
const CODE = /\.(ts|tsx|mts|mjs|js)$/;
const IMPORT = /(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g;
/** What affects every file: the rules, the compilers' settings, the packages. */
const FOR_ALL =
  /^(\.oxlintrc\.json|package-lock\.json|package\.json|(core\/web\/)?tsconfig[^/]*\.json|scripts\/lint\.ts)$/;
/** Declaration files whose types are visible without an import. */
const EVERYWHERE = /^\s*declare (global|module)/m;

const files = listFiles(root).filter((file) => existsSync(join(root, file)) && (CODE.test(file) || FOR_ALL.test(file)));
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const hashes = new Map(files.map((file) => [file, sha256(texts.get(file) ?? '')]));
const code = files.filter((file) => CODE.test(file));
const importsOf = new Map(code.map((file) => [file, resolveImports(file)]));

const shared = files.filter(
  (file) => FOR_ALL.test(file) || file.endsWith('.d.ts') || EVERYWHERE.test(texts.get(file) ?? ''),
);
const forAll = sha256(shared.map((file) => hashes.get(file)).join());
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
  if (status === 0 || faulty.size > 0) {
    mkdirSync(dirname(KEPT), { recursive: true });
    writeFileSync(KEPT, JSON.stringify(Object.fromEntries([...keys].filter(([file]) => !faulty.has(file)))));
  }
}
console.log(`${unknown.length} of ${code.length} files were read by the linter.`);

/** A hash of a file, of everything that it imports, and of what affects all files. */
function keyOf(file: string): string {
  const seen = new Set([file]);
  for (const one of seen) for (const next of importsOf.get(one) ?? []) seen.add(next);
  return sha256(forAll + [...seen].map((one) => hashes.get(one)).join());
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
