import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

/** The interfaces of a source, each with what is said of it, by name. */
function interfacesOf(source: string): Record<string, string> {
  const all = source.matchAll(/^\/\*\*(?:(?!\*\/)[^])*\*\/\n(?:export )?(interface (\w+) \{\n[^]*?\n\})$/gm);
  return Object.fromEntries([...all].map(([text, , name = '']) => [name, text.replace('\nexport ', '\n')]));
}

const page = read('docs/plugins/slots.md');
/** Where each slot is declared; the shape of one that has a page of its own in the reference is in the core. */
const declared = [...page.matchAll(/^\| `([\w.-]+)` \|.*\| (?:`([\w/.-]+)`|\[reference\/tasks\.md\].*) \|$/gm)].map(
  ([, slot = '', file = 'core/web/tasks/task-work.ts']) => ({ slot, file }),
);

test('the page of slots lists every slot that plugins of the product show, where it is declared', () => {
  assert.ok(declared.length >= 5);
  for (const { slot, file } of declared) assert.ok(read(file).includes(`'${slot}',`), `${slot} is not in ${file}`);
  const told = new Set(declared.map(({ slot }) => slot));
  for (const file of new Set(declared.map((one) => one.file))) {
    for (const [, slot = ''] of read(file).matchAll(/slot<\w+>\(\s*'([\w.-]+)'/g)) {
      assert.ok(told.has(slot), `${slot} of ${file} is not on the page`);
    }
  }
});

/** Of a service that plugins of the product have and others do not: docs/plugins/library.md says what they do. */
const OURS = ['PickOptions', 'MaterialsLibrary'];

test('the shapes on the page of slots are those of the code, word for word', () => {
  const sources = [...new Set(declared.map(({ file }) => file))].map((file) => interfacesOf(read(file)));
  const ofSlots = sources.flatMap((source) => Object.entries(source)).filter(([name]) => !OURS.includes(name));
  const shown = [...page.matchAll(/```ts\n([^]*?)```/g)].map(([, block = '']) => interfacesOf(block));
  assert.deepEqual(Object.assign({}, ...shown), Object.fromEntries(ofSlots));
});
