import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const SOURCES = '{core,host,plugins,scripts}/**/*.{ts,tsx,mjs}';
/** A folder of the machine on which something was written, at the beginning of a string. */
const PLACE = /['"`]\/(?:tmp|work|root|Users)\//;

test('no code reads or writes a folder that only the machine of its author has', () => {
  const files = globSync(SOURCES, { cwd: root, exclude: ['**/node_modules/**'] });
  assert.ok(files.length > 1000, 'the sources were found');
  const found = files.filter((file) => PLACE.test(readFileSync(root + file, 'utf8')));
  assert.deepEqual(found, []);
});
