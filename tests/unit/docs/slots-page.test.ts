import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { namesOfFace, PLUGIN_FACES } from '../../../scripts/sdk-faces.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');

/** The slots that a source declares: the constant by the slot's name. */
function slotsIn(file: string): [slot: string, constant: string][] {
  const declared = read(file).matchAll(/^export const (\w+) = slot<\w+>\(\s*'([\w.-]+)'/gm);
  return [...declared].map(([, constant = '', slot = '']) => [slot, constant]);
}

/** Rows of the page: the constant by the slot's name, and the module that its table is of. */
function rowsOf(page: string): Map<string, { constant: string; face: string }> {
  const rows = new Map<string, { constant: string; face: string }>();
  let face = '';
  for (const line of page.split('\n')) {
    face = /^From `([^`]+)`/.exec(line)?.[1] ?? face;
    const [, slot, constant] = /^\| `([\w.-]+)` \|.*\| `(\w+)` \|$/.exec(line) ?? [];
    if (slot !== undefined && constant !== undefined) rows.set(slot, { constant, face });
  }
  return rows;
}

const rows = rowsOf(read('docs/plugins/slots.md'));

test('the page of slots lists every slot of the product, and where authors import it from', () => {
  const files = globSync(['plugins/*/api.ts', 'core/web/{tasks,runs,tools}/*.ts'], { cwd: root });
  const declared = new Map(files.flatMap(slotsIn));
  assert.ok(declared.size >= 15);
  assert.deepEqual(
    Object.fromEntries([...rows].map(([slot, { constant }]) => [slot, constant]).toSorted()),
    Object.fromEntries([...declared].toSorted()),
  );
  for (const [slot, { constant, face }] of rows) {
    assert.ok(
      namesOfFace(face).some(({ name, isType }) => name === constant && !isType),
      `${face} has no ${constant} for ${slot}`,
    );
  }
});

test('what plugins of the product offer is offered with every type of its slots', () => {
  for (const face of PLUGIN_FACES) {
    const names = new Set(namesOfFace(face).map(({ name }) => name));
    const file = face.replace('@reelport/core/', '').concat('/api.ts');
    const types = [...read(file).matchAll(/^export interface (\w+)/gm)].map(([, name = '']) => name);
    // Of a service that browser halves from outside do not get: docs/plugins/library.md says what they do.
    const missing = types.filter((name) => !names.has(name) && !['PickOptions', 'MaterialsLibrary'].includes(name));
    assert.deepEqual(missing, [], `${face} leaves out what ${file} declares`);
  }
});
