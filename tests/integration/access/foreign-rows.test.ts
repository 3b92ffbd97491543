import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import type { Call } from '#core/contract/call.ts';
import { adapterBags } from '#core/server/services/providers/registry/adapter-settings.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import { buildSession } from '#core/server/testing/build-account.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import type { Channel, PublishTask } from '#plugins/publishing/calls.ts';
import type { Host } from '#plugins/hosts/calls.ts';
import type { Place } from '#plugins/poi/calls.ts';
import { openChoice } from '#plugins/publishing/server/channels/open-choices.ts';
import { publishingProducts } from '#plugins/publishing/server/tables.ts';
import { PublishingKit } from '#tests/integration/publishing/publishing-kit.ts';
import { workOf } from '#tests/integration/showcase/channel-work.ts';

import { comparable } from './comparable.ts';
import { nothing, samplesOf, type Ids, type Sample } from './call-samples.ts';

// Every call of these plugins, by its declaration, against every kind of caller: what an owner has is to anybody else as
// if it were not there. A new call is in it by itself, or stops it with a sentence that says what is missing.

const scope = lastFirst({ after });
const PLUGINS = ['publishing', 'showcase', 'hosts', 'poi', 'channels'];
const plugins = await discoverPlugins();
const calls = plugins
  .filter(({ manifest }) => PLUGINS.includes(manifest.id))
  .flatMap((plugin) => Object.values(plugin.calls));
/** What anybody may call who has a link or an address; it is held to what was published or signed elsewhere. */
const isOpen = ({ access }: Call): boolean => access === 'public';

/** In every text of an owner. */
const MARK = 'rose-window';
const TABLES = /^(publishing|showcase|hosts|poi|materials|core_(files|tool|ledger|holds|tasks))/;

interface Somebody {
  who: string;
  token: string;
  accountId: string;
  ids: Ids;
}
let kit: PublishingKit;
let owner: Somebody;
let others: readonly Somebody[];
let granted: Somebody;

before(async () => {
  kit = await PublishingKit.start(scope);
  const { server, own: ctx } = kit;
  await ctx.settings.set(
    choiceSetting('channels'),
    { adapters: ['quay.posts', 'showcase.pages'], orEmbedded: false },
    'test',
  );
  const target = { kind: 'targets', id: 'publishing.folder' } as const;
  const folder = await mkdtemp(join(tmpdir(), 'reelport-sent-'));
  scope.after(() => rm(folder, { recursive: true, force: true }));
  await ctx.settings.set(adapterBags(target).plain, { folder, perAccount: false }, 'test');
  await ctx.settings.set(choiceSetting('targets'), { adapters: [target.id], orEmbedded: false }, 'test');
  const { token, accountId } = kit.member;
  owner = await furnish('owner', { token, accountId }, MARK);
  const sub = async (name: string) => {
    const account = await ctx.accounts.create(ctx.db, { name, parentId: accountId });
    return { accountId: account.id, token: (await buildSession(ctx.db, { account })).token };
  };
  granted = await furnish('a sub-account that was given the account', await sub('granted'), 'granted');
  const users = { users: [granted.accountId] };
  const given = await kit.call('PUT', `channels/${owner.ids.channel}/users`, users);
  assert.equal(given.status, 200);
  others = [
    await furnish('a member of another tenant', await server.signIn({ level: 'level2' }), 'stranger'),
    await furnish('an operator', await server.signIn({ level: 'level2', operator: true }), 'operator'),
    await furnish('a sub-account', await sub('plain'), 'plain'),
    granted,
  ];
});

/** Gives somebody one of everything, with a word in each of its texts. */
async function furnish(who: string, caller: { token: string; accountId: string }, word: string): Promise<Somebody> {
  const { server, own: ctx } = kit;
  const { token, accountId } = caller;
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await server.call(method, path, { token, body });
    assert.equal(answer.status, 200, `${who}: ${method} ${path} ${JSON.stringify(answer.envelope)}`);
    return answer.envelope.data as T;
  };
  await kit.give(20, caller);
  const channel = (await kit.connect(word, token)).id;
  const material = await kit.clip(caller);
  await ctx.db.pool.query(
    `update materials_items set state = 'ready', seconds = 2, width = 160, height = 90, name = $2 where id = $1`,
    [material, `${word}.mp4`],
  );
  const host = await call<Host>('POST', '/api/hosts/nodes', {
    ...{ name: word, type: 'cloud', user: word, ip: '203.0.113.7', port: 22, elasticIp: null },
    ...{ region: word, provider: word, config: word, expiresOn: null },
    credential: { method: 'password', password: word },
  });
  const place = await call<Place>('POST', '/api/poi/places', {
    ...{ poiId: word, name: word, address: word, latitude: null, longitude: null },
  });
  const product = randomUUID();
  await ctx.db.scope(accountId).insert(publishingProducts, {
    ...{ id: product, url: `https://shop.example/${word}`, name: word, price: null, picture: null, usedAt: new Date() },
  });
  await call('PATCH', `/api/publishing/channels/${channel}`, { group: null, phone: word, remark: word, hostId: null });
  const task = await call<PublishTask>('POST', '/api/publishing/tasks', {
    ...{ key: randomUUID(), name: word, what: { materials: [material] }, channels: [channel], place: place.id },
    ...{ when: { kind: 'now' }, titles: [word], texts: [word] },
  });
  const { items } = await call<{ items: { id: string }[] }>('GET', `/api/publishing/posts?task=${task.id}`);
  const run = await call<{ id: string }>('POST', '/api/tool-runs', {
    ...{ tool: 'crop.cut', name: word, inputs: [material], settings: { window: { from: 0, to: 1 } } },
  });
  const { channel: site } = await call<{ channel: Channel }>('POST', '/api/publishing/connections', {
    ...{ adapter: 'showcase.pages', answers: { title: word, handle: `of-${word}` } },
  });
  assert.ok(site);
  const [known] = await ctx.db.pool
    .query<{ id: string }>(`select id from showcase_sites where account_id = $1`, [accountId])
    .then(({ rows }) => rows);
  const { provider } = await ctx.providers.one('channels', 'showcase.pages');
  const { keep } = await provider.authorise({
    ...{ state: '', redirect: server.address, answers: { title: word, handle: `of-${word}` }, account: accountId },
  });
  const { tokens: permission } = await provider.exchange({}, { redirect: server.address, keep });
  const video = kit.drawn();
  const post = { key: randomUUID(), title: word, text: word, topics: [word], video, cover: null };
  const showcasePost = await provider.publish({ ...post, audience: 'unlisted', at: null }, workOf(permission));
  const tokens = { access: `access ${word}`, refresh: null, expiresAt: null, refreshExpiresAt: null, scopes: [] };
  const offered = [{ owner: { id: 'of-choice', name: word, picture: null }, tokens }];
  const pending = { accountId, adapter: 'quay.posts', platform: 'quay', pending: null };
  const [choice, otherChoice] = [await openChoice(ctx, pending, offered), await openChoice(ctx, pending, offered)];
  const ids = {
    ...{
      channel,
      choice,
      otherChoice,
      material,
      host: host.id,
      place: place.id,
      product,
      task: task.id,
      post: items[0]?.id ?? '',
      run: run.id,
    },
    ...{ site: known?.id ?? '', showcasePost },
  };
  return { who, token, accountId, ids };
}

/** What a caller is answered, without what differs by time alone. */
async function ask({ method, path, body }: Sample, token: string | undefined): Promise<string> {
  const { status, envelope } = await kit.server.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  return `${status} ${JSON.stringify(envelope)}`;
}

/** What a call is asked about an owner's rows, and the same about what does not exist. */
function pairs(declared: Call, own: Ids): { sample: Sample; absent: Sample; namesRow: boolean }[] {
  const absents = samplesOf(declared, nothing(), own);
  return samplesOf(declared, owner.ids, own).map((sample, index) => {
    const absent = absents[index] ?? assert.fail('both are made alike');
    return { sample, absent, namesRow: JSON.stringify(sample) !== JSON.stringify(absent) };
  });
}

/** Everything that the database has of an account, and who may use what of it. */
async function rowsOf(accountId: string): Promise<string> {
  const { pool } = kit.own.db;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id' order by 1`,
  );
  const kept: string[] = [];
  for (const { name } of tables.filter((table) => TABLES.test(table.name))) {
    const { rows } = await pool.query<{ row: unknown }>(
      // What a platform says of a day is kept whoever plans, also somebody whom the account was given to.
      `select to_jsonb(t) - 'quota' as row from ${name} t where account_id = $1 order by (to_jsonb(t) - 'quota')::text`,
      [accountId],
    );
    kept.push(...rows.map(({ row }) => `${name} ${JSON.stringify(row)}`));
  }
  return kept.join('\n');
}

describe('what an owner has is to anybody else as if it were not there', () => {
  for (const declared of calls.filter((call) => !isOpen(call))) {
    const name = `${declared.method} ${declared.path}`;
    test(name, async () => {
      for (const { who, token, ids } of others) {
        const before = await rowsOf(owner.accountId);
        for (const { sample, absent, namesRow } of pairs(declared, ids)) {
          const what = `${who}: ${sample.path} ${JSON.stringify(sample.body)}`;
          assert.match(await ask(sample, undefined), /^401 /, `a visitor: ${sample.path}`);
          const answer = await ask(sample, token);
          // Of an account that was given to somebody its name is told, and nothing else.
          const isGiven = who === granted.who;
          const told = isGiven ? answer.replaceAll(`Quay ${MARK}`, '') : answer;
          assert.ok(!told.includes(MARK), `${what} tells ${told}`);
          const isToPost = isGiven && sample.body !== undefined && namesChannel(sample.body);
          if (namesRow && !isToPost) assert.equal(comparable(answer), comparable(await ask(absent, token)), what);
        }
        assert.equal(await rowsOf(owner.accountId), before, `${who} has changed something`);
      }
    });
  }
});

/** Whether something is to be posted to the account that was given. */
const namesChannel = (body: object): boolean =>
  ['channels', 'copies'].some(
    (name) => name in body && JSON.stringify(Reflect.get(body, name)).includes(owner.ids.channel),
  );

describe('the same requests reach what the owner has', () => {
  // What takes something away comes last.
  const order = ({ method, path }: Call) => (method === 'DELETE' || path.endsWith('removals') ? 1 : 0);
  for (const declared of calls.filter((call) => !isOpen(call)).sort((a, b) => order(a) - order(b))) {
    test(`${declared.method} ${declared.path}`, async () => {
      for (const { sample, absent, namesRow } of pairs(declared, owner.ids)) {
        if (!namesRow) continue;
        const answer = await ask(sample, owner.token);
        assert.notEqual(comparable(answer), comparable(await ask(absent, owner.token)), JSON.stringify(sample));
      }
    });
  }
});
