import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { startSshPeer } from '#tests/fixtures/hosts/ssh-peer.ts';

import { startHosts } from './hosts-kit.ts';

test('a host in the server’s own network is not connected to unless operators allow that', async (t) => {
  const scope = lastFirst(t);
  const kit = await startHosts(scope, { onLoopback: false });
  const peer = await startSshPeer(scope);
  for (const ip of ['127.0.0.1', 'localhost', '::ffff:127.0.0.1', '169.254.169.254']) {
    const { id } = (await kit.add({ ip, port: peer.port }, { method: 'password', password: 'x' })).data;
    const checked = (await kit.call('POST', `/${id}/check`)).data;
    assert.deepEqual([checked.state, checked.offeredKey], ['failed', null], ip);
    assert.match(checked.cause ?? '', /may not be connected to/, ip);
  }
  assert.equal(peer.open.size, 0);
});
