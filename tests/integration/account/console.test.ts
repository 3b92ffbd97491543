import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { runConsoleCommand } from '#host/server/console.ts';
import { LIMITS } from '#plugins/account/server/settings.ts';

import { startAccountServer, type AccountServer } from './account-kit.ts';

const scope = lastFirst({ after });
let server: AccountServer;
before(async () => {
  server = await startAccountServer(scope);
});

async function run(command: string, words: string[], input = ''): Promise<{ code: number; lines: string[] }> {
  const DATABASE_URL = server.composed.ctx.db.connectionString;
  const lines: string[] = [];
  const code = await runConsoleCommand(readConfiguration({ DATA_DIR: server.dataDir, DATABASE_URL }), {
    ...{ plugin: 'account', command, arguments: words, address: server.address },
    print: (line) => lines.push(line),
    readInput: async () => input,
  });
  return { code, lines };
}

/** Who the printed link logs in. */
async function whoOf(lines: readonly string[]) {
  const link = lines.find((line) => line.includes('access_token='));
  const token = new URL(link?.trim() ?? '').searchParams.get('access_token') ?? '';
  return (await server.browser().call('GET', '/api/account', { token })).data;
}

test('an operator is made by mobile number, logs in by the printed link, and by SMS from then on', async () => {
  const { code, lines } = await run('operator', ['create', '--mobile', '13500000001', '--name', '值班']);
  assert.equal(code, 0);
  const me = await whoOf(lines);
  assert.deepEqual([me.operator, me.fdName, me.fdMobile, me.fdRoleCode], [true, '值班', '13500000001', 7]);
  const token = await server.browser().logIn('13500000001');
  assert.equal((await server.browser().call('GET', '/api/account', { token })).data.id, me.id);
  assert.equal((await server.audited('operator.create'))[0]?.['actor'], 'console');
  await assert.rejects(run('operator', ['create', '--mobile', '13500000001']), {
    code: 'account:operator.mobile-taken',
  });
});

test('an operator is made by name and password', async () => {
  const { lines } = await run(
    'operator',
    ['create', '--name', 'Duty.Officer', '--password-stdin'],
    'a long password\n',
  );
  assert.ok(!lines.join('\n').includes('a long password'));
  const body = { client_id: 'reelport-web', client_secret: 'reelport-web', grant_type: 'password' };
  const login = await server.browser().call('POST', '/oauth/token', {
    body: { ...body, username: 'duty.officer', password: 'a long password' },
  });
  const me = await server.browser().call('GET', '/api/account', { token: login.body.access_token });
  assert.equal(me.data.operator, true);
  const again = run('operator', ['create', '--name', 'duty.officer', '--password-stdin'], 'a long password');
  await assert.rejects(again, { code: 'account:operator.name-taken' });
});

test('what is mistyped is refused and nothing is made', async () => {
  const count = async () => (await server.composed.ctx.db.pool.query('select 1 from core_accounts')).rowCount;
  const before = await count();
  for (const [words, input, code] of [
    [['create'], '', 'account:operator.help'],
    [['create', '--name', 'x'], '', 'account:operator.help'],
    [['create', '--nonsense'], '', 'account:operator.help'],
    [['create', '--mobile', '123'], '', 'account:refused.mobile-format'],
    [['create', '--name', 'short', '--password-stdin'], 'abc', 'account:operator.password-short'],
    [['create', '--name', 'no spaces', '--password-stdin'], 'a long password', 'account:operator.name-format'],
    [['promote', '--mobile', '13500009999'], '', 'account:operator.account-missing'],
    [['restore', 'nothing'], '', 'account:operator.not-restorable'],
    [['set', 'nothing'], '{}', 'account:operator.setting-unknown'],
    [['set', 'account.limits'], '{', 'account:operator.setting-json'],
    [['set', 'account.limits'], '{"x":1}', 'core:settings-invalid'],
  ] as const) {
    await assert.rejects(run('operator', [...words], input), { code }, words.join(' '));
  }
  assert.equal(await count(), before);
  assert.equal((await run('operator', ['nonsense'])).code, 2);
  assert.equal((await run('operator', [])).code, 0);
});

test('a member becomes an operator', async () => {
  const token = await server.browser().logIn('13500000002');
  await run('operator', ['promote', '--mobile', '13500000002']);
  const { id } = (await server.browser().call('GET', '/api/account', { token })).data;
  const account = await server.composed.ctx.accounts.find(server.composed.ctx.db, id);
  assert.equal(account?.operator, true);
});

test('a given-up account comes back with what nobody else has taken', async () => {
  const { ctx } = server.composed;
  const token = await server.browser().logIn('13500000003');
  const { id } = (await server.browser().call('GET', '/api/account', { token })).data;
  await ctx.db.pool.query('delete from account_identities where account_id = $1', [id]);
  await ctx.db.transaction((tx) => ctx.accounts.disable(tx, id));
  await ctx.db.pool.query(
    `insert into account_deletions values ($1, '[{"kind":"mobile","value":"13500000003"},{"kind":"mobile","value":"13500000001"}]', now(), now())`,
    [id],
  );
  await run('operator', ['restore', id]);
  const back = await server.browser().logIn('13500000003');
  assert.equal((await server.browser().call('GET', '/api/account', { token: back })).data.id, id);
});

test('settings are listed and changed; running nodes hear of it', async () => {
  const { lines } = await run('operator', ['settings']);
  assert.ok(lines.includes('account.sms') && lines.includes('core.level-limits'));
  const { settings } = server.composed.ctx;
  await settings.get(LIMITS);
  await run('operator', ['set', 'account.limits'], '{"codeSpacing":{"count":2,"seconds":60}}');
  for (let wait = 0; wait < 200 && (await settings.get(LIMITS)).codeSpacing.count !== 2; wait += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.equal((await settings.get(LIMITS)).codeSpacing.count, 2);
  const twilio = { provider: 'twilio', accountSid: 'AC', authToken: 'hidden-secret', from: '+1' };
  await run('operator', ['set', 'account.sms'], JSON.stringify(twilio));
  const { rows } = await server.composed.ctx.db.pool.query('select * from core_settings');
  assert.ok(!JSON.stringify(rows).includes('hidden-secret'));
  await run('operator', ['set', 'account.sms'], '{"provider":"outbox"}');
});

test('the demo account is made once, and its link logs in', async () => {
  const first = await whoOf((await run('demo', ['/var/log/server.log'])).lines);
  const { lines } = await run('demo', ['/var/log/server.log']);
  const second = await whoOf(lines);
  assert.equal(first.id, second.id);
  assert.deepEqual([second.operator, second.fdRoleCode], [false, 7]);
  assert.ok(lines.some((line) => line.includes(second.fdMobile ?? '') && line.includes('/var/log/server.log')));
});
