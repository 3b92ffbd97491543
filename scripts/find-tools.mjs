import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Takes a third less of the processor than the whole browser. Older systems do not have it. */
export const HEADLESS = 'chromium-headless-shell';

export const WEBKIT_DRIVER = 'WebKitWebDriver';

/** Where packages are unpacked that are not to be installed. */
export const UNPACKED = fileURLToPath(new URL('../.cache/unpacked', import.meta.url));

/** The folder of Debian's PostgreSQL programs, of the oldest installed major version; undefined if there is none. */
export function debianPostgresql() {
  const folder = '/usr/lib/postgresql';
  const majors = existsSync(folder) ? readdirSync(folder).map(Number).filter(Number.isInteger) : [];
  return majors
    .sort((a, b) => a - b)
    .map((major) => `${folder}/${major}/bin`)
    .find((bin) => existsSync(`${bin}/initdb`));
}

/**
 * Chromium as the tests use it, without a window: the one that `CHROMIUM_PATH` names, the headless shell, or the whole
 * browser; undefined if there is none.
 */
export function findHeadlessChromium() {
  return findProgram('CHROMIUM_PATH', HEADLESS) ?? findChromium();
}

/** The whole Chromium: the one that `CHROMIUM_PATH` names, or the first one found; undefined if there is none. */
export function findChromium() {
  const found = findProgram('CHROMIUM_PATH', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
  if (found !== undefined || process.env['CHROMIUM_PATH']) return found;
  return ['Google Chrome', 'Chromium']
    .map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
    .find(executable);
}

/** Firefox: the one that `FIREFOX_PATH` names, or the first one found; undefined if there is none. */
export function findFirefox() {
  const found = findProgram('FIREFOX_PATH', 'firefox-esr', 'firefox');
  if (found !== undefined || process.env['FIREFOX_PATH']) return found;
  return ['/Applications/Firefox.app/Contents/MacOS/firefox'].find(executable);
}

/** The program that steers WebKitGTK: the one that `WEBKIT_DRIVER_PATH` names, or Debian's; undefined if there is none. */
export function findWebKitDriver() {
  return findProgram('WEBKIT_DRIVER_PATH', WEBKIT_DRIVER);
}

/**
 * OpenSSH's server: the one that `SSHD_PATH` names, an installed one, or the one that was unpacked for the tests with
 * its libraries, whose folder is told then; undefined if there is none that starts.
 * @returns {{ program: string, unpacked?: string } | undefined}
 */
export function findSshd() {
  const installed = process.env['SSHD_PATH'] || ['/usr/sbin/sshd', '/usr/local/sbin/sshd'].find(executable);
  if (installed) return executable(installed) ? { program: installed } : undefined;
  const program = join(UNPACKED, 'usr/sbin/sshd');
  const starts = executable(program) && spawnSync(program, ['-V'], { env: librariesIn(UNPACKED) }).status === 0;
  return starts ? { program, unpacked: UNPACKED } : undefined;
}

/**
 * The environment in which a program finds the libraries of the packages that were unpacked in a folder.
 * @param {string} folder
 */
export function librariesIn(folder) {
  const all = ['lib', 'usr/lib'].map((part) => join(folder, part)).filter((part) => existsSync(part));
  const found = all.flatMap((part) => readdirSync(part).map((name) => join(part, name)));
  return { ...process.env, LD_LIBRARY_PATH: found.join(':') };
}

/**
 * @param {string} variable environment variable with the program's path
 * @param {string[]} names
 */
function findProgram(variable, ...names) {
  const named = process.env[variable];
  if (named) return executable(named) ? named : undefined;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(executable);
}

/**
 * Whether there is a program of one of these names, or at the path that the environment names.
 * @param {string} variable
 * @param {string[]} names
 */
export function onPath(variable, ...names) {
  return findProgram(variable, ...names) !== undefined;
}

/** @param {string} path */
function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
