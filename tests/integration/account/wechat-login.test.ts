import assert from 'node:assert/strict';
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { deleteAccount } from '#plugins/account/server/accounts/delete-account.ts';
import { setEarlierService } from '#plugins/account/server/services/earlier-services.ts';

import { startAccountServer, type AccountServer, type Browser } from './account-kit.ts';

const TOKEN = 'officialtoken';
const APP = 'wx0123456789abcdef';
const AES = randomBytes(32).toString('base64').slice(0, 43).replace(/[+/]/g, 'a');

const scope = lastFirst({ after });
let server: AccountServer;
/** What the fake platform was asked, and what it answers next. */
const asked: { path: string; body: Record<string, unknown> }[] = [];
const answers: unknown[] = [];
/** What the platform calls people; most accounts are told no names. */
const nicknames = new Map<string, string>();
const platform = createServer((request: IncomingMessage, response) => {
  void text(request).then((body) => {
    asked.push({ path: request.url ?? '', body: JSON.parse(body === '' ? '{}' : body) as Record<string, unknown> });
    const usual = request.url?.startsWith('/cgi-bin/stable_token')
      ? { access_token: `token-${asked.length}`, expires_in: 7200 }
      : { ticket: 't', expire_seconds: 60, url: 'http://weixin.qq.com/q/abc' };
    response.setHeader('content-type', 'application/json');
    if (request.url?.startsWith('/cgi-bin/user/info')) {
      const openid = new URL(request.url, 'http://platform').searchParams.get('openid') ?? '';
      response.end(JSON.stringify({ subscribe: 1, openid, nickname: nicknames.get(openid) }));
      return;
    }
    response.end(JSON.stringify(request.url?.startsWith('/cgi-bin/stable_token') ? usual : (answers.shift() ?? usual)));
  });
});

before(async () => {
  server = await startAccountServer(scope);
  platform.listen(0, '127.0.0.1');
  await once(platform, 'listening');
  scope.after(async () => {
    platform.close();
    platform.closeAllConnections();
  });
  await configure();
});
beforeEach(() => server.forgetLimits());

async function configure(extra: { encodingAesKey?: string } = {}): Promise<void> {
  const { port } = platform.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}/`;
  const settings = { provider: 'wechat', appId: APP, appSecret: 'secret', token: TOKEN, endpoint, ...extra } as const;
  await setEarlierService(server.composed.ctx.settings, 'account.qr-login', settings, 'test');
}

function signed(parts: Record<string, string> = {}, age = 0): string {
  const timestamp = String(Math.floor(Date.now() / 1000) - age);
  const nonce = 'n1';
  const signature = createHash('sha1').update([TOKEN, timestamp, nonce].sort().join('')).digest('hex');
  return new URLSearchParams({ signature, timestamp, nonce, ...parts }).toString();
}

function eventXml(openId: string, event: string, key: string): string {
  return `<xml><ToUserName><![CDATA[gh_1]]></ToUserName><FromUserName><![CDATA[${openId}]]></FromUserName><CreateTime>1</CreateTime><MsgType><![CDATA[event]]></MsgType><Event><![CDATA[${event}]]></Event><EventKey><![CDATA[${key}]]></EventKey></xml>`;
}

const tell = (body: string, query = signed()) =>
  server.browser().call('POST', `/anon/wechat/events?${query}`, { body, headers: { 'content-type': 'text/xml' } });

async function scan(openId: string, browser: Browser): Promise<string> {
  const { body } = await browser.call('GET', '/wechatNum/login');
  const answer = await tell(eventXml(openId, 'SCAN', body.sceneId));
  assert.deepEqual([answer.status, answer.text], [200, 'success']);
  return body.sceneId;
}

const poll = (browser: Browser, sceneId: string) => browser.call('GET', `/checkWechatNumLogin/${sceneId}`);

test('the code is one of the official account, made with a token that is kept', async () => {
  asked.length = 0;
  const browser = server.browser();
  const { body } = await browser.call('GET', '/wechatNum/login');
  assert.equal(body.qrcode, 'http://weixin.qq.com/q/abc');
  await browser.call('GET', '/wechatNum/login');
  const tokens = asked.filter(({ path }) => path.includes('stable_token'));
  assert.deepEqual(
    tokens.map(({ body: sent }) => sent),
    [{ grant_type: 'client_credential', appid: APP, secret: 'secret' }],
  );
  const [made] = asked.filter(({ path }) => path.includes('qrcode/create'));
  assert.deepEqual(made?.body, {
    expire_seconds: 60,
    action_name: 'QR_STR_SCENE',
    action_info: { scene: { scene_str: body.sceneId } },
  });
});

test('a stale token is renewed once; any other refusal means that no code can be made', async () => {
  answers.push({ errcode: 42001, errmsg: 'access_token expired' });
  assert.equal((await server.browser().call('GET', '/wechatNum/login')).code, 1);
  answers.push({ errcode: 45009, errmsg: 'reach max api daily quota limit' });
  const refused = await server.browser().call('GET', '/wechatNum/login');
  assert.deepEqual([refused.status, refused.error], [503, 'account:refused.qr-unavailable']);
});

test('a signed question is answered, a forged or an old one refused', async () => {
  const echo = (query: string) => server.browser().call('GET', `/anon/wechat/events?${query}`);
  assert.equal((await echo(signed({ echostr: 'abc123' }))).text, 'abc123');
  assert.equal((await echo(signed({ echostr: 'abc123', signature: '0'.repeat(40) }))).status, 403);
  assert.equal((await echo(signed({ echostr: 'abc123' }, 600))).status, 403);
  assert.equal((await echo('timestamp=1&nonce=2')).status, 422);
});

test('the address for any platform is as careful', async () => {
  const echo = (query: string) => server.browser().call('GET', `/anon/qr-login/events?${query}`);
  assert.equal((await echo(signed({ echostr: 'abc123' }))).text, 'abc123');
  assert.equal((await echo('timestamp=1&nonce=2')).status, 403);
  assert.equal((await echo('echostr=a&echostr=b')).status, 403);
});

test('who scans is known by WeChat’s event, newly following or not', async () => {
  const browser = server.browser();
  const { body } = await browser.call('GET', '/wechatNum/login');
  await tell(eventXml('follower1', 'subscribe', `qrscene_${body.sceneId}`));
  assert.equal((await poll(browser, body.sceneId)).secCode, 407);
  const registered = await browser.call('GET', `/register/${body.sceneId}`);
  assert.equal(registered.code, 1);
  assert.equal(registered.body.access_token, registered.data.access_token);
  const status = await browser.call('GET', '/api/account/getStatus', { token: registered.data.access_token });
  assert.deepEqual(status.data, { wechatNum: true, fdMobile: false });
});

test('a forged event, an unsigned one and one for another scene change nothing', async () => {
  const browser = server.browser();
  const { body } = await browser.call('GET', '/wechatNum/login');
  const xml = eventXml('thief', 'SCAN', body.sceneId);
  assert.equal((await tell(xml, signed({ signature: 'f'.repeat(40) }))).status, 403);
  assert.equal((await tell(xml, signed({}, 600))).status, 403);
  assert.equal((await tell(xml, 'timestamp=1&nonce=2')).status, 403);
  assert.equal((await tell(eventXml('thief', 'SCAN', 'unknown-scene'))).status, 200);
  assert.equal((await tell(eventXml('thief', 'subscribe', ''))).status, 200);
  assert.equal((await tell('not xml at all')).status, 200);
  assert.equal((await poll(browser, body.sceneId)).error, 'account:refused.qr-waiting');
  const confirmed = await browser.call('POST', `/api/account/qr/${body.sceneId}/confirm`);
  assert.equal(confirmed.error, 'account:refused.qr-expired');
});

test('with a message key, encrypted events count and plain ones do not', async () => {
  await configure({ encodingAesKey: AES });
  const browser = server.browser();
  const { body } = await browser.call('GET', '/wechatNum/login');
  const xml = eventXml('secret-person', 'SCAN', body.sceneId);
  assert.equal((await tell(xml)).status, 403);
  const key = Buffer.from(`${AES}=`, 'base64');
  const message = Buffer.from(xml);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(message.length);
  const plain = Buffer.concat([randomBytes(16), length, message, Buffer.from(APP)]);
  const pad = 32 - (plain.length % 32);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const sealed = Buffer.concat([
    cipher.update(Buffer.concat([plain, Buffer.alloc(pad, pad)])),
    cipher.final(),
  ]).toString('base64');
  const timestamp = String(Math.floor(Date.now() / 1000));
  const msg_signature = createHash('sha1').update([TOKEN, timestamp, 'n1', sealed].sort().join('')).digest('hex');
  const query = new URLSearchParams({ timestamp, nonce: 'n1', msg_signature }).toString();
  assert.equal((await tell(`<xml><Encrypt><![CDATA[${sealed}]]></Encrypt></xml>`, query)).text, 'success');
  assert.equal((await poll(browser, body.sceneId)).secCode, 407);
  await configure();
});

async function conflict(mobile: string, openId: string) {
  const browser = server.browser();
  const mobileToken = await browser.logIn(mobile, 'desk');
  const mobileId = (await browser.call('GET', '/api/account', { token: mobileToken })).data.id;
  const registered = await browser.call('GET', `/register/${await scan(openId, browser)}`);
  const qrId = (await browser.call('GET', '/api/account', { token: registered.data.access_token })).data.id;
  const sceneId = await scan(openId, browser);
  await browser.askForCode(mobile);
  await browser.call('POST', '/validateMobileCode', {
    body: { fdMobile: mobile, mobileCode: await server.sentCode(mobile), templateCode: 212 },
  });
  const answer = await browser.call('GET', `/anon/wechat/regAndLogin?fdMobile=${mobile}&sceneId=${sceneId}`);
  return { browser, mobileId, qrId, mobileToken, answer };
}

test('two accounts of one person conflict; the one that is given up is disabled, its number and WeChat pass on', async () => {
  const { browser, mobileId, qrId, mobileToken, answer } = await conflict('13600000001', 'person-one');
  assert.deepEqual([answer.status, answer.code], [200, 2]);
  assert.deepEqual([answer.data.mobileAccountId, answer.data.qrCodeAccountId], [mobileId, qrId]);
  assert.match(answer.data.mobileAccountName, /^用户_/);
  const settle = (who: Browser, body: unknown) => who.call('POST', '/anon/douyin/login/deleteUser', { body });
  const { key } = answer.data;
  assert.equal((await settle(server.browser(), { accountId: qrId, key })).error, 'account:refused.conflict-expired');
  assert.equal((await settle(browser, { accountId: qrId, key: 'x' })).error, 'account:refused.conflict-expired');
  const other = (await server.signIn()).accountId;
  assert.equal((await settle(browser, { accountId: other, key })).error, 'account:refused.conflict-expired');
  assert.equal((await settle(browser, { accountId: mobileId, key })).code, 1);
  assert.equal((await settle(browser, { accountId: qrId, key })).error, 'account:refused.conflict-expired');

  let told = await browser.call('GET', '/api/account', { token: mobileToken });
  for (let wait = 0; wait < 100 && told.code === 1; wait += 1)
    told = await browser.call('GET', '/api/account', { token: mobileToken });
  assert.equal(told.secCode, 406);
  const login = await poll(browser, await scan('person-one', browser));
  const me = await browser.call('GET', '/api/account', { token: login.data.access_token });
  assert.deepEqual([me.data.id, me.data.fdMobile], [qrId, '13600000001']);
});

test('a given-up account is kept for thirty days, then its data goes', async () => {
  const { browser, mobileId, answer } = await conflict('13600000002', 'person-two');
  const { key } = answer.data;
  await browser.call('POST', '/anon/douyin/login/deleteUser', { body: { accountId: mobileId, key } });
  const { ctx } = server.composed;
  const { rows } = await ctx.db.pool.query<{ later: boolean }>(
    `select t.id, q.start_after > now() + interval '29 days' as later from core_tasks t join pgboss.job q on q.id = t.queue_id where t.account_id = $1 and t.job = 'account.delete'`,
    [mobileId],
  );
  assert.equal(rows[0]?.later, true);
  const job = deleteAccount(ctx);
  const run = () => {
    const done = { times: 0 };
    return job({
      task: { accountId: mobileId } as never,
      ...{ payload: {}, signal: new AbortController().signal, progress: () => undefined },
      async complete(publish) {
        done.times += 1;
        await ctx.db.transaction(async (tx) => publish?.(tx));
        return true;
      },
    });
  };
  const left = async () =>
    (await ctx.db.pool.query('select 1 from core_sessions where account_id = $1', [mobileId])).rowCount;
  await run();
  assert.ok(((await left()) ?? 0) > 0);
  await server.age('deletions', 31 * 86_400);
  await run();
  assert.equal(await left(), 0);
  const account = await ctx.accounts.find(ctx.db, mobileId);
  assert.deepEqual([account?.name, account?.disabled], ['', true]);
  assert.equal((await server.audited('account.delete')).length, 1);
});

test('what WeChat calls the user is known where it says so, and its latest name counts', async () => {
  const me = async (token: string) => (await server.browser().call('GET', '/api/account', { token })).data;
  const nameless = server.browser();
  const plain = await nameless.call('GET', `/register/${await scan('quiet-person', nameless)}`);
  const { fdName, wechatName } = await me(plain.data.access_token);
  assert.match(fdName, /^用户_\d{4}$/);
  assert.equal(wechatName, null);

  nicknames.set('named-person', ' 海\u202e风 ');
  const browser = server.browser();
  const registered = await browser.call('GET', `/register/${await scan('named-person', browser)}`);
  assert.equal((await me(registered.data.access_token)).wechatName, '海风');
  nicknames.set('named-person', '大海风');
  const again = await browser.call('GET', `/register/${await scan('named-person', browser)}`);
  assert.equal((await me(again.data.access_token)).wechatName, '大海风');
});

test('two accounts in conflict are told apart by the name that WeChat knows', async () => {
  nicknames.set('person-three', '老船长');
  const { answer } = await conflict('13600000003', 'person-three');
  assert.equal(answer.data.qrCodeAccountName, '老船长');
  assert.match(answer.data.mobileAccountName, /^用户_/);
});
