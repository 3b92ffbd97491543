import assert from 'node:assert/strict';
import { test } from 'node:test';

import { canonicalJson, createNodeKeys } from '#core/server/services/media/node-key.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';

function node(overrides: Partial<RenderNode> = {}): RenderNode {
  return { operation: 'clip', params: { a: 1, b: [1, 2] }, inputs: [], weight: 1, build: async () => {}, ...overrides };
}

test('equal nodes have equal keys, whatever the order of their fields', () => {
  const key = createNodeKeys('1');
  assert.equal(key(node()), key(node({ params: { b: [1, 2], a: 1, c: undefined } })));
  assert.equal(key(node()), createNodeKeys('1')(node({ weight: 5 })));
});

test('operation, parameters, inputs, sources and engine version each change the key', () => {
  const key = createNodeKeys('1');
  const keys = [
    key(node()),
    key(node({ operation: 'joint' })),
    key(node({ params: { a: 1, b: [2, 1] } })),
    key(node({ inputs: [node()] })),
    key(node({ inputs: [node(), node()] })),
    key(node({ sources: ['aa'] })),
    createNodeKeys('2')(node()),
  ];
  assert.equal(new Set(keys).size, keys.length);
});

test('parameters that JSON would lose are a mistake', () => {
  for (const params of [Number.NaN, { when: new Date() }, { list: [undefined] }, { size: 1n }, () => 1]) {
    assert.throws(() => canonicalJson(params), { name: 'TypeError', message: /plain JSON/ });
  }
});
