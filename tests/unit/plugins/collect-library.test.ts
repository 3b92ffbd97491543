import assert from 'node:assert/strict';
import { test } from 'node:test';

import { definePlugin } from '#core/contract/plugin.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { collectLibrary } from '#core/server/plugins/collect-library.ts';
import type { MaterialLibrary } from '#core/server/services/library/library.ts';
import { defineServer, type ServerPlugin } from '#core/server/plugins/server-plugin.ts';

// Nothing of the context is used.
const ctx = {} as ServerContext;
const library = {} as MaterialLibrary;
const plugin = (id: string, provides?: ServerPlugin['library']): ServerPlugin =>
  defineServer({ manifest: definePlugin({ id, version: '1.0.0', title: `${id}:title` }), library: provides });

test('the library is that of the one plugin that provides it', () => {
  const found = collectLibrary([plugin('alpha'), plugin('beta', () => library)], ctx);
  assert.equal(found, library);
});

test('without such a plugin every use is a programmer’s error that says so', async () => {
  const missing = collectLibrary([plugin('alpha')], ctx);
  await assert.rejects(missing.find('account', []), { name: 'TypeError', message: /no installed plugin provides/ });
});

test('two plugins that provide one are named', () => {
  const both = [plugin('alpha', () => library), plugin('beta', () => library)];
  assert.throws(() => collectLibrary(both, ctx), { name: 'TypeError', message: /"alpha" and "beta"/ });
});
