import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import type { Page } from 'playwright-core';

import { axeFaults, createBrowserKit, sideways, type Look, type Seat } from './browser-kit.ts';
import { goOn } from './kernel-of-page.ts';
import { startSite } from './site.ts';

const server = await startSite({ after });
const kit = createBrowserKit({ after }, server.address);
const [member, operator] = await Promise.all([server.signIn(), server.signIn({ operator: true })]);
await server.composed.ctx.db.pool.query(
  `insert into account_outbox (id, "to", text, created_at)
   values ('01990000-0000-7000-8000-000000000001', '13800138000', '【映港】您的验证码是 123456，5 分钟内有效。', now())`,
);

const DOCUMENTS = ['/protocal', '/cloneSoundProtocol', '/aboutUs', '/serviceAgreement', '/legalNotice'];

/** What is wrong with a page as it stands. */
async function faultsOf(page: Page, what: string): Promise<string[]> {
  const over = await sideways(page);
  return [
    ...(await axeFaults(page)).map((fault) => `${what}: ${fault}`),
    ...(over > 0 ? [`${what}: scrolls sideways by ${over} px`] : []),
    ...kit.takeComplaints().map((text) => `${what}: ${text}`),
  ];
}

/** What is still an outline is not the page yet. */
async function isWhole(page: Page): Promise<void> {
  await page.locator('main, [role="dialog"]').first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** Paths that were loaded in one of the looks; in the others they are gone to from the page before. */
const loaded = new Set<string>();

async function visit({ page }: Seat, path: string): Promise<string[]> {
  if (loaded.has(path) && page.url().startsWith(server.address)) {
    const left = page.locator('h1[data-left]');
    await page.evaluate(`document.querySelector('h1').setAttribute('data-left', '')`);
    await goOn(page, path);
    await left.waitFor({ state: 'detached' });
  } else await page.goto(`${server.address}${path}`);
  loaded.add(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await isWhole(page);
  return await faultsOf(page, path);
}

/** Opens a dialog, looks at it, and closes it again. */
async function look(page: Page, what: string, open: () => Promise<unknown>): Promise<string[]> {
  await open();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await isWhole(page);
  const faults = await faultsOf(page, what);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return faults;
}

async function visitorPages(seat: Seat): Promise<string[]> {
  const { page } = seat;
  const faults = await visit(seat, '/home');
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  faults.push(...(await faultsOf(page, '/home, its end')));
  for (const path of DOCUMENTS) faults.push(...(await visit(seat, path)));
  faults.push(...(await loginDialog(page)));
  await page.goto(`${server.address}/lowVersionBrowser`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  faults.push(...(await faultsOf(page, '/lowVersionBrowser')));
  return faults;
}

async function loginDialog(page: Page): Promise<string[]> {
  await page.goto(`${server.address}/safe`);
  await page.locator('.rp-login-qr-link').waitFor();
  const qr = (await page.locator('.rp-login-qr-link').getAttribute('href')) ?? '';
  const faults = await faultsOf(page, 'login by QR code');
  await page.getByRole('tab').nth(1).click();
  await page.getByRole('textbox').first().fill('1380013800');
  await page.keyboard.press('Tab');
  faults.push(...(await faultsOf(page, 'login by mobile, a faulty number')));
  await page.locator('.rp-login-verify').click();
  await page.locator('[role="slider"][aria-disabled="false"]').waitFor();
  faults.push(...(await faultsOf(page, 'captcha')));
  await page.goto(`${server.address}${qr}`);
  await page.getByRole('button').first().waitFor();
  faults.push(...(await faultsOf(page, 'confirm page')));
  return faults;
}

async function memberPages(seat: Seat): Promise<string[]> {
  const { page } = seat;
  const faults = [...(await visit(seat, '/workbench')), ...(await visit(seat, '/safe'))];
  faults.push(
    ...(await look(page, 'palette', () => page.keyboard.press('Control+k'))),
    ...(await look(page, 'shortcut sheet', () => page.keyboard.press('Shift+?'))),
    ...(await look(page, 'customer service', () =>
      page
        .locator('.rp-contact')
        .getByRole('button', { name: /联系客服|Support|Contact/ })
        .click(),
    )),
  );
  if ((page.viewportSize()?.width ?? 0) < 720) {
    const menu = page.locator('.rp-bottom').getByRole('button').last();
    faults.push(...(await look(page, 'menu sheet', () => menu.click())));
  } else {
    await page.locator('.rp-account').click();
    await page.getByRole('menu').waitFor();
    faults.push(...(await faultsOf(page, 'account menu')));
  }
  return faults;
}

for (const { width, dark, language, moving } of [
  // One of them with the film of the landing page and everything else that moves.
  { width: 1440, dark: true, language: 'zh', moving: true },
  { width: 1440, dark: false, language: 'en', moving: false },
  { width: 390, dark: true, language: 'en', moving: false },
  { width: 390, dark: false, language: 'zh', moving: false },
] as const satisfies Look[]) {
  const how = `at ${width} px, ${dark ? 'dark' : 'light'}, ${language}`;
  test(`a visitor’s pages are accessible, fit and complain of nothing ${how}`, async () => {
    const seat = await kit.open({ width, dark, language, moving });
    assert.deepEqual(await visitorPages(seat), []);
    await seat.close();
  });

  test(`a member’s and an operator’s pages are accessible, fit and complain of nothing ${how}`, async () => {
    const seats = await Promise.all(
      [member, operator].map(({ token }) => kit.open({ width, dark, language, moving, token })),
    );
    const [ofMember, ofOperator] = seats;
    assert.ok(ofMember && ofOperator);
    assert.deepEqual(await memberPages(ofMember), []);
    assert.deepEqual(await visit(ofOperator, '/operator/outbox'), []);
    for (const seat of seats) await seat.close();
  });
}
