import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';

import { EncryptJWT } from 'jose';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { PARTNERS } from '#plugins/account/server/settings.ts';

import { startAccountServer, type AccountServer } from './account-kit.ts';

const scope = lastFirst({ after });
let server: AccountServer;
const key = randomBytes(32);
before(async () => {
  server = await startAccountServer(scope);
  const partner = { id: 'ocean', key: key.toString('base64url') };
  await server.composed.ctx.settings.set(PARTNERS, [partner], 'test');
});
beforeEach(() => server.forgetLimits());

interface TicketOptions {
  sub?: string;
  age?: number;
  kid?: string;
  under?: Buffer;
}

async function ticket({ sub = 'user-1', age = 0, kid = 'ocean', under = key }: TicketOptions = {}): Promise<string> {
  return await new EncryptJWT({ name: '海鸥' })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
    .setSubject(sub)
    .setIssuedAt(Math.floor(Date.now() / 1000) - age)
    .encrypt(under);
}

const bySign = (data: string) => server.browser().call('POST', '/loginBySign', { body: { data } });
const byOcean = (type: number, value: string) =>
  server.browser().call('POST', '/anon/ocean/login', { body: { type, value } });

async function accountOf(token: string) {
  return (await server.browser().call('GET', '/api/account', { token })).data;
}

test('a partner’s ticket logs its user in, the same account every time, marked as a partner’s session', async () => {
  const first = await bySign(await ticket());
  const me = await accountOf(first.data.access_token);
  assert.deepEqual([me.fdName, me.isQF, me.operator], ['海鸥', true, false]);
  const second = await byOcean(1, await ticket());
  assert.equal((await accountOf(second.data.access_token)).id, me.id);
  const other = await bySign(await ticket({ sub: 'user-2' }));
  assert.notEqual((await accountOf(other.data.access_token)).id, me.id);
});

test('a ticket is good once, also written a little differently', async () => {
  const used = await ticket();
  assert.equal((await bySign(used)).code, 1);
  assert.equal((await bySign(used)).error, 'account:refused.ticket');
  assert.equal((await bySign(`${used}=`)).error, 'account:refused.ticket');
  assert.equal((await byOcean(1, used)).error, 'account:refused.ticket');
});

test('an old ticket, one of the future, of another key, of an unknown partner and nonsense are refused', async () => {
  for (const data of [
    await ticket({ age: 310 }),
    await ticket({ age: -60 }),
    await ticket({ under: randomBytes(32) }),
    await ticket({ kid: 'river' }),
    'nonsense',
    'a.b.c.d.e',
  ]) {
    assert.equal((await bySign(data)).error, 'account:refused.ticket', data.slice(0, 20));
  }
  assert.equal((await server.browser().call('POST', '/loginBySign', { body: {} })).status, 422);
});

test('a partner’s server gets a code for an address, good once and for a minute', async () => {
  const made = await server.browser().call('POST', '/anon/ocean/code', { body: { data: await ticket() } });
  const { auth_code } = made.data;
  assert.equal(made.data.expires_in, 60);
  assert.equal((await byOcean(2, auth_code)).code, 1);
  assert.equal((await byOcean(2, auth_code)).error, 'account:refused.ticket');
  const late = await server.browser().call('POST', '/anon/ocean/code', { body: { data: await ticket() } });
  await server.age('partner_codes', 61);
  assert.equal((await byOcean(2, late.data.auth_code)).error, 'account:refused.ticket');
  assert.equal((await byOcean(3, 'x')).status, 422);
});
