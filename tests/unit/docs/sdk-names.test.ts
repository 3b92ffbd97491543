import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { FACES, namesOfFace } from '../../../scripts/sdk-faces.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Names that authors import, each with the files that declare one. */
const declared = new Map<string, Set<string>>();
for (const face of Object.keys(FACES)) {
  for (const { name, file } of namesOfFace(face)) declared.set(name, (declared.get(name) ?? new Set()).add(file));
}

/** What TypeScript knows without an import: of the language, and of pages. */
function globals(): Set<string> {
  const files = globSync('node_modules/@typescript/*/lib/lib.{dom,es5}.d.ts', { cwd: root });
  const source = files.map((file) => readFileSync(`${root}${file}`, 'utf8')).join('\n');
  return new Set(
    [...source.matchAll(/^(?:declare (?:var|function|class)|interface|type) (\w+)/gm)].map(([, name = '']) => name),
  );
}

test('what authors import never shadows a global of pages', () => {
  const known = globals();
  assert.ok(known.has('Storage') && known.has('Promise'), 'the globals were found');
  assert.deepEqual(
    [...declared.keys()].filter((name) => known.has(name)),
    [],
  );
});

test('each name that authors import stands for one thing, wherever it is imported from', () => {
  assert.ok(declared.size > 200);
  const shared = [...declared]
    .filter(([, files]) => files.size > 1)
    .map(([name, files]) => `${name}: ${[...files].join(', ')}`);
  assert.deepEqual(shared, []);
});
