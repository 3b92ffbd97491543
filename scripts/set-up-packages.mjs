import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

import { translate } from './launcher-texts.mjs';
import { SetUpError } from './set-up-error.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const STAMP = `${root}node_modules/.reelport-lock`;
const LOG = `${root}.cache/npm-ci.log`;
/** Programs for six systems that one package brings, 33 to 60 MB each, by system and processor. */
const ENGINES = `${root}node_modules/onnxruntime-node/bin/napi-v6`;

/** Installs the packages that package-lock.json lists, unless they are installed. */
export async function ensurePackages() {
  const lock = readFileSync(`${root}package-lock.json`);
  const hash = `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}`;
  if (read(STAMP) === hash) return;
  if (!installedAsLocked(lock.toString())) await install();
  removeOtherSystems();
  try {
    writeFileSync(STAMP, hash);
  } catch {
    // The user cannot write to this checkout: the comparison runs again next time.
  }
}

/**
 * The Node.js 24 that everything runs on: the pinned package, or the running Node.js on systems without that package.
 */
export function node24() {
  const pinned = `${root}node_modules/node-${process.platform}-${process.arch}/bin/node`;
  try {
    accessSync(pinned, constants.X_OK);
    return pinned;
  } catch {
    if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
    throw new SetUpError(translate('host:set-up.node24', { system: `${process.platform}-${process.arch}` }));
  }
}

/** Removes what only other systems can run, 200 MB of it. Nothing is lost where that is not allowed. */
function removeOtherSystems() {
  const others = foldersIn(ENGINES).flatMap((system) =>
    foldersIn(`${ENGINES}/${system}`).map((processor) => ({ system, processor })),
  );
  for (const { system, processor } of others) {
    if (system === process.platform && processor === process.arch) continue;
    try {
      rmSync(`${ENGINES}/${system}/${processor}`, { recursive: true, force: true });
    } catch {
      // The user cannot write to this checkout.
    }
  }
}

/** @param {string} path */
function foldersIn(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Whether node_modules, according to npm's own record of it, matches the lock file.
 * @param {string} lock
 */
function installedAsLocked(lock) {
  const noted = read(`${root}node_modules/.package-lock.json`);
  if (noted === undefined) return false;
  const installed = packagesOf(noted);
  return Object.entries(packagesOf(lock)).every(([place, entry]) => {
    const there = installed[place];
    return place === '' || (there === undefined ? entry.optional === true : there.version === entry.version);
  });
}

/**
 * @param {string} lock
 * @returns {Record<string, { version: string, optional?: boolean }>}
 */
function packagesOf(lock) {
  return /** @type {{ packages: ReturnType<typeof packagesOf> }} */ (JSON.parse(lock)).packages;
}

async function install() {
  console.log(translate('host:set-up.packages'));
  const began = Date.now();
  // --include, because NODE_ENV=production would omit what the checks and the tests need.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  args.push('--prefer-offline', '--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000');
  const { code, output } = await npm(args);
  if (code === 0) {
    console.log(translate('host:set-up.packages-done', { seconds: Math.round((Date.now() - began) / 1000) }));
    return;
  }
  mkdirSync(`${root}.cache`, { recursive: true });
  writeFileSync(LOG, output);
  if (/ENOSPC/.test(output)) throw new SetUpError(translate('host:set-up.disk-full', { folder: root }));
  if (/EACCES|EPERM|EROFS/.test(output))
    throw new SetUpError(translate('host:set-up.packages-refused', { folder: root }));
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH/.test(output)
  ) {
    throw new SetUpError(translate('host:set-up.packages-offline'));
  }
  throw new SetUpError(translate('host:set-up.packages-failed', { log: LOG }));
}

/**
 * @param {string[]} args
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function npm(args) {
  const script = process.env['npm_execpath'] ?? '';
  const [command, first] = basename(script).startsWith('npm') ? [process.execPath, [script]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own script would download gigabytes for graphics cards.
      env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
    child.once('error', () => reject(new SetUpError(translate('host:set-up.npm'))));
    child.once('close', (code) => resolve({ code, output }));
  });
}
