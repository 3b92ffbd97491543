import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import type { Page } from 'playwright-core';

import { createBrowserKit, pageFaults } from './browser-kit.ts';
import { drag, openStudioSite, pointOf, swipe, told } from './studio-kit.ts';

const site = await openStudioSite({ after });
const kit = createBrowserKit({ after }, site.address);

interface Told {
  open: string | null;
  selected: string[];
  applied: string[];
  ids: string[];
  count: number;
}

async function openPart(part: string, width = 1440): Promise<{ page: Page; close(): Promise<void> }> {
  const { page, close } = await kit.open({ width });
  await page.goto(`${site.address}/?part=${part}`);
  await page.getByRole('group').first().waitFor();
  return { page, close };
}

test('keys go through a batch, select, move and remove, and the focus stays in it', async () => {
  const { page, close } = await openPart('batch');
  await page.getByRole('button', { name: '素材 1.mp4' }).first().focus();
  await page.keyboard.press('ArrowDown');
  assert.equal((await told<Told>(page)).open, 'i1');
  await page.keyboard.press('Space');
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Space');
  assert.deepEqual((await told<Told>(page)).selected, ['i1', 'i2', 'i3', 'i4']);
  await page.keyboard.press('Alt+ArrowUp');
  assert.deepEqual((await told<Told>(page)).ids, ['i0', 'i1', 'i2', 'i4', 'i3']);
  assert.equal(await page.evaluate('document.activeElement.dataset.item'), 'i4');
  await page.getByRole('button', { name: '把当前设置用于所选' }).click();
  assert.deepEqual((await told<Told>(page)).applied, ['i4', 'i1', 'i2', 'i3']);
  assert.deepEqual(await pageFaults(page), []);
  await page.locator('[data-item="i4"]').focus();
  await page.keyboard.press('Delete');
  assert.deepEqual((await told<Told>(page)).ids, ['i0']);
  await close();
});

test('a mouse ticks and drags, and a menu has the rest', async () => {
  const { page, close } = await openPart('batch');
  await page.locator('.rp-batch__tick').nth(1).click();
  await page
    .locator('.rp-batch__tick')
    .nth(3)
    .click({ modifiers: ['Shift'] });
  assert.deepEqual((await told<Told>(page)).selected, ['i1', 'i2', 'i3']);
  const grip = await pointOf(page.locator('.rp-batch__grip').first());
  await drag(page, grip, { x: grip.x, y: grip.y + 64 * 3 + 10 });
  assert.deepEqual((await told<Told>(page)).ids, ['i1', 'i2', 'i3', 'i0', 'i4']);
  await page.getByRole('button', { name: '素材 5.mp4 的更多操作' }).click();
  await page.getByRole('menuitem', { name: '把这些设置用于全部' }).click();
  assert.deepEqual((await told<Told>(page)).applied, ['i4', 'i1', 'i2', 'i3', 'i0']);
  await page.getByRole('button', { name: '素材 5.mp4 的更多操作' }).click();
  await page.getByRole('menuitem', { name: '移出列表' }).click();
  assert.equal((await told<Told>(page)).count, 4);
  await close();
});

test('of eight hundred items some are drawn, and End reaches the last', async () => {
  const { page, close } = await openPart('batch&count=800', 390);
  const rows = page.getByRole('listitem');
  assert.ok((await rows.count()) < 30);
  await page.locator('[data-item="i0"]').focus();
  await page.keyboard.press('End');
  await page.locator('[data-item="i799"]').waitFor();
  assert.equal((await told<Told>(page)).open, 'i799');
  assert.ok((await rows.count()) < 30);
  await page.keyboard.press('ArrowUp');
  assert.equal(await page.evaluate('document.activeElement.dataset.item'), 'i798');
  assert.deepEqual(await pageFaults(page), []);
  await close();
});

test('the line between before and after is moved by finger, mouse and keys, and says where it is', async () => {
  const { page, close } = await openPart('before-after', 390);
  const line = page.getByRole('slider', { name: '分界线' });
  await swipe(page, await pointOf(line, 0.3, 0.5), await pointOf(line, 0.8, 0.5));
  assert.equal(await line.getAttribute('aria-valuenow'), '80');
  await drag(page, await pointOf(line, 0.5, 0.5), await pointOf(line, 0.25, 0.5));
  assert.equal(await line.getAttribute('aria-valuenow'), '25');
  await line.press('Shift+ArrowRight');
  await line.press('ArrowLeft');
  assert.equal(await line.getAttribute('aria-valuetext'), '左侧 34% 为处理前，右侧 66% 为处理后');
  await line.press('End');
  assert.equal(await line.getAttribute('aria-valuenow'), '100');
  assert.deepEqual(await pageFaults(page), []);
  await close();
});

test('no page complained', () => assert.deepEqual(kit.takeComplaints(), []));
