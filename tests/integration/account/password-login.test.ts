import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { setPassword } from '#plugins/account/server/login/passwords.ts';
import { addIdentity } from '#plugins/account/server/accounts/identities.ts';

import { startAccountServer, type AccountServer } from './account-kit.ts';

const scope = lastFirst({ after });
let server: AccountServer;
let accountId = '';
const PASSWORD = 'correct horse battery';
before(async () => {
  server = await startAccountServer(scope);
  const { ctx } = server.composed;
  ({ accountId } = await server.signIn({ operator: true, level: 'level4' }));
  await ctx.db.transaction(async (tx) => {
    await addIdentity(ctx, tx, accountId, { kind: 'username', value: 'harbour' });
    await setPassword(ctx, tx, accountId, PASSWORD);
  });
});
beforeEach(() => server.forgetLimits());

const good = {
  ...{ username: 'harbour', password: PASSWORD, id: 'device-1', grant_type: 'password', scope: 'all' },
  ...{ client_id: 'reelport-web', client_secret: 'reelport-web' },
};

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

const logIn = (change: Record<string, string> = {}) =>
  server.browser().call('POST', '/oauth/token', { body: form({ ...good, ...change }) });

test('a form with name and password gives a token, without an envelope', async () => {
  const answer = await logIn();
  assert.deepEqual(Object.keys(answer.body).sort(), ['access_token', 'expires_in', 'token_type']);
  const me = await server.browser().call('GET', '/api/account', { token: answer.body.access_token });
  assert.deepEqual([me.data.id, me.data.fdUsername, me.data.operator], [accountId, 'harbour', true]);
});

test('URL-encoded fields and JSON are taken as well; names do not mind their case', async () => {
  const browser = server.browser();
  const encoded = await browser.call('POST', '/oauth/token', { body: new URLSearchParams(good) });
  assert.ok(encoded.body.access_token);
  assert.ok(
    (await browser.call('POST', '/oauth/token', { body: { ...good, username: ' Harbour ' } })).body.access_token,
  );
});

test('a wrong password and an unknown name are refused alike', async () => {
  const answers = [await logIn({ password: 'wrong' }), await logIn({ username: 'nobody' })];
  for (const { status, body } of answers) {
    assert.deepEqual([status, body], [200, { error: 'invalid_grant', message: 'Wrong user name or password.' }]);
  }
  const failed = await server.audited('account.login-failed');
  assert.ok(failed.length >= 2 && !JSON.stringify(failed).includes('wrong'));
});

test('an unknown client and another grant are refused', async () => {
  assert.equal((await logIn({ client_secret: 'x' })).body.error, 'invalid_client');
  assert.equal((await logIn({ client_id: 'x' })).body.error, 'invalid_client');
  assert.equal((await logIn({ grant_type: 'client_credentials' })).body.error, 'unsupported_grant_type');
});

test('guessing is refused by name, from however many addresses', async () => {
  for (let index = 0; index < 10; index += 1) await logIn({ password: `guess ${index}` });
  const refused = await logIn();
  assert.deepEqual([refused.status, refused.error], [429, 'account:refused.too-often']);
});

test('of sixty wrong passwords at once ten are compared, and logging in itself uses none of them up', async () => {
  for (let index = 0; index < 12; index += 1) assert.ok((await logIn()).body.access_token);
  const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => logIn({ password: `guess ${index}` })));
  assert.equal(answers.filter(({ body }) => body.error === 'invalid_grant').length, 10);
  assert.equal(answers.filter(({ status }) => status === 429).length, 50);
});

test('a name that is not compared any more costs its address no misses', async () => {
  await server.setLimits({ wrongPasswordsPerAddress: { count: 12, seconds: 60 } });
  const browser = server.browser();
  const guess = (username: string) =>
    browser.call('POST', '/oauth/token', { body: form({ ...good, username, password: 'guess' }) });
  for (let index = 0; index < 20; index += 1) await guess('harbour');
  assert.deepEqual(
    [(await guess('quay')).status, (await guess('pier')).status, (await guess('dock')).status],
    [200, 200, 429],
  );
  await server.setLimits({});
});

test('a disabled account cannot log in', async () => {
  const { db, accounts } = server.composed.ctx;
  await db.transaction((tx) => accounts.disable(tx, accountId));
  assert.equal((await logIn()).body.error, 'access_denied');
  await db.transaction((tx) => accounts.enable(tx, accountId));
  assert.ok((await logIn()).body.access_token);
});

test('a password is kept as argon2id and nowhere in the clear', async () => {
  const { rows } = await server.composed.ctx.db.pool.query<{ hash: string }>('select hash from account_passwords');
  assert.match(rows[0]?.hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('each bad field is refused, and a form for a call that takes none', async () => {
  for (const change of [
    { username: '' },
    { password: '' },
    { password: 'x'.repeat(201) },
    { id: 'x'.repeat(101) },
  ] as Record<string, string>[]) {
    assert.equal((await logIn(change)).status, 422, JSON.stringify(change).slice(0, 40));
  }
  const browser = server.browser();
  const withFile = form(good);
  withFile.set('username', new Blob(['x']), 'x.txt');
  assert.ok([413, 422].includes((await browser.call('POST', '/oauth/token', { body: withFile })).status));
  const body = new URLSearchParams({ fdMobile: '13800000000', mobileCode: '123456' });
  assert.equal((await browser.call('POST', '/loginByfdMobileV2', { body })).status, 415);
  const xml = { body: '<xml/>', headers: { 'content-type': 'text/xml' } };
  assert.equal((await browser.call('POST', '/oauth/token', xml)).status, 415);
});
