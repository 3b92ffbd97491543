import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import type { Page } from 'playwright-core';

import { axeFaults, createBrowserKit } from './browser-kit.ts';
import { serviceOfPage } from './kernel-of-page.ts';
import { startSite } from './site.ts';

const server = await startSite({ after });
const kit = createBrowserKit({ after }, server.address);
const tierOf = (page: Page) => page.locator('.rp-account .rp-account__tier');

/** The words and buttons of the page that the gift lies over. */
const COVERED = `(() => {
  const note = document.querySelector('.rp-toasts .rp-toast').getBoundingClientRect();
  // What the top bar hides already is not there to be covered.
  const isInSight = (element, x, y) => {
    const below = document.elementsFromPoint(x, y).find((one) => one.closest('.rp-toasts') === null);
    return below !== undefined && (element.contains(below) || below.contains(element));
  };
  const isOver = (element) => ({ left, right, top, bottom }) => {
    const [x, y, toX, toY] = [
      ...[Math.max(left, note.left), Math.max(top, note.top)],
      ...[Math.min(right, note.right), Math.min(bottom, note.bottom)],
    ];
    return right - left > 1 && bottom - top > 1 && x < toX && y < toY && isInSight(element, (x + toX) / 2, (y + toY) / 2);
  };
  const found = [];
  const nodes = document.createTreeWalker(document.querySelector('.rp-shell'), NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement;
    const isWord = node instanceof Text && node.data.trim() !== '';
    if (!isWord && !(node instanceof Element && node.matches('a, button, input'))) continue;
    if (!element.checkVisibility() || element.closest('.rp-visually-hidden') !== null) continue;
    const range = document.createRange();
    range.selectNode(node);
    if ([...range.getClientRects()].some(isOver(element))) found.push(node.textContent.trim() || element.outerHTML);
  }
  return found;
})()`;

async function open(page: Page): Promise<void> {
  await page.goto(`${server.address}/workbench`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Its heading is there before it.
  await page.locator('#first-paint').waitFor({ state: 'detached' });
}

test('a newcomer takes the gift in one of two tabs, and both follow at once', async () => {
  const { token, accountId } = await server.signIn();
  const seat = await kit.open({ token, newcomer: true });
  const [first, second] = [seat.page, await kit.tab(seat)];
  for (const page of [first, second]) {
    await open(page);
    assert.equal(await tierOf(page).innerText(), '标准版');
  }
  // It is offered in a line, once in a browser, and nothing stands in front of the page.
  await first.getByText('送您 7 天青铜会员').waitFor();
  assert.equal(await first.getByRole('dialog').count(), 0);
  assert.deepEqual(await axeFaults(first), []);

  await first.getByRole('button', { name: '立即领取' }).click();
  await first.getByText(/^领取成功，青铜会员有效期至 \d{4}-\d\d-\d\d$/).waitFor();
  for (const page of [first, second]) await tierOf(page).getByText('青铜会员').waitFor();
  const { rows } = await server.composed.ctx.db.pool.query('select * from account_gifts where account_id = $1', [
    accountId,
  ]);
  assert.equal(rows.length, 1);

  await server.composed.ctx.db.pool.query(
    `update core_accounts set role_until = now() - interval '1 second' where id = $1`,
    [accountId],
  );
  const later = await server.signIn({ account: { id: accountId } as never });
  const other = await kit.open({ token: later.token, language: 'en', newcomer: true });
  await open(other.page);
  assert.equal(await tierOf(other.page).innerText(), 'Black iron');
  // What is over is told; what was given is not offered again.
  await other.page.getByRole('dialog').getByText('Membership expired').waitFor();
  await Promise.all([seat.close(), other.close()]);
});

test('a gift that is put off does not come back, and members are offered none', async () => {
  const { token } = await server.signIn();
  const seat = await kit.open({ token, newcomer: true, language: 'en', dark: false });
  const { page } = seat;
  await open(page);
  const gift = page.locator('.rp-toast', { hasText: '7 days of Bronze are on us' });
  await gift.waitFor();
  assert.deepEqual(await axeFaults(page), []);
  const lead = page.locator('.rp-workbench__lead');
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const [note, line] = [await gift.boundingBox(), await lead.boundingBox()];
    assert.ok(note !== null && line !== null);
    const isClear = note.y + note.height <= line.y || note.y >= line.y + line.height;
    assert.ok(isClear, `the gift covers the page's first line at ${width} px`);
    assert.deepEqual(await page.evaluate(COVERED), [], `at ${width} px`);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    assert.deepEqual(await page.evaluate(COVERED), [], `at ${width} px, at the end of the page`);
    const last = await page.locator('.rp-workbench__side > :last-child').boundingBox();
    const kept = await gift.boundingBox();
    assert.ok(last !== null && kept !== null);
    assert.ok(width > 390 || last.y + last.height <= kept.y, 'the gift covers the end of the page');
    await page.evaluate('scrollTo(0, 0)');
  }
  await gift.getByRole('button').last().click();
  await gift.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await tierOf(page).innerText(), 'Standard');

  // What the upgrade dialog promises is there when it is pressed.
  await page.evaluate(`${serviceOfPage('feature-gate')}.require(12)`);
  const [shop] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'See memberships' }).click(),
  ]);
  await shop.getByRole('heading', { level: 1, name: 'Membership' }).waitFor();
  assert.equal(new URL(shop.url()).pathname, '/recharge/purchaseMember');
  assert.match(await shop.locator('.rp-tier[aria-current]').innerText(), /^Standard[\s\S]*10 GB/);

  const member = await kit.open({ token: (await server.signIn({ level: 'level1' })).token, newcomer: true });
  const asked = member.page.waitForResponse((answer) => answer.url().endsWith('/isFirstCharge'));
  await open(member.page);
  assert.equal(((await (await asked).json()) as { data: { hasGiveMember: boolean } }).data.hasGiveMember, true);
  for (const each of [page, member.page]) assert.equal(await each.getByRole('dialog').count(), 0);
  await Promise.all([seat.close(), member.close()]);
});

test('what passes is told in the place of the gift, not over the heading, and the gift comes back', async () => {
  const { token } = await server.signIn();
  const { page, close } = await kit.open({ token, newcomer: true, language: 'en' });
  const gift = page.locator('.rp-toast', { hasText: '7 days of Bronze are on us' });
  const note = page.locator('.rp-toast', { hasText: 'There is no page at this address' });
  const isSeen = () =>
    page.evaluate<boolean>(`getComputedStyle(document.querySelector('.rp-toasts__waiting')).opacity === '1'`);
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${server.address}/no/such/page`);
    await note.hover();
    await gift.waitFor();
    // The page takes the focus once it stands.
    await page.locator('.rp-workbench:not([data-opening])').waitFor();
    const [told, lead] = [await note.boundingBox(), await page.locator('.rp-workbench__lead').boundingBox()];
    assert.ok(told !== null && lead !== null);
    assert.ok(told.y + told.height <= lead.y, `it covers the page's first line at ${width} px`);
    assert.equal(await isSeen(), false);
    // Who comes to it by keys sees where.
    await gift.getByRole('button').first().focus();
    assert.equal(await isSeen(), true);
    await note.getByRole('button').click();
    await note.waitFor({ state: 'detached' });
    assert.equal(await isSeen(), true);
  }
  await close();
});

test('no page complained', () => {
  assert.deepEqual(kit.takeComplaints(), []);
});
