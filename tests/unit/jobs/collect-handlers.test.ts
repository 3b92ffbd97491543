import assert from 'node:assert/strict';
import { test } from 'node:test';

import { definePlugin } from '#core/contract/plugin.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { collectHandlers } from '#core/server/plugins/collect-handlers.ts';
import type { ServerPlugin } from '#core/server/plugins/server-plugin.ts';

// Handlers are collected here and never run, so nothing reads the context.
const context = {} as ServerContext;

function plugin(id: string, ...jobs: string[]): ServerPlugin {
  const manifest = definePlugin({ id, version: '1.0.0', title: `${id}:title` });
  return { manifest, jobs: () => Object.fromEntries(jobs.map((name) => [name, () => Promise.resolve()])) };
}

test('the handlers of all plugins are found by name', () => {
  const handlers = collectHandlers([plugin('mixing', 'mixing.render', 'mixing.plan'), plugin('materials')], context);
  assert.deepEqual(Object.keys(handlers), ['mixing.render', 'mixing.plan']);
});

test('a job that is not named after its plugin is refused with its right name', () => {
  assert.throws(() => collectHandlers([plugin('mixing', 'render')], context), {
    name: 'TypeError',
    message: 'job "render" of the plugin "mixing" must be named "mixing.render"',
  });
});

test('a job with two handlers is refused', () => {
  assert.throws(
    () => collectHandlers([plugin('mixing', 'mixing.a'), plugin('mixing', 'mixing.a')], context),
    TypeError,
  );
});
