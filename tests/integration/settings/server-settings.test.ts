import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { z } from 'zod';

import { defineSettings } from '#core/contract/plugin-settings.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import { serverSettings } from '#core/server/services/settings/server-settings.ts';
import type { ServerSettingsChange } from '#core/server/services/settings/settings.ts';
import { narrowContext } from '#core/server/plugins/narrow-context.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import {
  extensions,
  startExtensionsServer,
  type ExtensionsServer,
} from '#tests/integration/extensions/extensions-kit.ts';
import { buildPackage } from '#tests/fixtures/plugin-package.ts';

const settings = defineSettings({
  account: z.object({ opacity: z.number().min(0).max(1).default(0.8), label: z.string().max(20).default('mine') }),
  operator: z.object({
    apiKey: z.string().default('').meta({ secret: true }),
    limit: z.int().min(1).max(10).default(5),
  }),
});
const manifest = definePlugin({ id: 'stamp', version: '1.0.0', title: 'extensions:title', settings });
const secret = defineSettings({ operator: z.object({ a: z.string().default('x') }) });
const hidden = definePlugin({
  ...{ id: 'backstage', version: '1.0.0', title: 'extensions:title', settings: secret },
  gate: { operator: true },
});

const scope = lastFirst({ after });
let server: ExtensionsServer;
let mine: { token: string; accountId: string };
before(async () => {
  const shipped = [manifest, hidden].map((known) => ({ manifest: known, calls: {}, server: undefined }));
  server = await startExtensionsServer(scope, { discovered: [extensions, ...shipped] });
  mine = await server.signIn();
});

const ctx = () => server.composed.ctx;
const setMine = (values: unknown, token = mine.token) =>
  server.call('PUT', '/api/settings/stamp', { token, body: { values } });
const setAll = (values: unknown, token = server.token, id = 'stamp') =>
  server.call('PUT', `/api/extensions/${id}/settings`, { token, body: { values } });
const told = (id: string, token?: string) =>
  server.call('GET', `/api/plugins/${id}/settings`, token === undefined ? {} : { token });
const valuesOf = (answer: { envelope: { data: unknown } }) => (answer.envelope.data as { values: unknown }).values;

test('an account sets what fits, and what does not is 422 with the field, keeping nothing of the request', async () => {
  assert.equal((await setMine({ opacity: 0.5 })).status, 200);
  const refused = await setMine({ label: 'fits', opacity: 7, stranger: 1 });
  assert.equal(refused.status, 422);
  assert.deepEqual(
    refused.failure.fields?.map(({ field }) => field),
    ['body.values.opacity', 'body.values.stranger'],
  );
  assert.ok(refused.failure.fields?.every(({ message }) => message !== ''));
  const { account } = serverSettings(ctx(), settings);
  assert.deepEqual(await account(mine.accountId), { opacity: 0.5, label: 'mine' });
  assert.equal((await setMine({ opacity: null })).status, 200);
  assert.deepEqual(await account(mine.accountId), { opacity: 0.8, label: 'mine' });
});

test('what one account has set, another neither reads nor has', async () => {
  const other = await server.signIn();
  await setMine({ label: 'only mine' });
  const answer = await server.call('GET', '/api/settings/stamp', { token: other.token });
  assert.deepEqual(valuesOf(answer), {});
  assert.equal((await serverSettings(ctx(), settings).account(other.accountId)).label, 'mine');
});

test('a secret is set and never told: not by an answer, not in the table, not in the audit log', async () => {
  const key = 'sk-very-secret-value';
  const answer = await setAll({ apiKey: key, limit: 7 });
  assert.equal(answer.status, 200);
  assert.deepEqual(valuesOf(answer), { limit: 7, apiKey: { set: true } });
  const again = await server.call('GET', '/api/extensions/stamp/settings', { token: server.token });
  assert.deepEqual(valuesOf(again), { limit: 7, apiKey: { set: true } });
  assert.deepEqual(valuesOf(await told('stamp', mine.token)), { limit: 7 });
  const { rows } = await ctx().db.pool.query<{ all: string }>(
    `select coalesce(jsonb_agg(s)::text, '') || (select jsonb_agg(a)::text from core_audit a)
       || (select coalesce(jsonb_agg(e)::text, '') from core_events e) as all from core_settings s`,
  );
  assert.equal(rows[0]?.all.includes(key), false);
  assert.ok(rows[0]?.all.includes('plugin.stamp'));
  assert.deepEqual(await serverSettings(ctx(), settings).operator(), { apiKey: key, limit: 7 });
  await setAll({ apiKey: null });
  assert.deepEqual(await serverSettings(ctx(), settings).operator(), { apiKey: '', limit: 7 });
});

test('operators are held to the schema, and nobody else sets anything', async () => {
  const refused = await setAll({ limit: 11 });
  assert.deepEqual([refused.status, refused.failure.fields?.[0]?.field], [422, 'body.values.limit']);
  assert.equal((await setAll({ stranger: 1 })).status, 422);
  assert.equal((await setAll({ limit: 2 }, mine.token)).status, 403);
  assert.equal((await server.call('GET', '/api/extensions/stamp/settings', { token: mine.token })).status, 403);
  assert.equal((await setAll({ a: 1 }, server.token, 'nobody')).status, 404);
  assert.equal((await setAll({ a: 1 }, server.token, 'account')).status, 404);
});

test('what operators set is told to whoever may see the plugin, and to nobody else', async () => {
  await setAll({ a: 'internal' }, server.token, 'backstage');
  assert.equal((await told('backstage', mine.token)).status, 404);
  assert.deepEqual(valuesOf(await told('backstage', server.token)), { a: 'internal' });
  assert.equal((await told('stamp')).status, 404);
  assert.equal((await told('nobody', mine.token)).status, 404);
  await ctx().plugins.setDisabled('stamp', true, 'test');
  assert.equal((await told('stamp', mine.token)).status, 404);
  await ctx().plugins.setDisabled('stamp', false, 'test');
});

test('two operators who set different things at once lose nothing', async () => {
  const shape = defineSettings({
    operator: z.object(Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`k${at}`, z.int().default(0)]))),
  });
  await server.install(buildPackage({ manifest: { id: 'crowd', settings: shape.schemas } }));
  await Promise.all(Array.from({ length: 6 }, (_, at) => setAll({ [`k${at}`]: at + 1 }, server.token, 'crowd')));
  assert.deepEqual(Object.keys(valuesOf(await told('crowd', mine.token)) as object).length, 6);
});

test('open browsers and server halves hear of every change', async () => {
  const heard: ServerSettingsChange[] = [];
  const topics: string[] = [];
  const end = new AbortController();
  const both = Promise.withResolvers<void>();
  const { onChange } = serverSettings(ctx(), settings);
  const check = () => {
    if (heard.length >= 2 && topics.includes('plugin-settings.stamp') && topics.includes('settings')) both.resolve();
  };
  const stop = onChange((change) => {
    heard.push(change);
    check();
  });
  ctx().events.subscribe(
    mine.accountId,
    ({ topic }) => {
      topics.push(topic);
      check();
    },
    end.signal,
  );
  // The first setting comes back once the connection listens.
  await ctx().db.notifications.listen({ topic: 'none', onMessage: () => undefined }, end.signal);
  await setAll({ limit: 3 });
  await setMine({ label: 'heard' });
  await both.promise;
  assert.deepEqual(heard, [
    { of: 'operator', accountId: null },
    { of: 'account', accountId: mine.accountId },
  ]);
  stop();
  end.abort();
});

test('a field that has become secret is not told any more, and what was sealed never comes out as plain', async () => {
  const of = (isSecret: boolean) =>
    defineSettings({
      operator: z.object({
        word: z
          .string()
          .default('')
          .meta(isSecret ? { secret: true } : {}),
      }),
    }).schemas;
  const install = (version: string, isSecret: boolean) =>
    server.install(buildPackage({ manifest: { id: 'turning', version, settings: of(isSecret) } }));
  await install('1.0.0', false);
  await setAll({ word: 'open' }, server.token, 'turning');
  assert.deepEqual(valuesOf(await told('turning', mine.token)), { word: 'open' });
  await install('1.1.0', true);
  assert.deepEqual(valuesOf(await told('turning', mine.token)), {});
  await setAll({ word: 'sealed' }, server.token, 'turning');
  await install('1.2.0', false);
  assert.deepEqual(valuesOf(await told('turning', mine.token)), {});
});

test('a server half reads its own settings through its own context, and no other plugin’s', async () => {
  await setAll({ limit: 4 });
  const own = serverSettings(narrowContext(ctx(), { id: 'stamp', uses: [] }), settings);
  assert.equal((await own.operator()).limit, 4);
  await assert.rejects(serverSettings(narrowContext(ctx(), { id: 'other', uses: [] }), settings).operator(), TypeError);
  assert.throws(() => serverSettings(ctx(), defineSettings({})), /definePlugin/);
});

test('removing a plugin takes what was set for it away', async () => {
  const shape = defineSettings({ operator: z.object({ w: z.string().default('').meta({ secret: true }) }) }).schemas;
  await server.install(buildPackage({ manifest: { id: 'passing', settings: shape } }));
  await setAll({ w: 'secret' }, server.token, 'passing');
  await ctx().plugins.remove('passing', 'test');
  const { rows } = await ctx().db.pool.query(`select key from core_settings where key like 'plugin.passing%'`);
  assert.deepEqual(rows, []);
});
