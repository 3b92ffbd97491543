import assert from 'node:assert/strict';
import { test } from 'node:test';

import { z } from 'zod';

import { createNodeKeys } from '#core/server/services/media/node-key.ts';
import { defineOperation, type Operation } from '#core/server/services/media/operation.ts';
import { createOperationRegistry } from '#core/server/services/media/operation-registry.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

// Only handed on.
const runner = {} as MediaRunner;
const keyOf = createNodeKeys('test');
const bell = { hash: 'b'.repeat(64), name: 'bell.mp4', read: <T>(use: (path: string) => Promise<T>) => use('/bell') };

function cut(change: Partial<Operation> = {}): Operation {
  const params = z.strictObject({ start: z.number().default(0), end: z.number() });
  return defineOperation({
    ...{ name: 'crop.cut', version: 1, params },
    ...{ cost: ({ start, end }: z.output<typeof params>) => end - start, build: async () => undefined },
    ...change,
  });
}

function nodes(...operations: Operation[]) {
  const registry = createOperationRegistry(runner);
  registry.add(operations);
  return registry.node;
}

test('a node has the cost of its parameters and the hashes of its sources', () => {
  const node = nodes(cut())('crop.cut', { end: 4 }, { sources: [bell] });
  assert.deepEqual([node.operation, node.params, node.weight], ['crop.cut@1', { start: 0, end: 4 }, 4]);
  assert.deepEqual(node.sources, [bell.hash]);
});

test('what is built is given the runner, the sources and the checked parameters', async () => {
  const seen: unknown[] = [];
  const build: Operation['build'] = async (work, params) =>
    void seen.push(work.runner, work.sources, work.folder, params);
  const node = nodes(cut({ build }))('crop.cut', { end: 4 }, { sources: [bell] });
  const signal = new AbortController().signal;
  await node.build({ folder: '/work', inputs: [], signal, progress: () => undefined });
  assert.deepEqual(seen, [runner, [bell], '/work', { start: 0, end: 4 }]);
});

test('another version has another key, a default written out has not', () => {
  const key = (version: number, params: object) => keyOf(nodes(cut({ version }))('crop.cut', params));
  assert.notEqual(key(1, { end: 4 }), key(2, { end: 4 }));
  assert.equal(key(1, { end: 4 }), key(1, { start: 0, end: 4 }));
});

test('an operation that nobody has registered is named, with what to do', () => {
  const registered =
    /"crop.cut" is not registered: return it from "operations" in the server half of the plugin "crop"/;
  assert.throws(() => nodes()('crop.cut', {}), { name: 'TypeError', message: registered });
  assert.throws(() => nodes()(cut(), { end: 4 }), { name: 'TypeError', message: registered });
});

test('two operations of one name are refused', () => {
  assert.throws(() => nodes(cut(), cut()), { name: 'TypeError', message: /"crop.cut" is registered twice; rename/ });
});

test('parameters that do not fit are refused before anything is built', () => {
  assert.throws(() => nodes(cut())('crop.cut', { end: '4' }), { name: 'TypeError', message: /"crop.cut".*end/s });
  assert.throws(() => nodes(cut())('crop.cut', { end: 4, until: 5 }), { name: 'TypeError', message: /until/ });
});

for (const cost of [NaN, Infinity, -1]) {
  test(`a cost of ${cost} is refused`, () => {
    assert.throws(() => nodes(cut({ cost: () => cost }))('crop.cut', { end: 4 }), /cost must be CPU seconds from 0/);
  });
}

for (const name of ['cut', '.cut', 'crop.', 'crop.Cut', 'crop.cut now']) {
  test(`the name "${name}" is refused`, () => {
    assert.throws(() => cut({ name }), { name: 'TypeError', message: /must be named "<plugin>.<name>"/ });
  });
}

for (const version of [0, 1.5]) {
  test(`the version ${version} is refused`, () => {
    assert.throws(() => cut({ version }), { name: 'TypeError', message: /version must be a whole number from 1/ });
  });
}
