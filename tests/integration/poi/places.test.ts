import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';

import type { CallData } from '#core/contract/call.ts';
import { callsAmong } from '#core/server/http/calls/call-exports.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import * as calls from '#plugins/poi/calls.ts';
import manifest from '#plugins/poi/plugin.ts';
import { POINTS_OF_INTEREST } from '#plugins/poi/server/api.ts';
import half from '#plugins/poi/server/index.ts';
import { startTestServer, type TestServer } from '#tests/integration/http/test-server.ts';

const scope = lastFirst({ after });
let server: TestServer;
before(async () => {
  server = await startTestServer(scope, { discovered: [{ manifest, calls: callsAmong(calls), server: half }] });
});

interface Listed {
  items: calls.Place[];
  nextCursor: string | null;
  total: number;
}
const facts = (poiId: string, written: Partial<calls.PlaceFacts> = {}): calls.PlaceFacts => ({
  ...{ poiId, name: `Store ${poiId}`, address: '1 Harbour Road', latitude: null, longitude: null },
  ...written,
});
const row = (number: number, poiId: string, written: Partial<calls.ImportRow> = {}): calls.ImportRow => ({
  ...{ row: number, poiId, name: `Store ${poiId}`, address: '1 Harbour Road', latitude: '', longitude: '' },
  ...written,
});

/** Somebody with no places yet. */
async function somebody() {
  const { token, accountId } = await server.signIn({ level: 'level1' });
  const call = async <T = calls.Place>(method: string, path: string, body?: unknown) => {
    const answer = await server.call(method, `/api/poi${path}`, { token, body });
    return { ...answer, data: answer.envelope.data as T };
  };
  const add = async (poiId: string, written?: Partial<calls.PlaceFacts>) =>
    (await call('POST', '/places', facts(poiId, written))).data;
  const list = async (query = '') => (await call<Listed>('GET', `/places${query}`)).data;
  const names = async (query = '') => (await list(query)).items.map(({ poiId }) => poiId);
  const importing = (isTrial: boolean, ...rows: calls.ImportRow[]) =>
    call<CallData<typeof calls.importPlaces>>('POST', '/imports', { rows, isTrial });
  return { token, accountId, call, add, list, names, importing };
}

test('places are listed newest first, page by page, searched and filtered', async () => {
  const { add, list, names } = await somebody();
  await add('a1', { name: '西湖店', address: '杭州' });
  await add('a_2', { latitude: 30.25, longitude: 120.125 });
  await add('a3');
  const first = await list('?limit=2');
  assert.deepEqual([first.items.map(({ poiId }) => poiId), first.total], [['a3', 'a_2'], 3]);
  assert.deepEqual(await names(`?limit=2&cursor=${first.nextCursor}`), ['a1']);
  assert.deepEqual(await names(`?q=${encodeURIComponent('西湖')}`), ['a1']);
  assert.deepEqual(await names('?q=a_'), ['a_2'], 'signs of patterns are letters');
  assert.deepEqual(await names('?located=yes'), ['a_2']);
  assert.deepEqual(await names('?located=no'), ['a3', 'a1']);
});

test('an id is one place’s of an account, and half a coordinate is refused', async () => {
  const { add, call } = await somebody();
  const one = await add('b1');
  const two = await add('b2');
  const again = await call('POST', '/places', facts('b1'));
  assert.deepEqual([again.status, again.failure.error], [409, 'poi:known']);
  assert.equal((await call('PUT', `/places/${two.id}`, facts('b1'))).status, 409);
  const moved = await call('PUT', `/places/${one.id}`, facts('b1', { latitude: 1, longitude: 2 }));
  assert.deepEqual([moved.data.latitude, moved.data.longitude], [1, 2]);
  assert.equal((await call('POST', '/places', facts('b3', { latitude: 1 }))).status, 422);
  assert.equal((await call('POST', '/places', facts('b 3'))).status, 422);
  const other = await somebody();
  assert.equal((await other.add('b1')).poiId, 'b1', 'another account may have the same');
});

test('places of others can neither be seen, changed nor removed', async () => {
  const [owner, stranger] = [await somebody(), await somebody()];
  const { id } = await owner.add('c1');
  assert.equal((await stranger.call('PUT', `/places/${id}`, facts('c1'))).status, 404);
  assert.deepEqual((await stranger.call<{ removed: number }>('POST', '/removals', { ids: [id] })).data, { removed: 0 });
  assert.deepEqual(await stranger.names(), []);
  assert.deepEqual((await owner.call<{ removed: number }>('POST', '/removals', { ids: [id] })).data, { removed: 1 });
  assert.deepEqual(await owner.names(), []);
});

test('an import writes all rows or none, and says first what it would do', async () => {
  const { add, names, list, importing } = await somebody();
  await add('d1');
  await add('d2', { name: 'Old' });
  const rows = [row(2, 'd1'), row(3, 'd2', { name: 'New' }), row(4, 'd3', { latitude: '1.5', longitude: '2' })];
  const bad = await importing(false, ...rows, row(5, 'd4', { name: '' }), row(6, 'd3'));
  assert.deepEqual(bad.data.faults, [
    { row: 5, field: 'name', text: 'Please fill this in.' },
    { row: 6, field: 'poiId', text: 'The same POI_ID as in row 4. Keep one of them.' },
  ]);
  assert.deepEqual(await names(), ['d2', 'd1'], 'nothing was written');
  const would = { faults: [], added: 1, changed: 1, same: 1 };
  assert.deepEqual((await importing(true, ...rows)).data, would);
  assert.deepEqual(await names(), ['d2', 'd1']);
  assert.deepEqual((await importing(false, ...rows)).data, would);
  assert.deepEqual(await names(), ['d3', 'd2', 'd1']);
  assert.equal((await list('?q=d2')).items[0]?.name, 'New');
  assert.deepEqual((await importing(true, ...rows)).data, { faults: [], added: 0, changed: 0, same: 3 });
  const many = Array.from({ length: calls.MOST_ROWS + 1 }, (_, index) => row(index + 2, `x${index}`));
  assert.equal((await importing(true, ...many)).status, 422);
});

test('what publishes finds places by its token, and counts the posts that name them', async () => {
  const { accountId, add, list, names } = await somebody();
  const { ctx } = server.composed;
  const poi = ctx.use(POINTS_OF_INTEREST);
  assert.ok(poi !== undefined);
  const { id } = await add('e1');
  await add('e2');
  assert.deepEqual((await poi.find(accountId, id))?.name, 'Store e1');
  assert.deepEqual(
    (await poi.search(accountId, 'E2', 10)).map(({ poiId }) => poiId),
    ['e2'],
  );
  const stranger = await somebody();
  assert.equal(await poi.find(stranger.accountId, id), undefined);
  const posts = [randomUUID(), randomUUID()];
  await ctx.db.transaction(async (tx) => {
    await poi.use(tx, accountId, id, posts);
    await poi.use(tx, stranger.accountId, id, [randomUUID()]);
  });
  assert.deepEqual(
    (await list('?used=yes')).items.map((place) => [place.poiId, place.posts]),
    [['e1', 2]],
  );
  await ctx.db.transaction((tx) => poi.release(tx, accountId, posts.slice(0, 1)));
  assert.equal((await list('?q=e1')).items[0]?.posts, 1);
  assert.deepEqual(await names('?used=no'), ['e2']);
});
