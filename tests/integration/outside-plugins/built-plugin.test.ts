import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { findAuthorFolder } from '#host/plugin-tools/author-folder.ts';
import { buildPlugin } from '#host/plugin-tools/build-plugin.ts';
import { packPlugin } from '#host/plugin-tools/pack-plugin.ts';
import { addPluginFolder } from '#host/server/outside-plugins/plugin-folders.ts';
import { startTestServer } from '#tests/integration/http/test-server.ts';
import { newMarksServer } from '#tests/integration/plugin-tools/marks-plugin.ts';

const CALLS = `import { defineCall } from '@reelport/core/contract';
import { z } from 'zod';

export const addMark = defineCall({
  method: 'POST',
  path: '/api/p/marks/marks',
  summary: 'Adds a mark.',
  body: z.strictObject({ name: z.string() }),
  data: z.object({ names: z.array(z.string()) }),
});
`;
const SERVER = `import { randomUUID } from 'node:crypto';

import { defineServer } from '@reelport/core/server';

import { addMark } from '../calls.ts';
import manifest from '../plugin.ts';
import { marks } from './tables.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes(calls, ctx) {
    calls.handle(addMark, async ({ body }, { caller }) => {
      const scope = ctx.db.scope(caller.accountId);
      await scope.insert(marks, { id: randomUUID(), name: body.name });
      return { names: (await scope.select(marks)).map(({ name }) => name) };
    });
  },
});
`;

test('what the author’s tools build is put into the data folder as it is, and runs', async (t) => {
  const root = await newMarksServer(t, { calls: CALLS, server: SERVER });
  const packed = packPlugin(await buildPlugin(findAuthorFolder(root)));

  const server = await startTestServer(lastFirst(t), { prepare: (dataDir) => addPluginFolder(dataDir, root) });
  assert.deepEqual(server.composed.halves.states().get('marks')?.problem, null);
  const { ctx } = server.composed;
  const known = await ctx.plugins.install(packed, { actor: 'test', source: 'test', untrusted: false, grants: [] });
  assert.equal(known.blocked, null);
  const { token } = await server.signIn();
  const added = await server.call('POST', '/api/p/marks/marks', { token, body: { name: 'North' } });
  assert.deepEqual(added.envelope.data, { names: ['North'] });
});
