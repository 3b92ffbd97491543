import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';

// npm omits optional packages of other platforms from the lock file when the registry mirror in use does not have them,
// and `npm ci` then rejects the lock file. Their entries need no tarball, since npm only fetches packages for its own
// platform.

const path = new URL('../package-lock.json', import.meta.url);
/**
 * @typedef {{ version: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string> }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} Lock
 */
const lock = /** @type {Lock} */ (JSON.parse(readFileSync(path, 'utf8')));

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

/**
 * The `os`, `cpu` and `libc` fields of a platform package, read from its name.
 * @param {string} name
 */
function platformOf(name) {
  const words = name.replace(/^.*\//, '').split('-');
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  if (words.includes('wasm32')) return { cpu: ['wasm32'] };
  if (os === undefined || cpu === undefined) return undefined;
  const last = words.at(-1) ?? '';
  const libc = last.startsWith('musl') ? ['musl'] : last.startsWith('gnu') && os === 'linux' ? ['glibc'] : undefined;
  return { os: [os], cpu: [cpu], ...(libc === undefined ? {} : { libc }) };
}

/**
 * The folders in which Node.js looks for dependencies of the package at `place`, nearest first.
 * @param {string} place
 */
function foldersFrom(place) {
  const folders = [];
  for (let at = place; at !== ''; at = at.slice(0, at.lastIndexOf('node_modules/')).replace(/\/$/, '')) {
    folders.push(`${at}/node_modules/`);
  }
  return [...folders, 'node_modules/'];
}

/** @type {string[]} */
const missing = [];
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const platform = platformOf(name);
    if (platform === undefined || !/^\d/.test(version)) continue;
    const found = foldersFrom(place).find((folder) => `${folder}${name}` in lock.packages);
    if (found !== undefined && lock.packages[`${found}${name}`]?.version === version) continue;
    // Next to the package that needs it; nested inside it where another version is already there.
    const beside = place.slice(0, place.lastIndexOf('node_modules/')) + 'node_modules/';
    const folder = found === beside ? `${place}/node_modules/` : beside;
    missing.push(name);
    lock.packages[`${folder}${name}`] = {
      version,
      ...platform,
      ...(entry.dev === true ? { dev: true } : {}),
      optional: true,
    };
  }
}

if (missing.length > 0 && argv.includes('--check')) {
  console.error(`package-lock.json lacks ${missing.join(', ')}: npm run generate`);
  process.exit(1);
}
if (missing.length > 0) {
  const [root, ...others] = Object.entries(lock.packages);
  if (root === undefined) throw new TypeError('package-lock.json has no packages');
  others.sort(([a], [b]) => a.localeCompare(b, 'en'));
  lock.packages = Object.fromEntries([root, ...others]);
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
}
