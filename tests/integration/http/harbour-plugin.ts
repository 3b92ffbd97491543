import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import { defineServer } from '#core/server/plugins/server-plugin.ts';
import type { DiscoveredPlugin } from '#host/server/discover-plugins.ts';

export const manifest = definePlugin({
  id: 'harbour',
  version: '1.0.0',
  title: 'core:welcome.name',
  gate: { feature: 14 },
});

const ship = z.object({
  name: z.string().min(2).max(10),
  tons: z.number().int().min(1).max(100),
  kind: z.enum(['tug', 'ferry']),
  crew: z
    .array(z.object({ id: z.uuid() }))
    .max(2)
    .default([]),
});
const echo = defineCall({
  method: 'POST',
  path: '/api/harbour/ships/:id',
  summary: 'Echoes.',
  params: z.object({ id: z.uuid() }),
  query: z.object({ limit: z.coerce.number().int().max(5).default(3) }),
  body: z.strictObject(ship.shape),
  data: z.object({ name: z.string(), limit: z.number(), account: z.string() }),
});
export const open = defineCall({
  method: 'GET',
  path: '/api/harbour/open',
  summary: 'Open.',
  access: 'public',
  data: z.object({ visitor: z.boolean() }),
});
export const crane = defineCall({
  method: 'GET',
  path: '/api/harbour/crane',
  summary: 'Operators.',
  access: 'operator',
  data: z.null(),
});
const broken = defineCall({
  method: 'GET',
  path: '/api/harbour/broken',
  summary: 'Breaks.',
  access: 'public',
  query: z.object({ how: z.string() }),
  data: z.object({ ok: z.boolean() }),
});
const nothing = defineCall({
  method: 'POST',
  path: '/api/harbour/nothing',
  summary: 'No body.',
  access: 'public',
  data: z.null(),
});
const own = defineCall({
  method: 'POST',
  path: '/api/harbour/own',
  summary: 'Own text.',
  access: 'public',
  body: z.object({ a: z.string().refine(() => false, { error: 'core:field.max', params: { max: 7 } }) }),
  data: z.null(),
});

const calls = { echo, open, crane, broken, nothing, own };
/** A plugin with calls of every kind of access, some of which go wrong. */
export const harbour: DiscoveredPlugin = {
  manifest,
  calls,
  server: defineServer({
    manifest,
    routes(registry) {
      registry.handle(echo, async ({ body, query }, { caller }) => {
        const leaky = { name: body.name, limit: query.limit, account: caller.accountId, secret: 'not in the schema' };
        return leaky;
      });
      registry.handle(open, async (_input, { caller }) => ({ visitor: caller === null }));
      registry.handle(crane, async () => null);
      registry.handle(broken, async ({ query }) => {
        if (query.how === 'business') fail('core:file-empty', { name: 'a.mp4' });
        if (query.how === 'conflict') fail('core:file-empty', { name: 'a.mp4' }, { kind: 'conflict', secCode: 408 });
        if (query.how === 'shape') return { ok: 'yes' } as never;
        if (query.how === 'disk-file') throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        if (query.how === 'disk-database') {
          throw new Error('Failed query', { cause: Object.assign(new Error('no space'), { code: '53100' }) });
        }
        throw new Error('the password is hunter2');
      });
      registry.handle(nothing, async () => null);
      registry.handle(own, async () => null);
    },
  }),
};
