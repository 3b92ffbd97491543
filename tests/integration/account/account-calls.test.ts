import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { Account } from '#core/contract/account-calls.ts';
import { FEATURE_LEVELS_SETTING, MEMBER_ROLES_SETTING } from '#core/server/services/settings/tier-rules.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';

import { PLATFORMS } from '#plugins/account/server/settings.ts';

import { startAccountServer, type AccountServer } from './account-kit.ts';

const scope = lastFirst({ after });
let server: AccountServer;
before(async () => {
  server = await startAccountServer(scope);
});

let last = 0;
const newMobile = () => `136${String((last += 1)).padStart(8, '0')}`;

const MEMBER_CALLS = [
  ['GET', '/api/account'],
  ['GET', '/api/permission/currentUser/list'],
  ['GET', '/api/paymentAccountBalance/getMemberDays'],
  ['GET', '/api/duration/find'],
  ['GET', '/api/account/ossFileCapacity'],
  ['GET', '/api/account/getStatus'],
  ['GET', '/api/account/sonData'],
  ['GET', '/api/douyinAuthorityAccount/getPlatformSource'],
  ['GET', '/api/paymentUnderline/isFirstCharge'],
  ['POST', '/api/paymentUnderline/gift'],
  ['GET', '/api/account/sessions'],
  ['DELETE', '/api/account/sessions/019a0000-0000-7000-8000-000000000000'],
  ['PATCH', '/api/account/profile'],
  ['POST', '/api/account/mobile'],
  ['PUT', '/api/account/mobile'],
  ['POST', '/api/account/logout'],
] as const;

test('every call of a member answers 401 without a token and with a wrong one', async () => {
  for (const [method, path] of MEMBER_CALLS) {
    for (const token of [undefined, 'x'.repeat(43)]) {
      const answer = await server.call(method, path, { token });
      assert.equal(answer.status, 401, path);
      assert.equal(answer.envelope.code, 0);
    }
  }
});

test('a token in the address is no token', async () => {
  const { token } = await server.signIn();
  assert.equal((await server.call('GET', `/api/account?access_token=${token}`)).status, 401);
});

test('rights and features follow from the level', async () => {
  const free = await server.signIn();
  const silver = await server.signIn({ level: 'level2', operator: true });
  const rights = async (token: string) =>
    (await server.call('GET', '/api/permission/currentUser/list', { token })).envelope.data;
  assert.deepEqual(await rights(free.token), ['member', 'level:level0']);
  assert.deepEqual(await rights(silver.token), [
    ...['member', 'level:level0', 'level:level1', 'level:level2'],
    ...['feature:largeMixBatch', 'feature:translation', 'feature:batchPublishing', 'feature:segmentation'],
    ...['feature:mosaic', 'feature:subtitleRemoval', 'feature:voiceCloning', 'operator'],
  ]);
  const me = (await server.call('GET', '/api/account', { token: silver.token })).envelope.data as Record<
    string,
    unknown
  >;
  assert.deepEqual([me['fdRoleCode'], me['operator'], me['isQF'], me['fdMobile']], [14, true, false, null]);
});

test('a main account lists its sub-accounts, which have none and see nobody else’s', async () => {
  const { ctx } = server.composed;
  const [main, other] = [await server.signIn(), await server.signIn()];
  const first = await ctx.accounts.create(ctx.db, { name: '一号店', parentId: main.accountId });
  const second = await ctx.accounts.create(ctx.db, { name: '二号店', parentId: main.accountId });
  const erased = await ctx.accounts.create(ctx.db, { name: '', parentId: main.accountId });
  const sub = await server.signIn({ account: first });
  const list = async (token: string) => (await server.call('GET', '/api/account/sonData', { token })).envelope.data;
  const type = async (token: string) =>
    ((await server.call('GET', '/api/account', { token })).envelope.data as { fdType: number }).fdType;
  assert.deepEqual(await list(main.token), [
    { label: '一号店', value: first.id },
    { label: '二号店', value: second.id },
  ]);
  assert.deepEqual([await list(other.token), await list(sub.token)], [[], []]);
  assert.deepEqual([await type(main.token), await type(sub.token)], [1, 2]);
  assert.equal(erased.parentId, main.accountId);
});

test('the platforms are those that the operator chose, named in the reader’s language', async () => {
  const { token } = await server.signIn();
  const list = async (language = 'zh') => {
    const headers = { 'accept-language': language };
    const path = '/api/douyinAuthorityAccount/getPlatformSource';
    return (await server.call('GET', path, { token, headers })).envelope.data as { label: string; value: string }[];
  };
  const usual = await list();
  assert.deepEqual(
    usual.map(({ value }) => value),
    ['tiktok', 'youtube', 'instagram', 'facebook', 'douyin', 'kuaishou', 'shopee', 'x'],
  );
  await server.composed.ctx.settings.set(PLATFORMS, ['peertube', 'douyin'], 'test');
  assert.deepEqual(await list(), [
    { label: 'PeerTube', value: 'peertube' },
    { label: '抖音', value: 'douyin' },
  ]);
  assert.equal((await list('en'))[1]?.label, 'Douyin');
  for (const wrong of [['douyin', 'douyin'], ['nowhere']]) {
    await assert.rejects(server.composed.ctx.settings.set(PLATFORMS, wrong as never, 'test'));
  }
});

test('days, duration and space follow from the membership, and it falls back when it ends', async () => {
  const { token, accountId } = await server.signIn({ level: 'level2' });
  const read = async (path: string) => (await server.call('GET', path, { token })).envelope.data;
  const days = () => read('/api/paymentAccountBalance/getMemberDays');
  const until = async (interval: string) =>
    await server.composed.ctx.db.pool.query(
      `update core_accounts set role_until = now() + interval '${interval}' where id = $1`,
      [accountId],
    );
  assert.deepEqual(await days(), { days: 36_500, free: false });
  assert.deepEqual(await read('/api/account/ossFileCapacity'), { fdTotalSize: 20 * 1024 ** 3, fdUsedSize: 0 });
  await until('36 hours');
  assert.deepEqual(await days(), { days: 2, free: false });
  const duration = (await read('/api/duration/find')) as { fdRemainingSecs: number; fdExpireDate: string };
  assert.ok(Math.abs(duration.fdRemainingSecs - 36 * 3600) < 60);
  assert.ok(new Date(duration.fdExpireDate) > new Date());
  await until('-1 second');
  // The node remembers a caller for a moment.
  const other = await server.signIn({ account: { id: accountId } as never });
  const after = async (path: string) => (await server.call('GET', path, { token: other.token })).envelope.data;
  assert.deepEqual(await after('/api/paymentAccountBalance/getMemberDays'), { days: 0, free: true });
  assert.deepEqual(await after('/api/account/ossFileCapacity'), { fdTotalSize: 10 * 1024 ** 3, fdUsedSize: 0 });
  assert.deepEqual(((await after('/api/account')) as { features: number[] }).features, []);
  const diamond = await server.signIn({ level: 'level4' });
  const space = await server.call('GET', '/api/account/ossFileCapacity', { token: diamond.token });
  assert.deepEqual(space.envelope.data, { fdTotalSize: 0, fdUsedSize: 0 });
});

test('space counts the bytes of the account’s own files', async () => {
  const [mine, other] = [await server.signIn(), await server.signIn()];
  const form = new FormData();
  form.set('file', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>', 'x'.repeat(100)]), 'a.txt');
  const stored = await server.call('POST', '/api/files', { token: mine.token, body: form });
  const used = async (token: string) =>
    ((await server.call('GET', '/api/account/ossFileCapacity', { token })).envelope.data as { fdUsedSize: number })
      .fdUsedSize;
  assert.equal(await used(mine.token), stored.status === 200 ? 141 : 0);
  assert.equal(await used(other.token), 0);
});

test('a user changes their name, and their open pages hear of it', async () => {
  const { token, accountId } = await server.signIn();
  const heard = Promise.withResolvers<string>();
  const stop = new AbortController();
  server.composed.ctx.events.subscribe(accountId, ({ topic }) => heard.resolve(topic), stop.signal);
  const changed = await server.call('PATCH', '/api/account/profile', { token, body: { fdName: '  海港  ' } });
  assert.equal(changed.envelope.code, 1);
  assert.equal(await heard.promise, 'account');
  stop.abort();
  const me = (await server.call('GET', '/api/account', { token })).envelope.data as { fdName: string };
  assert.equal(me.fdName, '海港');
  for (const fdName of ['', '   ', 'x'.repeat(31), 7, undefined]) {
    assert.equal((await server.call('PATCH', '/api/account/profile', { token, body: { fdName } })).status, 422);
  }
});

test('an account without a number binds one that nobody has', async () => {
  const { token } = await server.signIn();
  const browser = server.browser();
  const taken = newMobile();
  await browser.logIn(taken);
  const bind = async (fdMobile: string, mobileCode?: string) =>
    await browser.call('POST', '/api/account/mobile', {
      ...{ token, body: { fdMobile, mobileCode: mobileCode ?? (await server.sentCode(fdMobile)) } },
    });
  await browser.askForCode(taken);
  assert.equal((await bind(taken)).error, 'account:refused.mobile-taken');
  const free = newMobile();
  await browser.askForCode(free);
  assert.equal((await bind(free, '0000')).error, 'account:refused.code-wrong');
  const status = async () => (await browser.call('GET', '/api/account/getStatus', { token })).data;
  assert.deepEqual(await status(), { wechatNum: false, fdMobile: false });
  assert.equal((await bind(free)).code, 1);
  assert.deepEqual(await status(), { wechatNum: false, fdMobile: true });
  const second = newMobile();
  await browser.askForCode(second);
  assert.equal((await bind(second)).error, 'account:refused.mobile-bound');
  assert.equal((await bind('1')).status, 422);
});

test('which level has which feature, and which roles are admitted, is the operator’s choice, known to open sessions at once', async () => {
  const { settings } = server.composed.ctx;
  const { token } = await server.signIn({ level: 'level1' });
  const me = async () => (await server.call('GET', '/api/account', { token })).envelope.data as Account;
  const before = await me();
  assert.deepEqual([before.features, before.admitted], [[12, 50, 51, 52], true]);
  await settings.set(
    FEATURE_LEVELS_SETTING,
    { translation: 'level1', mosaic: 'level3', digitalHumans: 'level4' },
    'test',
  );
  await settings.set(MEMBER_ROLES_SETTING, [14, 15], 'test');
  let now = before;
  for (let wait = 0; wait < 40 && (now.admitted || now.features.includes(51)); wait += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    now = await me();
  }
  assert.deepEqual([now.features, now.admitted], [[12, 14, 50, 52], false]);
  assert.deepEqual(
    [now.featureLevels['54'], now.featureLevels['51'], before.featureLevels['54']],
    ['level4', 'level3', undefined],
  );
  await settings.set(FEATURE_LEVELS_SETTING, {}, 'test');
  await settings.set(MEMBER_ROLES_SETTING, [12, 13, 14, 15], 'test');
});

test('who has no number that could be changed is asked to bind one, by code 402', async () => {
  const { token } = await server.signIn();
  const browser = server.browser();
  const mobile = newMobile();
  assert.equal((await browser.askForCode(mobile)).code, 1);
  const body = { fdMobile: mobile, mobileCode: await server.sentCode(mobile) };
  const refused = await browser.call('PUT', '/api/account/mobile', { token, body });
  assert.deepEqual([refused.code, refused.secCode, refused.error], [0, 402, 'account:refused.mobile-missing']);
});
