import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { v7 as uuid } from 'uuid';

import { MAX_TEMPLATES, type MixTemplate } from '#plugins/mixing/calls.ts';
import { mixingTemplates } from '#plugins/mixing/server/tables.ts';

import { projectOf, startMixSite } from './mix-site.ts';

const { server } = await startMixSite({ after });
const { ctx } = server.composed;
const TEMPLATES = '/api/mixing/templates';

const bodyOf = (name: string, more: object = {}) => ({
  name,
  document: { ...projectOf([], { name: 'Port' }), ...more },
});

async function create(token: string, name: string): Promise<MixTemplate> {
  const { envelope } = await server.call('POST', TEMPLATES, { token, body: bodyOf(name) });
  assert.equal(envelope.code, 1, envelope.message);
  return envelope.data as MixTemplate;
}

async function list(token: string): Promise<MixTemplate[]> {
  const { envelope } = await server.call('GET', TEMPLATES, { token });
  return (envelope.data as { items: MixTemplate[] }).items;
}

/** A main account with two sub-accounts, each logged in. */
async function organisation() {
  const main = await server.signIn({ level: 'level1' });
  const subs = await ctx.db.transaction(async (tx) => {
    const made = [];
    for (const name of ['Ann', 'Bo']) {
      const { id } = await ctx.accounts.create(tx, { name, parentId: main.accountId });
      made.push({ accountId: id, ...(await ctx.accounts.openSession(tx, id)) });
    }
    return made;
  });
  const [ann, bo] = subs;
  assert.ok(ann && bo);
  return { main, ann, bo };
}

test('a project is kept as a template without its clips and music, and is listed, the newest first', async () => {
  const { token } = await server.signIn();
  const group = {
    id: 'g',
    name: 'Hook',
    materials: [{ material: uuid() }],
    transition: { kind: 'fade', seconds: 0.4 },
  };
  const more = { groups: [group], music: { material: uuid() }, shotSeconds: 2, titles: { texts: ['Look'] } };
  const { envelope } = await server.call('POST', TEMPLATES, { token, body: bodyOf('Mine', more) });
  const kept = envelope.data as MixTemplate;
  assert.deepEqual([kept.name, kept.own, kept.shared, kept.document.name], ['Mine', true, false, 'Mine']);
  assert.deepEqual([kept.document.groups[0]?.materials, kept.document.music], [[], null]);
  assert.deepEqual(kept.document.groups[0]?.transition, group.transition);
  assert.deepEqual([kept.document.shotSeconds, kept.document.titles?.texts], [2, ['Look']]);
  const later = await create(token, 'Later');
  assert.deepEqual(
    (await list(token)).map(({ id }) => id),
    [later.id, kept.id],
  );
});

test('its owner renames and deletes it; for anybody else it is not there', async () => {
  const [mine, other] = [await server.signIn(), await server.signIn()];
  const { id } = await create(mine.token, 'First');
  const renamed = await server.call('PATCH', `${TEMPLATES}/${id}`, { token: mine.token, body: { name: ' Second ' } });
  assert.equal((renamed.envelope.data as MixTemplate).name, 'Second');
  for (const [method, body] of [
    ['PATCH', { name: 'Third' }],
    ['PATCH', { shared: true }],
    ['DELETE', undefined],
  ] as const) {
    const refused = await server.call(method, `${TEMPLATES}/${id}`, { token: other.token, body });
    assert.deepEqual([refused.status, refused.failure.error], [404, 'mixing:template-missing'], method);
  }
  assert.deepEqual(await list(other.token), []);
  assert.equal((await server.call('DELETE', `${TEMPLATES}/${id}`, { token: mine.token })).status, 200);
  assert.deepEqual(await list(mine.token), []);
});

test('what is shared is seen by the organisation of its owner, by nobody else, and until it is shared no more', async () => {
  const { main, ann, bo } = await organisation();
  const stranger = await server.signIn();
  const { id } = await create(ann.token, 'Hook');
  const seen = async (token: string) => (await list(token)).map(({ name, own, owner }) => [name, own, owner]);
  const share = (shared: boolean) => server.call('PATCH', `${TEMPLATES}/${id}`, { token: ann.token, body: { shared } });
  assert.deepEqual([await seen(main.token), await seen(bo.token)], [[], []]);
  assert.equal((await share(true)).status, 200);
  assert.deepEqual(await seen(ann.token), [['Hook', true, 'Ann']]);
  for (const { token } of [main, bo]) assert.deepEqual(await seen(token), [['Hook', false, 'Ann']]);
  assert.deepEqual(await seen(stranger.token), []);
  // Who may use it may not change it.
  assert.equal((await server.call('DELETE', `${TEMPLATES}/${id}`, { token: main.token })).status, 404);
  await share(false);
  assert.deepEqual(await seen(bo.token), []);
});

test('what a disabled sub-account shared is not offered any more', async () => {
  const { main, ann } = await organisation();
  const { id } = await create(ann.token, 'Hook');
  await server.call('PATCH', `${TEMPLATES}/${id}`, { token: ann.token, body: { shared: true } });
  assert.equal((await list(main.token)).length, 1);
  await ctx.db.transaction((tx) => ctx.accounts.disable(tx, ann.accountId));
  assert.deepEqual(await list(main.token), []);
});

test('who is not logged in, a template without a name and an unknown field are refused', async () => {
  const { token } = await server.signIn();
  assert.equal((await server.call('GET', TEMPLATES)).status, 401);
  assert.equal((await server.call('POST', TEMPLATES, { body: bodyOf('x') })).status, 401);
  const { id } = await create(token, 'x');
  for (const body of [{ name: ' ' }, { name: 'x'.repeat(101) }, { shared: 'yes' }, { document: {} }]) {
    assert.equal((await server.call('PATCH', `${TEMPLATES}/${id}`, { token, body })).status, 422, JSON.stringify(body));
  }
  assert.equal((await server.call('POST', TEMPLATES, { token, body: { name: 'x' } })).status, 422);
});

test('an account keeps no more templates than that many', async () => {
  const { token, accountId } = await server.signIn();
  const { document } = await create(token, 'first');
  const rows = Array.from({ length: MAX_TEMPLATES - 1 }, () => ({
    ...{ id: uuid(), name: 'more', document, createdAt: new Date() },
  }));
  await ctx.db.scope(accountId).insert(mixingTemplates, rows);
  const refused = await server.call('POST', TEMPLATES, { token, body: bodyOf('one more') });
  assert.deepEqual([refused.status, refused.failure.error], [409, 'mixing:templates-too-many']);
});
