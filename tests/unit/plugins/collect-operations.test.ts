import assert from 'node:assert/strict';
import { test } from 'node:test';

import { z } from 'zod';

import { definePlugin } from '#core/contract/plugin.ts';
import { collectOperations } from '#core/server/plugins/collect-handlers.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { defineServer } from '#core/server/plugins/server-plugin.ts';
import { defineOperation } from '#core/server/services/media/operation.ts';

// Nothing of the context is used.
const ctx = {} as ServerContext;
const cut = defineOperation({
  ...{ name: 'crop.cut', version: 1, params: z.strictObject({}) },
  ...{ cost: () => 1, build: async () => undefined },
});
const plugin = (id: string) =>
  defineServer({
    manifest: definePlugin({ id, version: '1.0.0', title: `${id}:title` }),
    operations: () => [cut],
  });

test('operations of all plugins are gathered', () => {
  assert.deepEqual(collectOperations([plugin('crop')], ctx), [cut]);
});

test('an operation under the name of another plugin is refused', () => {
  assert.throws(() => collectOperations([plugin('mask')], ctx), {
    name: 'TypeError',
    message: /"crop.cut" of the plugin "mask" must be named "mask\.…"/,
  });
});
