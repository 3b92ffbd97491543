import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import { defineServer } from '#core/server/plugins/server-plugin.ts';
import type { DiscoveredPlugin } from '#host/server/discover-plugins.ts';

const data = z.object({ ok: z.boolean() });
const ship = defineCall({
  method: 'GET',
  path: '/api/quay/ships/:id',
  summary: 'Reads.',
  params: z.object({ id: z.string() }),
  data,
});
const dock = defineCall({ method: 'POST', path: '/api/quay/ships/:id', summary: 'Writes.', params: ship.params, data });
const open = defineCall({ method: 'GET', path: '/api/quay/open', summary: 'Open.', access: 'public', data });
const crane = defineCall({ method: 'GET', path: '/api/quay/crane', summary: 'Operators.', access: 'operator', data });
const calls = { ship, dock, open, crane };

const manifest = definePlugin({
  id: 'quay',
  version: '1.0.0',
  title: 'core:welcome.name',
  routes: [{ path: '/quay', page: 'Quay', title: 'core:welcome.name' }],
  menus: [{ to: '/quay', section: 'tools', icon: 'film', order: 1, title: 'core:welcome.name' }],
});

function quayWith(all: DiscoveredPlugin['calls']): DiscoveredPlugin {
  return {
    manifest,
    calls: all,
    server: defineServer({
      manifest,
      routes(registry) {
        for (const call of Object.values(all)) registry.handle(call, async () => ({ ok: true, name: 'Swallow' }));
      },
      uploads: () => ({
        crate: {
          announce: async () => ({ maxSize: 1024, accept: ['video/mp4'] }),
          take: async () => ({}),
        },
      }),
    }),
  };
}

/** A plugin that ships with the product of the test: calls of every access, and uploads. */
export const quay = quayWith(calls);

/** The same in a later version of the product, where the answer of `GET /api/quay/ships/:id` has one field more. */
export const laterQuay = quayWith({
  ...calls,
  ship: defineCall({ ...ship, data: data.extend({ name: z.string() }) }),
});

/** One without which the installation cannot be run. */
export const needed: DiscoveredPlugin = {
  manifest: definePlugin({ id: 'account', version: '1.0.0', title: 'core:welcome.name', gate: { login: false } }),
  calls: {},
  server: undefined,
};
