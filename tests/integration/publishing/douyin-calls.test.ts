import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { replaceAdapterSettings } from '#core/server/services/providers/registry/adapter-settings.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { DOUYIN } from '#plugins/channels/server/douyin/settings.ts';
import type { Channel } from '#plugins/publishing/calls.ts';
import { startDouyin } from '#tests/fixtures/channels/douyin-simulator.ts';
import { agreeAt } from '#tests/integration/channels/channel-case.ts';
import { startTestServer, type TestServer } from '#tests/integration/http/test-server.ts';

const scope = lastFirst({ after });
const ADAPTERS = ['channels.phone-kuaishou', 'channels.douyin', 'channels.phone-douyin', 'showcase.pages'];
let server: TestServer;
let page: URL;
before(async () => {
  server = await startTestServer(scope, { discovered: await discoverPlugins() });
  const { address } = (await startDouyin(scope)).platform;
  const { settings } = server.composed.ctx;
  page = new URL('/platform/oauth/connect/', address);
  const keys = { clientKey: 'client', clientSecret: 'client-secret', page: page.href, endpoint: address };
  await replaceAdapterSettings(settings, { kind: 'channels', id: 'channels.douyin', settings: DOUYIN }, keys, 'test');
});

const choose = (adapters: string[]) =>
  server.composed.ctx.settings.set(choiceSetting('channels'), { adapters, orEmbedded: false }, 'test');

/** The code that a site gets which has sent somebody to Douyin. */
async function codeFromDouyin(): Promise<string> {
  const asked = new URL(page);
  const query = {
    client_key: 'client',
    response_type: 'code',
    scope: DOUYIN.parse({ clientKey: 'client', clientSecret: 'client-secret' }).scopes,
  };
  for (const [name, value] of Object.entries({
    ...query,
    redirect_uri: 'https://elsewhere.example/back',
    state: 'theirs',
  })) {
    asked.searchParams.set(name, value);
  }
  return (await agreeAt(asked.href))['code'] ?? '';
}

const bind = (code: string, token?: string) => server.call('POST', `/api/douyinThird/bind?code=${code}`, { token });
const authorise = (code: string, token?: string) =>
  server.call('GET', `/api/project/douyinAuthorize/authorize?code=${code}`, { token });

test('a Douyin account is connected by the code that its owner comes back with, which is good once', async () => {
  await choose(ADAPTERS);
  const { token } = await server.signIn({ level: 'level1' });
  const code = await codeFromDouyin();
  assert.equal((await bind(code)).status, 401);
  const bound = await bind(code, token);
  assert.equal(bound.status, 200, JSON.stringify(bound.envelope));
  const channel = bound.envelope.data as Channel;
  assert.deepEqual([channel.platform, channel.adapter, channel.state], ['douyin', 'channels.douyin', 'normal']);
  const again = await bind(code, token);
  assert.deepEqual([again.status, again.failure.error], [422, 'publishing:channel.refused']);

  const authorised = await authorise(await codeFromDouyin(), token);
  assert.equal((authorised.envelope.data as Channel).id, channel.id, 'it is the same account');
  const { channels } = (await server.call('GET', '/api/publishing/channels', { token })).envelope.data as {
    channels: Channel[];
  };
  assert.deepEqual(
    channels.map(({ id }) => id),
    [channel.id],
  );
  assert.equal((await authorise('', token)).status, 422);
});

test('without a service for Douyin it says so, and nothing is connected', async () => {
  await choose(['channels.phone-douyin']);
  const { token } = await server.signIn({ level: 'level1' });
  const { status, failure } = await bind('code', token);
  assert.deepEqual([status, failure.error], [503, 'publishing:channel.no-service']);
});
