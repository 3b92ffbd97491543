import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';

import { askService } from '#core/server/services/providers/ask-service.ts';
import { operatorBags } from '#core/server/services/settings/server-settings.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Host } from '#plugins/hosts/calls.ts';
import type { Channel } from '#plugins/publishing/calls.ts';
import { startSshPeer } from '#tests/fixtures/hosts/ssh-peer.ts';

import { PublishingKit } from './publishing-kit.ts';

test('what is asked about an account leaves through its host, and never from elsewhere', async (t) => {
  const scope = lastFirst(t);
  const [kit, peer] = [await PublishingKit.start(scope), await startSshPeer(scope, { password: 'quay' })];
  let asked = 0;
  const service = createServer((_request, response) => {
    asked += 1;
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  scope.after(async () => void service.close());
  const url = new URL(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  kit.platform.provider.profile = async () => {
    await askService({ url, does: 'tells of accounts', limit: 10_000, init: {}, take: (answer) => answer.text() });
    return { id: 'pier', name: 'Through', picture: null, followers: 1 };
  };
  await kit.own.settings.set(operatorBags('hosts').plain, { privateNetwork: true }, 'test');

  const { token } = kit.member;
  const node = async (method: string, path: string, body?: unknown) =>
    (await kit.server.call(method, `/api/hosts/nodes${path}`, { token, body })).envelope.data as Host;
  const { id } = await node('POST', '', {
    ...{ name: 'Way out', type: 'cloud', user: 'root', ip: '127.0.0.1', port: peer.port, elasticIp: null },
    ...{ region: null, provider: null, config: null, expiresOn: null },
    credential: { method: 'password', password: 'quay' },
  });
  const change = (hostId: string | null) => kit.call('PATCH', `channels/${kit.channel.id}`, { hostId });
  const refresh = () => kit.call('POST', `channels/${kit.channel.id}/refresh`);
  const { offeredKey } = await node('POST', `/${id}/check`);
  await node('POST', `/${id}/trust`, { fingerprint: offeredKey?.fingerprint });

  const strange = await change(kit.channel.id);
  assert.deepEqual([strange.status, strange.failure.error], [422, 'publishing:host-missing']);
  const offered = (await kit.call('GET', 'hosts')).envelope.data;
  assert.deepEqual(offered, { hosts: [{ id, name: 'Way out', isUp: true }] });
  assert.equal(((await change(id)).envelope.data as Channel).hostId, id);
  assert.equal(((await refresh()).envelope.data as Channel).name, 'Through');
  assert.deepEqual([peer.led, asked], [[url.host], 1]);

  await peer.stop();
  assert.equal((await refresh()).status, 503);
  await node('DELETE', `/${id}`);
  const refused = await refresh();
  assert.deepEqual([refused.status, refused.failure.error], [409, 'publishing:channel.host-gone']);
  assert.equal((await kit.channels())[0]?.isHostGone, true);
  const { task } = await kit.publish([await kit.clip()]);
  const [planned] = await kit.postsOf(task);
  assert.ok(planned);
  const { state, cause } = await kit.finish(planned.id);
  assert.deepEqual([state, cause?.next], ['failed', 'host']);
  assert.match(cause?.text ?? '', /节点已被删除|host .* was deleted/);
  assert.equal((await kit.balance()).available, 100, 'it takes nothing');
  assert.equal(asked, 1, 'it was not asked from here');
  assert.equal(((await change(null)).envelope.data as Channel).hostId, null);
  assert.equal((await refresh()).status, 200);
  assert.deepEqual([peer.led.length, asked], [1, 2]);
});
