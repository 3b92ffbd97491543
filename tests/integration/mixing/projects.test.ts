import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { v7 as uuid } from 'uuid';

import type { ToolRunState } from '#core/contract/tool-run-calls.ts';
import { migrate } from '#core/server/ground/database/migrate.ts';
import type { ServerEvent } from '#core/server/services/events/events.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { migrationSources } from '#host/server/migration-sources.ts';
import type { MixCard, MixProjectRow } from '#plugins/mixing/calls.ts';
import { mixingRuns } from '#plugins/mixing/server/tables.ts';

import { addMixOutput, addMixRun } from './add-run.ts';
import { projectOf, startMixSite } from './mix-site.ts';

const { server } = await startMixSite({ after });
const { ctx } = server.composed;

async function create(token: string, name: string): Promise<MixProjectRow> {
  const { envelope } = await server.call('POST', '/api/mixing/projects', { token, body: projectOf([], { name }) });
  return envelope.data as MixProjectRow;
}

interface Cards {
  items: MixCard[];
  nextCursor: string | null;
  total: number;
}

async function cards(token: string, query: Record<string, string> = {}): Promise<Cards> {
  const { envelope } = await server.call('GET', `/api/mixing/cards?${new URLSearchParams(query).toString()}`, {
    token,
  });
  assert.equal(envelope.code, 1, envelope.message);
  return envelope.data as Cards;
}

async function addRun(accountId: string, projectId: string, state: ToolRunState, videos = 0): Promise<void> {
  const scope = ctx.db.scope(accountId);
  const run = await addMixRun(scope, projectId, { state });
  for (let position = 0; position < videos; position++) {
    await addMixOutput(scope, run, { position, file: { id: uuid() } });
  }
}

test('all cards come page by page, each once, and a page says how many there are', async () => {
  const { token } = await server.signIn();
  const names = Array.from({ length: 7 }, (_, index) => `Project ${index}`);
  for (const name of names) await create(token, name);
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Cards = await cards(token, { limit: '3', ...(cursor === null ? {} : { cursor }) });
    assert.equal(page.total, 7);
    found.push(...page.items.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== null);
  assert.deepEqual(found, names.toReversed());
  for (const wrong of ['x', '1_2', `-1_${uuid()}`, `1e99_${uuid()}`]) {
    const answer = await server.call('GET', `/api/mixing/cards?cursor=${encodeURIComponent(wrong)}`, { token });
    assert.equal(answer.status, 422, wrong);
  }
});

test('a search finds names by their words, by pinyin and by its initials', async () => {
  const { token } = await server.signIn();
  for (const name of ['夏季新品', 'Harbour 100%', '秋季新品 Two']) await create(token, name);
  const names = async (q: string) => (await cards(token, { q })).items.map(({ name }) => name);
  assert.deepEqual(await names('新品'), ['秋季新品 Two', '夏季新品']);
  assert.deepEqual(await names('xiaji'), ['夏季新品']);
  assert.deepEqual(await names('qjxp'), ['秋季新品 Two']);
  assert.deepEqual(await names('two 秋季'), ['秋季新品 Two']);
  assert.deepEqual(await names('HARB'), ['Harbour 100%']);
  assert.deepEqual(await names('0%'), ['Harbour 100%']);
  assert.deepEqual(await names('_'), []);
  assert.equal((await cards(token, { q: '新品' })).total, 2);
});

test('cards are told apart by the last run, and say what all of them made', async () => {
  const { token, accountId } = await server.signIn();
  const [draft, busy, done, stopped] = [
    await create(token, 'Draft'),
    await create(token, 'Busy'),
    await create(token, 'Done'),
    await create(token, 'Stopped'),
  ];
  await addRun(accountId, busy.id, 'done', 1);
  await addRun(accountId, busy.id, 'paused', 2);
  await addRun(accountId, done.id, 'done', 3);
  await addRun(accountId, stopped.id, 'cancelled');
  const ids = async (state: string) => (await cards(token, { state })).items.map(({ id }) => id);
  assert.deepEqual(await ids('draft'), [draft.id]);
  assert.deepEqual(await ids('working'), [busy.id]);
  assert.deepEqual(await ids('done'), [done.id]);
  assert.deepEqual(await ids('failed'), [stopped.id]);
  const { items, total } = await cards(token, { state: 'working' });
  assert.deepEqual([total, items[0]?.videos, items[0]?.run?.made], [1, 3, 2]);
  assert.notEqual(items[0]?.ranAt, null);
  assert.equal((await cards(token, { state: 'draft' })).items[0]?.ranAt, null);
});

test('a card counts groups and clips', async () => {
  const { token } = await server.signIn();
  const body = projectOf([[uuid(), uuid()], [], [uuid()]]);
  await server.call('POST', '/api/mixing/projects', { token, body });
  const [card] = (await cards(token)).items;
  assert.deepEqual([card?.groups, card?.clips], [3, 3]);
});

test('a copy is a project of its own, named as its maker says or as a copy', async () => {
  const { token } = await server.signIn();
  const first = await create(token, 'Port');
  const copy = async (name: string) =>
    (await server.call('POST', `/api/mixing/projects/${first.id}/copies`, { token, body: { name } })).envelope
      .data as MixProjectRow;
  const named = await copy('Harbour');
  assert.notEqual(named.id, first.id);
  assert.deepEqual([named.document.name, named.revision], ['Harbour', 1]);
  assert.equal((await copy('')).document.name, 'Port (copy)');
  assert.equal((await copy('')).document.name, 'Port (copy) 2');
  assert.equal((await cards(token)).total, 4);
});

test('names that nobody typed get a number when another project of the account has them', async () => {
  const { token } = await server.signIn();
  const other = await server.signIn();
  const make = async (name: string, { by = token, id = '' } = {}) => {
    const query = `numbered=true${id === '' ? '' : `&id=${id}`}`;
    const { envelope } = await server.call('POST', `/api/mixing/projects?${query}`, {
      ...{ token: by, body: projectOf([], { name }) },
    });
    return envelope.data as MixProjectRow;
  };
  const nameOf = async (...args: Parameters<typeof make>) => (await make(...args)).document.name;
  const first = await make('New mix');
  assert.equal(first.document.name, 'New mix');
  assert.equal(await nameOf('New mix'), 'New mix 2');
  assert.equal(await nameOf('New mix', { by: other.token }), 'New mix');
  const id = uuid();
  // Sent twice it is one project, and keeps its number.
  assert.deepEqual([await nameOf('New mix', { id }), await nameOf('New mix', { id })], ['New mix 3', 'New mix 3']);
  await server.call('DELETE', `/api/mixing/projects/${first.id}`, { token });
  assert.equal(await nameOf('New mix'), 'New mix');
  assert.equal((await create(token, 'New mix')).document.name, 'New mix');
  const long = 'x'.repeat(100);
  assert.equal(await nameOf(long), long);
  assert.equal(await nameOf(long), `${'x'.repeat(92)} 2`);
  const at = await Promise.all(Array.from({ length: 4 }, () => nameOf('At once')));
  assert.deepEqual(at.sort(), ['At once', 'At once 2', 'At once 3', 'At once 4']);
});

test('what was deleted comes back', async () => {
  const { token } = await server.signIn();
  const { id } = await create(token, 'Port');
  assert.equal((await server.call('DELETE', `/api/mixing/projects/${id}`, { token })).status, 200);
  assert.equal((await server.call('GET', `/api/mixing/projects/${id}`, { token })).status, 404);
  assert.equal((await cards(token)).total, 0);
  for (let twice = 0; twice < 2; twice++) {
    assert.equal((await server.call('POST', `/api/mixing/projects/${id}/restore`, { token })).status, 200);
  }
  assert.equal((await cards(token)).total, 1);
});

test('projects of somebody else are not there', async () => {
  const { token } = await server.signIn();
  const other = await server.signIn();
  const { id, document } = await create(token, 'Mine');
  const calls: [string, string, unknown?][] = [
    ['GET', ''],
    ['PUT', '', { revision: 1, document }],
    ['DELETE', ''],
    ['POST', '/copies', { name: 'x' }],
    ['POST', '/restore'],
  ];
  for (const [method, path, body] of calls) {
    const answer = await server.call(method, `/api/mixing/projects/${id}${path}`, { token: other.token, body });
    assert.equal(answer.status, 404, `${method} ${path}`);
  }
  const preview = { document, projectId: id, count: 1 };
  for (const path of ['/api/mixing/measurements', '/api/mixing/previews']) {
    assert.equal((await server.call('POST', path, { token: other.token, body: preview })).status, 404, path);
  }
});

test('of two tabs the second saves only what it has seen, and every save is told', async () => {
  const { token, accountId } = await server.signIn();
  const told = () => events.filter(({ topic }) => topic === 'mixing.project').map(({ data }) => data);
  const events: ServerEvent[] = [];
  const ended = new AbortController();
  ctx.events.subscribe(accountId, (event) => events.push(event), ended.signal);
  const { id, document } = await create(token, 'Port');
  const save = (revision: number, name: string) =>
    server.call('PUT', `/api/mixing/projects/${id}`, { token, body: { revision, document: { ...document, name } } });
  const [first, second] = await Promise.all([save(1, 'One'), save(1, 'Two')]);
  assert.deepEqual([first.status, second.status].sort(), [200, 409]);
  const refused = first.status === 409 ? first : second;
  assert.match(refused.envelope.message, /changed elsewhere/);
  assert.equal((await save(2, 'Three')).status, 200);
  await server.call('DELETE', `/api/mixing/projects/${id}`, { token });
  for (let tries = 0; told().length < 4 && tries < 100; tries++) await sleep(50);
  ended.abort();
  assert.deepEqual(told(), [
    { projectId: id, revision: 1, deleted: false },
    { projectId: id, revision: 2, deleted: false },
    { projectId: id, revision: 3, deleted: false },
    { projectId: id, revision: 3, deleted: true },
  ]);
});

test('documents that no editor writes are refused, and break nothing', async () => {
  const { token } = await server.signIn();
  const group = { id: '1', name: 'One', materials: [] };
  const documents: Record<string, unknown> = {
    'two groups of one id': { ...projectOf([]), groups: [group, group] },
    'a field that is not known': { ...projectOf([]), owner: 'me' },
    'too many groups': projectOf(Array.from({ length: 21 }, () => [])),
    'a window that ends before it begins': {
      ...projectOf([]),
      groups: [{ ...group, materials: [{ material: 'x', windows: [{ start: 5, end: 1 }] }] }],
    },
    'a speed that is no number': { ...projectOf([]), groups: [{ ...group, speed: '2' }] },
  };
  for (const [what, document] of Object.entries(documents)) {
    assert.equal((await server.call('POST', '/api/mixing/projects', { token, body: document })).status, 422, what);
    for (const path of ['/api/mixing/measurements', '/api/mixing/previews']) {
      const answer = await server.call('POST', path, { token, body: { document, count: 1 } });
      assert.equal(answer.status, 422, `${what} at ${path}`);
    }
  }
  for (const name of ['\u0000', '\ud800', '__proto__']) {
    const body = projectOf([[name]], { name: `a${name}b` });
    const answer = await server.call('POST', '/api/mixing/projects', { token, body });
    assert.equal(answer.status, name === '__proto__' ? 200 : 422, JSON.stringify(name));
  }
});

test('a project that is created twice because no answer came is there once, as it was sent last', async () => {
  const { token } = await server.signIn();
  const path = `/api/mixing/projects?id=${uuid()}`;
  const send = async (name: string, of = token) =>
    await server.call('POST', path, { token: of, body: projectOf([], { name }) });
  const answers = await Promise.all([send('First'), send('First')]);
  const last = await send('Second');
  assert.equal(new Set([...answers, last].map(({ envelope }) => (envelope.data as MixProjectRow).id)).size, 1);
  assert.deepEqual(
    (await cards(token)).items.map(({ name }) => name),
    ['Second'],
  );

  const { id, document, revision } = last.envelope.data as MixProjectRow;
  const body = { revision, document: { ...document, name: 'Third' } };
  assert.equal((await server.call('PUT', `/api/mixing/projects/${id}`, { token, body })).status, 200);
  // Whoever sends the first one again now would write over what was saved since.
  assert.equal((await send('First')).status, 409);
  const stranger = await server.signIn();
  assert.equal((await send('Mine', stranger.token)).status, 409);
});

test('a project that was stored before sound could be evened has it evened, and a run that began then goes on as it began', async () => {
  const { token, accountId } = await server.signIn();
  const { id } = await create(token, 'Old');
  await addRun(accountId, id, 'paused');
  for (const table of ['mixing_projects', 'mixing_runs']) {
    await ctx.db.pool.query(`update ${table} set document = document - 'evenSound' where account_id = $1`, [accountId]);
  }
  await ctx.db.pool.query(`delete from reelport_migrations where plugin = 'mixing' and tag = '0003_even-sound'`);
  await migrate(ctx.db, migrationSources(await discoverPlugins()));
  const read = await server.call('GET', `/api/mixing/projects/${id}`, { token });
  assert.equal((read.envelope.data as MixProjectRow).document.evenSound, true);
  const [run] = await ctx.db.scope(accountId).select(mixingRuns, {});
  assert.equal(run?.document.evenSound, undefined);
});

test('a material is known by the projects that use it, as a clip or as music, and by no one else', async () => {
  const [mine, other] = [await server.signIn(), await server.signIn()];
  const [clip, song, spare] = [uuid(), uuid(), uuid()];
  const add = async (token: string, name: string, more: object) => {
    const { envelope } = await server.call('POST', '/api/mixing/projects', {
      token,
      body: { ...projectOf([], { name }), ...more },
    });
    return envelope.data as MixProjectRow;
  };
  const group = { id: 'g', name: 'g', materials: [{ material: spare }, { material: clip }] };
  const first = await add(mine.token, 'clips', { groups: [group] });
  const second = await add(mine.token, 'music', { music: { material: song } });
  await add(mine.token, 'neither', {});
  const uses = async (token: string, ids: string[]) => {
    const { envelope } = await server.call('POST', '/api/mixing/material-uses', { token, body: { ids } });
    assert.equal(envelope.code, 1, envelope.message);
    return envelope.data as { items: { id: string; title: string }[]; total: number };
  };
  assert.deepEqual(await uses(mine.token, [clip, song]), {
    items: [second, first].map(({ id, document }) => ({ id, title: document.name })),
    total: 2,
  });
  assert.deepEqual(await uses(mine.token, [uuid()]), { items: [], total: 0 });
  assert.deepEqual(await uses(other.token, [clip]), { items: [], total: 0 });
  await server.call('DELETE', `/api/mixing/projects/${first.id}`, { token: mine.token });
  assert.deepEqual(await uses(mine.token, [clip]), { items: [], total: 0 });
});
