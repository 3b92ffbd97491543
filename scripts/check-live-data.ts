import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Checks that what calls the server has no timers: debouncing, polling and retrying are those of core/web/live. The check
// also has to find planted violations, so that it cannot pass by finding nothing.

const root = fileURLToPath(new URL('..', import.meta.url));
const planted = `${root}tests/fixtures/live-data/`;

const SOURCES = [
  'core/web/{session,settings,space,tasks}/*.ts',
  'host/web/**/*.{ts,tsx}',
  '{,examples/}plugins/*/web/**/*.{ts,tsx}',
];
const CALL = /\b(?:http|http\(\))\s*\.(?:call|send)\b/;
const TIMER = /\bset(?:Timeout|Interval)\(/;

/** Timers that belong to something else than loading. */
const ALLOWED: Readonly<Record<string, string>> = {
  'core/web/session/create-session.ts': 'logging out waits only so long for what has to end first',
  'plugins/account/web/captcha/Captcha.ts': 'after several misses the next captcha comes a moment later',
  'plugins/account/web/confirm/ConfirmLoginStore.ts': 'each poll of a login ends it or leads to its next state',
  'plugins/account/web/login/QrLogin.ts': 'each poll of a login ends it or leads to its next state',
  'plugins/materials/web/actions/LibraryActions.ts': 'browsers drop downloads that start at once',
};

function violationsIn(folder: string): string[] {
  const files = globSync(SOURCES, { cwd: folder, exclude: ['**/node_modules/**', '**/testing/**'] });
  return files
    .filter((file) => {
      const source = readFileSync(`${folder}${file}`, 'utf8').replaceAll(/\/\*.*?\*\/|^\s*\/\/[^\n]*/gms, '');
      return CALL.test(source) && TIMER.test(source);
    })
    .sort();
}

const expected = globSync('**/*.ts', { cwd: planted }).filter((file) =>
  readFileSync(`${planted}${file}`, 'utf8').startsWith('// breaks'),
);
assert(expected.length > 0, 'no planted violation was read');
assert.deepEqual(
  violationsIn(planted),
  expected.sort(),
  'the planted violations are not exactly those that were found',
);

const found = violationsIn(root);
for (const file of found) {
  if (!Object.hasOwn(ALLOWED, file)) {
    console.error(`${file} calls the server and has a timer: use LiveValue, LiveAnswer or LiveList of core/web/live/`);
  }
}
for (const file of Object.keys(ALLOWED))
  if (!found.includes(file)) console.error(`${file} needs no exception any more`);
if (found.join() !== Object.keys(ALLOWED).sort().join()) process.exit(1);
console.log(`What calls the server has no timers; ${expected.length} planted violations were found.`);
