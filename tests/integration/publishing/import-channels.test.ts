import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { CallData } from '#core/contract/call.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import { operatorBags } from '#core/server/services/settings/server-settings.ts';
import { buildSession } from '#core/server/testing/build-account.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Host } from '#plugins/hosts/calls.ts';
import type { AccountRow, Channel, importChannels } from '#plugins/publishing/calls.ts';
import { startSshPeer } from '#tests/fixtures/hosts/ssh-peer.ts';

import { PublishingKit } from './publishing-kit.ts';

type Outcome = CallData<typeof importChannels>;
const scope = lastFirst({ after });
let kit: PublishingKit;
before(async () => {
  kit = await PublishingKit.start(scope);
  const adapters = ['quay.posts', 'channels.phone-xiaohongshu', 'channels.phone-wechat-channels'];
  await kit.own.settings.set(choiceSetting('channels'), { adapters, orEmbedded: false }, 'test');
});

type Written = Partial<Omit<AccountRow, 'row'>>;
const rowsOf = (...written: Written[]) => written.map((cells, index) => ({ row: index + 2, ...cells }));
async function send(rows: object[], isTrial: boolean, token: string) {
  const answer = await kit.call('POST', 'channel-imports', { rows, isTrial }, token);
  return { ...answer, outcome: answer.envelope.data as Outcome };
}
const counts = ({ faults, ...outcome }: Outcome) => ({ ...outcome, faults: faults.length });

test('accounts come from a spreadsheet: those by phone are ready, others wait for their owners', async () => {
  const { token } = await kit.server.signIn({ level: 'level2' });
  const rows = rowsOf(
    { platform: '小红书', name: ' 港口  茶铺 ', phone: '13800138000', group: '南区' },
    { platform: 'quay', name: '码头账号', remark: '老板的' },
    { platform: '视频号（手机发布）', name: '海港' },
  );
  const trial = await send(rows, true, token);
  assert.deepEqual(counts(trial.outcome), { added: 3, changed: 0, same: 0, pending: 1, faults: 0 });
  assert.deepEqual(await kit.channels(token), [], 'a trial writes nothing');

  assert.deepEqual((await send(rows, false, token)).outcome, trial.outcome);
  const told = (await kit.channels(token)).map(({ name, state, phone, group, remark }) => [
    ...[name, state, phone, group, remark],
  ]);
  assert.deepEqual(told.sort(), [
    ['海港', 'normal', null, null, null],
    ['港口 茶铺', 'normal', '13800138000', '南区', null],
    ['码头账号', 'pending', null, null, '老板的'],
  ]);
  const again = await send(rows, false, token);
  assert.deepEqual(counts(again.outcome), { added: 0, changed: 0, same: 3, pending: 0, faults: 0 });
  const changed = await send(rowsOf({ platform: 'xiaohongshu', name: '港口 茶铺', group: '北区' }), false, token);
  assert.deepEqual(counts(changed.outcome), { added: 0, changed: 1, same: 0, pending: 0, faults: 0 });
  const shop = (await kit.channels(token)).find(({ name }) => name === '港口 茶铺');
  assert.deepEqual([shop?.group, shop?.phone], ['北区', '13800138000'], 'empty cells say nothing');
});

test('an imported account becomes what its owner agrees to, and is found again by its row', async () => {
  const member = await kit.server.signIn({ level: 'level2' });
  const { token } = member;
  const rows = rowsOf({ platform: 'quay', name: '甲', group: '东区' }, { platform: 'quay', name: '乙' });
  await send(rows, false, token);
  const pending = (await kit.channels(token)).find(({ name }) => name === '甲') ?? assert.fail();
  const refused = await kit.publish([await kit.clip(member)], {}, [pending.id], token);
  assert.deepEqual([refused.status, refused.failure.error], [409, 'publishing:channel.pending']);

  const agree = async (channel: string, code: string) => {
    const begun = await kit.call('POST', 'connections', { adapter: 'quay.posts', channel }, token);
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
    const state = new URL((begun.envelope.data as { url: string }).url).searchParams.get('state') ?? '';
    return await kit.comeBack(`state=${state}&code=${code}`, cookie);
  };
  assert.ok((await agree(pending.id, 'east')).endsWith(`connected=${pending.id}`));
  const east = (await kit.channels(token)).find(({ id }) => id === pending.id);
  assert.deepEqual([east?.name, east?.state, east?.group], ['Quay east', 'normal', '东区']);
  assert.deepEqual(counts((await send(rows, false, token)).outcome), {
    ...{ added: 0, changed: 0, same: 2, pending: 0, faults: 0 },
  });

  const other = (await kit.channels(token)).find(({ name }) => name === '乙') ?? assert.fail();
  assert.ok((await agree(other.id, 'east')).endsWith(`connected=${pending.id}`), 'that one was connected already');
  assert.deepEqual(
    (await kit.channels(token)).map(({ id }) => id),
    [pending.id],
  );

  const stranger = await kit.server.signIn({ level: 'level2' });
  await send(rowsOf({ platform: 'quay', name: '丙' }), false, stranger.token);
  const theirs = (await kit.channels(stranger.token))[0] ?? assert.fail();
  await agree(theirs.id, 'west');
  const [untouched] = await kit.channels(stranger.token);
  assert.equal(untouched?.state, 'pending', 'nobody authorises what is another’s');
  assert.equal((await kit.call('DELETE', `channels/${theirs.id}`, undefined, stranger.token)).status, 200);
});

test('what is wrong is told by row and column, and nothing is written', async () => {
  const { token } = await kit.server.signIn({ level: 'level2' });
  const rows = rowsOf(
    { platform: '', name: '' },
    { platform: '火星', name: '甲' },
    { platform: '小红书', name: '乙', host: '没有的' },
    { platform: '小红书', name: '丙', phone: '1'.repeat(31) },
    { platform: '小红书', name: '丁' },
    { platform: 'xiaohongshu', name: '丁 ' },
    { platform: '小红书', name: '长'.repeat(61) },
  );
  const { outcome } = await send(rows, false, token);
  assert.deepEqual(
    outcome.faults.map(({ row, field }) => [row, field]),
    [
      [2, 'platform'],
      [2, 'name'],
      [3, 'platform'],
      [4, 'host'],
      [5, 'phone'],
      [7, 'name'],
      [8, 'name'],
    ],
  );
  assert.match(outcome.faults[2]?.text ?? '', /小红书|Xiaohongshu/);
  assert.deepEqual(await kit.channels(token), []);
});

test('a row names a host by its name', async () => {
  const peer = await startSshPeer(scope, { password: 'quay' });
  await kit.own.settings.set(operatorBags('hosts').plain, { privateNetwork: true }, 'test');
  const { token } = await kit.server.signIn({ level: 'level2' });
  const node = async (path: string, body?: unknown) =>
    (await kit.server.call('POST', `/api/hosts/nodes${path}`, { token, body })).envelope.data as Host;
  const { id } = await node('', {
    ...{ name: '上海 一号', type: 'cloud', user: 'root', ip: '127.0.0.1', port: peer.port, elasticIp: null },
    ...{ region: null, provider: null, config: null, expiresOn: null },
    credential: { method: 'password', password: 'quay' },
  });
  const rows = rowsOf({ platform: '小红书', name: '甲', host: '上海 一号' });
  assert.equal((await send(rows, true, token)).outcome.faults.length, 1, 'its key is not confirmed');
  const { offeredKey } = await node(`/${id}/check`);
  await node(`/${id}/trust`, { fingerprint: offeredKey?.fingerprint });
  assert.equal((await send(rows, false, token)).outcome.added, 1);
  assert.equal((await kit.channels(token))[0]?.hostId, id);
});

test('what the membership level has no room for is refused as a whole', async () => {
  const { token } = await kit.server.signIn({ level: 'level0' });
  const rows = rowsOf(...['甲', '乙', '丙', '丁'].map((name) => ({ platform: '小红书', name })));
  const { status, failure } = await send(rows, false, token);
  assert.deepEqual([status, failure.error], [403, 'publishing:channel.import-limit']);
  const channels: Channel[] = await kit.channels(token);
  assert.deepEqual(channels, []);
  assert.equal((await send(rows.slice(1), false, token)).outcome.added, 3);
});

/** What the list exports of its accounts, as an import reads it. */
const exported = (channels: readonly Channel[]) =>
  rowsOf(
    ...channels.map(({ service: platform, name, phone, group, host, remark, id }) => ({
      ...{ platform, name, phone: phone ?? '', group: group ?? '', host: host ?? '', remark: remark ?? '', id },
    })),
  );

test('what the list exports is imported again and changes nothing, whatever accounts are called', async () => {
  const member = await kit.server.signIn({ level: 'level2' });
  const { token, accountId } = member;
  for (const name of ['east', 'west', 'north']) await kit.connect(name, token);
  await send(rowsOf({ platform: '小红书', name: '海港', remark: '第一行\n第二行', phone: '+86 138' }), false, token);
  const { pool } = kit.own.db;
  const rename = (from: string, name: string) =>
    pool.query('update publishing_channels set name = $3 where account_id = $1 and name = $2', [accountId, from, name]);
  await rename('Quay west', 'Quay east');
  await rename('Quay north', `Quay  ${'长'.repeat(120)}`);
  for (const name of ['杭州', '杭州']) {
    const { status, envelope } = await kit.server.call('POST', '/api/hosts/nodes', {
      token,
      body: {
        ...{ name, type: 'cloud', user: 'root', ip: '203.0.113.7', port: 22, elasticIp: null },
        ...{ region: null, provider: null, config: null, expiresOn: null },
        credential: { method: 'password', password: 'quay' },
      },
    });
    assert.equal(status, 200);
    const east = (await kit.channels(token)).find(({ host }) => host === null) ?? assert.fail();
    await kit.call('PATCH', `channels/${east.id}`, { hostId: (envelope.data as Host).id, group: '=东区' }, token);
  }
  const before = await kit.channels(token);
  assert.deepEqual(
    before.map(({ host }) => host).sort((a, b) => (a ?? '').localeCompare(b ?? '')),
    [null, null, '杭州', '杭州'],
  );
  const again = async (rows: object[]) => counts((await send(rows, false, token)).outcome);
  const same = { added: 0, changed: 0, same: 4, pending: 0, faults: 0 };
  assert.deepEqual(await again(exported(before)), same);
  assert.deepEqual(await kit.channels(token), before);

  const [first, ...others] = before;
  const edited = [{ ...(first ?? assert.fail()), group: '改过' }, ...others];
  assert.deepEqual(await again(exported(edited)), { ...same, changed: 1, same: 3 });
  const adapters = ['channels.phone-xiaohongshu', 'channels.phone-wechat-channels'];
  await kit.own.settings.set(choiceSetting('channels'), { adapters, orEmbedded: false }, 'test');
  assert.deepEqual(await again(exported(await kit.channels(token))), same, 'also while a platform is not in use');
  await kit.own.settings.set(
    choiceSetting('channels'),
    { adapters: ['quay.posts', ...adapters], orEmbedded: false },
    'test',
  );
});

test('an id tells only accounts of one’s own, and those of the main account are left as they are', async () => {
  const { accounts, db } = kit.own;
  const account = await accounts.create(db, { name: 'sub', parentId: kit.member.accountId });
  const { token } = await buildSession(db, { account });
  await kit.call('PUT', `channels/${kit.channel.id}/users`, { users: [account.id] });
  const listed = await kit.channels(token);
  assert.equal(listed[0]?.isShared, true);
  const taken = rowsOf({ platform: 'quay', name: 'Quay pier', remark: '改过', id: kit.channel.id });
  assert.deepEqual(counts((await send(taken, false, token)).outcome), {
    ...{ added: 0, changed: 0, same: 1, pending: 0, faults: 0 },
  });
  const stranger = await kit.server.signIn({ level: 'level2' });
  assert.equal((await send(taken, false, stranger.token)).outcome.added, 1, 'an account of their own of that name');
  const own = (await kit.channels()).find(({ id }) => id === kit.channel.id);
  assert.equal(own?.remark, null);
});
