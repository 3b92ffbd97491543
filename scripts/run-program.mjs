import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const SETPRIV = '/usr/bin/setpriv';

/**
 * Runs a program of this checkout, and exits the way it exits. Signals are passed on; since a terminal sends Ctrl-C to
 * the program as well, programs treat repeated signals as one. When this process or npm is killed, the program is asked
 * to stop.
 * @param {string} node the Node.js to run it on
 * @param {string[]} args the program, relative to the checkout, and its arguments
 * @param {{ cwd?: string, tether?: boolean }} [options] `tether` opens a channel that closes when this process dies,
 *   for systems that send no signal then
 * @returns {Promise<never>}
 */
export async function runProgram(node, args, options = {}) {
  const linux = process.platform === 'linux' && existsSync(SETPRIV);
  const [command, before] = linux ? [SETPRIV, ['--pdeathsig', 'TERM', '--', node]] : [node, []];
  const child = spawn(command, [...before, ...args], {
    cwd: options.cwd ?? root,
    stdio: options.tether === true ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    env: quickStart(process.env),
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  if (process.env['npm_lifecycle_event'] !== undefined) tieToParent(() => child.kill('SIGTERM'));
  return new Promise((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
    });
  });
}

/**
 * Halves the start-up time of Node.js processes: caches compiled code between runs, and resolves imports quickly. Child
 * processes of the program inherit it.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function quickStart(env) {
  const own = `--import=${new URL('quick-resolve.mjs', import.meta.url).href}`;
  const given = env['NODE_OPTIONS'] ?? '';
  const options = given.includes(own) ? given : `${given} ${own}`.trim();
  return { NODE_COMPILE_CACHE: `${root}.cache/node`, ...env, NODE_OPTIONS: options };
}

/**
 * A killed npm cannot pass on the signal; a changed parent process reveals it.
 * @param {() => void} orphaned
 */
function tieToParent(orphaned) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    orphaned();
  }, 250);
  timer.unref();
}
