import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { v7 as uuid } from 'uuid';

import { libraryOf } from '#tests/integration/materials/library-of.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';
import { until } from '#tests/until.ts';

import { startMixSite } from './mix-site.ts';
import { QUICK } from './video-formats.ts';

const { server } = await startMixSite({ after });
const { ctx } = server.composed;

test('without the library, what needs it says so in both languages; projects and lists stay', async () => {
  const { token, accountId } = await server.signIn({ level: 'level2' });
  const groups = ['a', 'b', 'c'].map((id) => ({ id, name: id, materials: [{ material: uuid() }] }));
  const document = { name: 'Port', ...QUICK, groups };
  const created = await server.call('POST', '/api/mixing/projects', { token, body: document });
  assert.equal(created.status, 200, created.envelope.message);
  const { id } = created.envelope.data as { id: string };

  assert.equal((await libraryOf(ctx).list(accountId)).total, 0);
  await ctx.plugins.setDisabled('materials', true, 'test');
  await until(() => ctx.use(LIBRARY) === undefined);

  const run = async (language: string) => {
    const headers = { 'accept-language': language };
    return server.call('POST', `/api/mixing/projects/${id}/runs`, { token, body: { count: 1, seed: 1 }, headers });
  };
  const refused = await run('en');
  assert.deepEqual([refused.status, refused.failure.error], [503, 'mixing:library-missing']);
  assert.match(refused.envelope.message, /The library is not available right now/);
  assert.match((await run('zh')).envelope.message, /素材库现在不可用/);
  const measured = await server.call('POST', '/api/mixing/measurements', {
    ...{ token, body: { document: { ...document, count: undefined }, count: 5 } },
  });
  assert.deepEqual([measured.status, measured.failure.error], [503, 'mixing:library-missing']);

  assert.equal((await server.call('GET', '/api/mixing/projects', { token })).status, 200);
  assert.equal((await server.call('GET', `/api/mixing/projects/${id}`, { token })).status, 200);
  assert.equal((await server.call('GET', `/api/tool-runs?tool=mixing.mix&of=${id}`, { token })).status, 200);
});
