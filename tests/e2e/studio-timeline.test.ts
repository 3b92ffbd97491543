import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import type { Page } from 'playwright-core';

import { until } from '../until.ts';
import { createBrowserKit, pageFaults } from './browser-kit.ts';
import { drag, openStudioSite, pointOf, swipe, told } from './studio-kit.ts';

const site = await openStudioSite({ after });
const kit = createBrowserKit({ after }, site.address);

interface Told {
  time: number;
  released: number;
  ranges: Record<string, [start: number, end: number]>;
}

async function openTimeline({ width = 1440, duration = 100 } = {}): Promise<{ page: Page; close(): Promise<void> }> {
  const { page, close } = await kit.open({ width });
  await page.goto(`${site.address}/?part=timeline&duration=${duration}`);
  await page.locator('.rp-timeline__picture').first().waitFor();
  return { page, close };
}

const view = (page: Page) => page.locator('.rp-timeline__view');
const head = (page: Page) => page.getByRole('slider', { name: '播放位置' });
const near = (found: number | undefined, wanted: number, most = 0.3): void =>
  assert.ok(found !== undefined && Math.abs(found - wanted) <= most, `${found} is not ${wanted}`);
const lines = (page: Page) => page.locator('.rp-timeline__ruler > span').allTextContents();

test('pressing and dragging shows that time, and ranges are dragged by edges and middle, on frames, snapping', async () => {
  const { page, close } = await openTimeline();
  await drag(page, await pointOf(view(page), 0.4, 0.5), await pointOf(view(page), 0.6, 0.5));
  near((await told<Told>(page)).time, 60);
  const edge = page.getByRole('slider', { name: '片段 1：终点' });
  const from = await pointOf(edge);
  const { width = 0 } = (await view(page).boundingBox()) ?? {};
  await drag(page, from, { x: from.x + width * 0.197, y: from.y });
  // It sticks to the marker at 50 s, five pixels further on.
  assert.deepEqual((await told<Told>(page)).ranges['a'], [10, 50]);
  const whole = page.getByRole('slider', { name: '片段 2：整段移动' });
  const middle = await pointOf(whole);
  await drag(page, middle, { x: middle.x + width, y: middle.y });
  assert.deepEqual((await told<Told>(page)).ranges['b'], [90, 100]);
  assert.equal((await told<Told>(page)).released, 2);
  await page.mouse.move(middle.x, middle.y);
  await close();
});

test('a dragged edge sticks to where somebody speaks and to where a shot begins, and shows to what', async () => {
  const { page, close } = await openTimeline();
  assert.deepEqual(
    [await page.locator('.rp-timeline__stretch').count(), await page.locator('.rp-timeline__line').count()],
    [1, 1],
  );
  const { width = 0 } = (await view(page).boundingBox()) ?? {};
  const edge = page.getByRole('slider', { name: '片段 1：终点' });
  for (const [seconds, wanted] of [
    [45, 45],
    [60, 60],
  ] as const) {
    const from = await pointOf(edge);
    const now = (await told<Told>(page)).ranges['a']?.[1] ?? 0;
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + ((seconds - now) / 100) * width - 4, from.y, { steps: 6 });
    assert.equal(await page.locator('.rp-timeline__stuck').count(), 1);
    await page.mouse.up();
    assert.equal(await page.locator('.rp-timeline__stuck').count(), 0);
    assert.deepEqual((await told<Told>(page)).ranges['a'], [10, wanted]);
  }
  await close();
});

test('the wheel zooms where it points with Ctrl and moves with Shift, and leaves scrolling to the page without', async () => {
  const { page, close } = await openTimeline();
  const point = await pointOf(view(page), 0.5, 0.3);
  await page.mouse.move(point.x, point.y);
  const before = await lines(page);
  await page.mouse.wheel(0, -300);
  assert.deepEqual(await lines(page), before);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -900);
  await page.keyboard.up('Control');
  // An eighth of 100 s about its middle.
  await until(async () => (await lines(page)).join().includes('0:50') && !(await lines(page)).includes('1:00'));
  await page.keyboard.down('Shift');
  await page.mouse.wheel(0, 4000);
  await page.keyboard.up('Shift');
  await until(async () => (await lines(page)).some((line) => line.startsWith('1:2')));
  await page.getByRole('button', { name: '显示整段' }).click();
  assert.deepEqual(await lines(page), before);
  await close();
});

test('keys step by frames, zoom, and move ranges by frames; each says its time', async () => {
  const { page, close } = await openTimeline();
  await head(page).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
  near((await told<Told>(page)).time, 26 / 25, 1e-6);
  assert.equal(await head(page).getAttribute('aria-valuetext'), '0:01:01，共 1:40:00');
  await page.keyboard.press('End');
  assert.equal((await told<Told>(page)).time, 100);
  const whole = await lines(page);
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('+');
  assert.notDeepEqual(await lines(page), whole);
  await page.keyboard.press('PageUp');
  await page.keyboard.press('0');
  assert.deepEqual(await lines(page), whole);
  const edge = page.getByRole('slider', { name: '片段 1：起点' });
  await edge.press('Shift+ArrowRight');
  await edge.press('ArrowLeft');
  near((await told<Told>(page)).ranges['a']?.[0], 10.36, 1e-6);
  assert.equal(await edge.getAttribute('aria-valuetext'), '0:10:09 到 0:30:00，长 0:19:16');
  near((await told<Told>(page)).time, 10.36, 1e-6);
  await page.getByRole('button', { name: '标记：转场，0:50:00' }).press('Enter');
  assert.equal((await told<Told>(page)).time, 50);
  assert.deepEqual(await pageFaults(page), []);
  await close();
});

test('four hours are zoomed to single frames, and never more is drawn than is seen', async () => {
  const { page, close } = await openTimeline({ duration: 4 * 60 * 60 });
  await head(page).focus();
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('+');
    if (press % 8 !== 0) continue;
    assert.ok((await page.locator('.rp-timeline__picture').count()) < 40);
    assert.ok((await lines(page)).length < 20);
  }
  assert.deepEqual((await lines(page)).slice(0, 2), ['0:00', '0:00.1']);
  await page.keyboard.press('End');
  await until(async () => (await lines(page)).some((line) => line.startsWith('3:59:59')));
  await close();
});

test('on a phone a finger seeks and drags edges, two fingers zoom, and nothing is too small or cut off', async () => {
  const { page, close } = await openTimeline({ width: 390 });
  await swipe(page, await pointOf(view(page), 0.92, 0.9), await pointOf(view(page), 0.6, 0.9));
  near((await told<Told>(page)).time, 60, 1);
  const edge = page.getByRole('slider', { name: '片段 1：起点' });
  const from = await pointOf(edge, 0.5, 0.6);
  await swipe(page, from, { x: from.x - 60, y: from.y });
  assert.equal((await told<Told>(page)).ranges['a']?.[0], 0);
  const whole = await lines(page);
  const session = await page.context().newCDPSession(page);
  const at = async (share: number) => await pointOf(view(page), share, 0.9);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', shares: number[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: await Promise.all(shares.map(async (share, id) => ({ ...(await at(share)), id }))),
    });
  await touch('touchStart', [0.45]);
  await touch('touchStart', [0.45, 0.55]);
  for (const apart of [0.1, 0.2, 0.3, 0.4]) await touch('touchMove', [0.5 - apart, 0.5 + apart]);
  await touch('touchEnd', []);
  await until(async () => JSON.stringify(await lines(page)) !== JSON.stringify(whole));
  assert.deepEqual(await pageFaults(page), []);
  await close();
});

test('no page complained', () => assert.deepEqual(kit.takeComplaints(), []));
