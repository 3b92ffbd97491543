import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../docs/plugins/reference/', import.meta.url));

/** What each name of the reference has, by page and name. */
const entries = globSync('*.md', { cwd: folder })
  .filter((page) => page !== 'README.md')
  .flatMap((page) =>
    readFileSync(folder + page, 'utf8')
      .split(/^## /m)
      .slice(1)
      .map((text) => ({ at: `${page} ${text.slice(0, text.indexOf('\n'))}`, text: text.slice(text.indexOf('\n')) })),
  );

test('the reference says of each name what it is, not only how it is declared', () => {
  assert.ok(entries.length > 400);
  const bare = entries.filter(({ text }) => {
    const prose = text.replaceAll(/^```.*?^```$/gms, '').replaceAll(/^`import .*$/gm, '');
    return prose.trim() === '';
  });
  assert.deepEqual(
    bare.map(({ at }) => at),
    [],
  );
});

test('no mark-up of doc comments is left in the reference', () => {
  assert.deepEqual(
    entries.filter(({ text }) => /\{@|^@|\[object/m.test(text)).map(({ at }) => at),
    [],
  );
});

test('components that observe are shown as what they take, not as what the compiler makes of them', () => {
  const garbled = entries.filter(({ text }) => text.includes('NamedExoticComponent'));
  assert.deepEqual(
    garbled.map(({ at }) => at),
    [],
  );
});
