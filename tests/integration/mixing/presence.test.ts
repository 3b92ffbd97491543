import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { v7 as uuid } from 'uuid';

import type { ServerEvent } from '#core/server/services/events/events.ts';
import type { MixProjectRow } from '#plugins/mixing/calls.ts';
import { until } from '#tests/until.ts';

import { projectOf, startMixSite } from './mix-site.ts';

const { server } = await startMixSite({ after });
const { ctx } = server.composed;

test('a window that has a project open is told to the windows of its account, and to nobody else', async () => {
  const [mine, other] = [await server.signIn(), await server.signIn()];
  const { envelope } = await server.call('POST', '/api/mixing/projects', { token: mine.token, body: projectOf([]) });
  const { id } = envelope.data as MixProjectRow;
  const end = new AbortController();
  const heard: ServerEvent[] = [];
  const strange: ServerEvent[] = [];
  ctx.events.subscribe(mine.accountId, (event) => void heard.push(event), end.signal);
  ctx.events.subscribe(other.accountId, (event) => void strange.push(event), end.signal);
  const path = `/api/mixing/projects/${id}/presence`;
  const body = { window: uuid(), says: 'here-who-else' };
  assert.equal((await server.call('POST', path, { token: mine.token, body })).status, 200);
  await until(() => heard.some(({ topic }) => topic === 'mixing.project-opened'), 'it is told');
  const told = heard.find(({ topic }) => topic === 'mixing.project-opened')?.data as { browser: unknown };
  assert.deepEqual(told, { ...body, projectId: id, browser: told.browser });
  assert.equal(typeof told.browser, 'string');
  assert.equal((await server.call('POST', path, { token: other.token, body })).status, 404);
  assert.equal((await server.call('POST', path, { body })).status, 401);
  for (const wrong of [{ ...body, says: 'maybe' }, { ...body, window: 'x' }, { says: 'here' }]) {
    assert.equal((await server.call('POST', path, { token: mine.token, body: wrong })).status, 422);
  }
  assert.deepEqual(
    strange.filter(({ topic }) => topic.startsWith('mixing.')),
    [],
  );
  end.abort();
});
