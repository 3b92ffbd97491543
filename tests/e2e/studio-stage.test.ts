import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import type { Page } from 'playwright-core';

import { createBrowserKit, pageFaults } from './browser-kit.ts';
import { drag, openStudioSite, pointOf, swipe, told } from './studio-kit.ts';

const site = await openStudioSite({ after });
const kit = createBrowserKit({ after }, site.address);

interface Told {
  chosen: string | null;
  released: number;
  boxes: Record<string, [x: number, y: number, width: number, height: number]>;
}

const START: Told['boxes'] = { a: [480, 270, 480, 270], b: [192, 810, 1536, 216] };

async function openStage(
  more: { width?: number; query?: string } = {},
): Promise<{ page: Page; close(): Promise<void> }> {
  const { page, close } = await kit.open({ width: more.width ?? 1440 });
  await page.goto(`${site.address}/?part=stage${more.query ?? ''}`);
  await page.locator('.rp-stage img').waitFor();
  return { page, close };
}

/** Pixels of the picture, and how far they may be off: half a pixel of the screen. */
function assertNear(found: readonly number[] | undefined, wanted: readonly number[], most = 3): void {
  assert.ok(
    found?.every((value, at) => Math.abs(value - (wanted[at] ?? NaN)) <= most),
    `${found?.join()} is not ${wanted.join()}`,
  );
}

test('a mouse chooses, moves and resizes boxes, and Escape puts back what is being dragged', async () => {
  const { page, close } = await openStage();
  const frame = page.locator('.rp-stage__frame');
  assert.deepEqual((await told<Told>(page)).boxes, START);
  await drag(page, await pointOf(frame, 0.4, 0.4), await pointOf(frame, 0.5, 0.2));
  let now = await told<Told>(page);
  assert.equal(now.chosen, 'a');
  assertNear(now.boxes['a'], [672, 54, 480, 270]);
  assert.deepEqual(now.boxes['b'], START['b']);

  // The corner at the lower right; it is let go outside of the picture.
  const corner = page.locator('.rp-box__corner[data-across="1"][data-down="1"]');
  await drag(page, await pointOf(corner, 0.3, 0.3), { x: 1435, y: 895 });
  now = await told<Told>(page);
  assertNear(now.boxes['a'], [672, 54, 1248, 1026]);
  const { released } = now;

  await page.mouse.move(...(Object.values(await pointOf(frame, 0.6, 0.5)) as [number, number]));
  await page.mouse.down();
  await page.mouse.move(300, 100, { steps: 3 });
  assert.notDeepEqual((await told<Told>(page)).boxes['a'], now.boxes['a']);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  assert.deepEqual(await told<Told>(page), { ...now, released });
  await close();
});

test('a box is drawn on a free place by the mouse and by Enter, and Delete removes it', async () => {
  const { page, close } = await openStage();
  const frame = page.locator('.rp-stage__frame');
  await drag(page, await pointOf(frame, 0.9, 0.5), await pointOf(frame, 0.6, 0.1));
  let now = await told<Told>(page);
  assert.equal(now.chosen, 'new-2');
  assertNear(now.boxes['new-2'], [1152, 108, 576, 432]);
  // A press beside all boxes chooses none.
  const { x, y } = await pointOf(frame, 0.95, 0.05);
  await page.mouse.click(x, y);
  assert.equal((await told<Told>(page)).chosen, null);

  await page.getByRole('button', { name: '画一个框' }).focus();
  await page.keyboard.press('Enter');
  now = await told<Told>(page);
  assertNear(now.boxes['new-3'], [480, 270, 960, 540], 0);
  await page.getByRole('slider', { name: '框 3', exact: true }).press('Delete');
  assert.deepEqual(Object.keys((await told<Told>(page)).boxes), ['a', 'b', 'new-3']);
  await close();
});

test('keys move a box by pixels and its edges resize it, and screen readers are told where it is', async () => {
  const { page, close } = await openStage();
  const box = page.getByRole('slider', { name: '台标', exact: true });
  await box.focus();
  assert.equal((await told<Told>(page)).chosen, 'a');
  for (const key of ['ArrowRight', 'Shift+ArrowRight', 'ArrowUp', 'Shift+ArrowDown']) await page.keyboard.press(key);
  assert.deepEqual((await told<Told>(page)).boxes['a'], [491, 279, 480, 270]);
  assert.equal(await box.getAttribute('aria-valuetext'), '左 491，上 279，宽 480，高 270 像素');
  // Tab leads to its edges in the order left, top, right, bottom.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+ArrowLeft');
  assert.deepEqual((await told<Told>(page)).boxes['a'], [481, 279, 490, 270]);
  const bottom = page.getByRole('slider', { name: '台标：下边' });
  await bottom.press('Shift+ArrowUp');
  assert.deepEqual((await told<Told>(page)).boxes['a'], [481, 279, 490, 260]);
  assert.equal(await bottom.getAttribute('aria-valuenow'), '539');
  assert.deepEqual(await pageFaults(page), []);
  for (let press = 0; press < 40; press += 1) await bottom.press('Shift+ArrowUp');
  assert.deepEqual((await told<Told>(page)).boxes['a'], [481, 279, 490, 16], 'no smaller than the least');
  await close();
});

test('a ratio is kept at edges and corners', async () => {
  const { page, close } = await openStage({ query: '&ratio=1&dims' });
  const box = page.getByRole('slider', { name: '台标', exact: true });
  await box.focus();
  const corner = page.locator('.rp-box__corner[data-across="-1"][data-down="-1"]');
  const from = await pointOf(corner, 0.7, 0.7);
  await drag(page, from, { x: from.x - 100, y: from.y - 20 });
  const [x = 0, y = 0, width = 0, height = 0] = (await told<Told>(page)).boxes['a'] ?? [];
  assertNear([width], [height], 1);
  // The lower right corner stays.
  assertNear([x + width, y + height], [960, 540]);
  await close();
});

test('fingers on a phone move and resize boxes without scrolling the page', async () => {
  const { page, close } = await openStage({ width: 390, query: '&dims' });
  const frame = page.locator('.rp-stage__frame');
  await swipe(page, await pointOf(frame, 0.4, 0.4), await pointOf(frame, 0.6, 0.3));
  assertNear((await told<Told>(page)).boxes['a'], [864, 162, 480, 270], 8);
  const corner = page.locator('.rp-box__corner[data-across="1"][data-down="1"]');
  const from = await pointOf(corner);
  const { width = 0 } = (await frame.boundingBox()) ?? {};
  await swipe(page, from, { x: from.x + width * 0.1, y: from.y + width * 0.1 });
  const [x, y, wide = 0, high = 0] = (await told<Told>(page)).boxes['a'] ?? [];
  assertNear([x ?? 0, y ?? 0, wide, high], [864, 162, 672, 462], 12);
  const size = await corner.boundingBox();
  assert.ok((size?.width ?? 0) >= 44 && (size?.height ?? 0) >= 44, 'a corner is as large as a finger');
  assert.equal(await page.evaluate('scrollY'), 0);
  assert.deepEqual(await pageFaults(page), []);
  await close();
});

test('boxes on a turned picture stand as it is seen', async () => {
  const { page, close } = await openStage({ query: '&turn=90' });
  const frame = await page.locator('.rp-stage__frame').boundingBox();
  assert.ok(frame && Math.abs(frame.width / frame.height - 9 / 16) < 0.01);
  const picture = await page.locator('.rp-stage__picture').boundingBox();
  for (const side of ['x', 'y', 'width', 'height'] as const) {
    assert.ok(Math.abs((picture?.[side] ?? 0) - frame[side]) < 1, side);
  }
  // 25 % of 1080 and of 1920 pixels.
  assert.deepEqual((await told<Told>(page)).boxes['a'], [270, 480, 270, 480]);
  await close();
});

test('no page complained', () => assert.deepEqual(kit.takeComplaints(), []));
