import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';

import { EncryptJWT } from 'jose';

import { PARTNERS } from '#plugins/account/server/settings.ts';

import { createBrowserKit } from './browser-kit.ts';
import { startSite } from './site.ts';

/** A partner's site: a page that holds ours in a frame. */
async function startPartner(): Promise<{ origin: string; show(frame: string): void }> {
  let frame = '';
  const partner = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Partner</title><iframe src="${frame}" width="1200" height="800"></iframe>`);
  });
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve));
  after(() => partner.close());
  const { port } = partner.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, show: (address) => void (frame = address) };
}

const [partner, stranger] = [await startPartner(), await startPartner()];
const server = await startSite({ after }, { partnerOrigins: [partner.origin] });
for (const site of [partner, stranger]) site.show(`${server.address}/protocal`);
const kit = createBrowserKit({ after }, server.address);
const key = Buffer.alloc(32, 7);
await server.composed.ctx.settings.set(PARTNERS, [{ id: 'harbour', key: key.toString('base64url') }], 'test');

const ticket = () =>
  new EncryptJWT({ name: '合作方用户' })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: 'harbour' })
    .setSubject('user-1')
    .setIssuedAt()
    .encrypt(key);

const POST = `(message) => document.querySelector('iframe').contentWindow.postMessage(message, '*')`;

test('a registered partner’s page holds ours in a frame and logs its user in by a message', async () => {
  const { page, close } = await kit.open();
  await page.goto(partner.origin);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { level: 1 }).waitFor();
  const loggedIn = page.waitForResponse((answer) => answer.url().endsWith('/api/account'));
  await page.evaluate(`(${POST})(${JSON.stringify({ type: 'init', token: await ticket() })})`);
  const { data } = (await (await loggedIn).json()) as { data: { fdName: string; isQF: boolean } };
  assert.deepEqual([data.fdName, data.isQF], ['合作方用户', true]);
  await close();
});

test('a page of another origin can neither hold ours nor be heard', async () => {
  const { page, close } = await kit.open();
  const logins: string[] = [];
  page.on('request', (request) => void (request.url().includes('/anon/ocean/login') && logins.push(request.url())));
  await page.goto(stranger.origin);
  await page.waitForLoadState('networkidle');
  assert.equal(await page.frameLocator('iframe').getByRole('heading', { level: 1 }).count(), 0);

  // A window that it opened is not its frame, and a policy that a proxy took away is not what keeps it out.
  await page.route(`${server.address}/**`, async (route) => {
    const answer = await route.fetch();
    const { 'content-security-policy': _policy, ...headers } = answer.headers();
    await route.fulfill({ response: answer, headers });
  });
  await page.reload();
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(`(${POST})(${JSON.stringify({ type: 'init', token: await ticket() })})`);
  // A message of the page to itself comes after it.
  await page
    .frames()[1]
    ?.evaluate(`new Promise((heard) => { addEventListener('message', heard, { once: true }); postMessage(0) })`);
  assert.deepEqual(logins, []);
  await close();
});
