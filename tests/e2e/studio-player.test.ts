import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';

import type { Page } from 'playwright-core';

import { until } from '../until.ts';
import { createBrowserKit, pageFaults } from './browser-kit.ts';
import { openStudioSite, told } from './studio-kit.ts';

const site = await openStudioSite({ after });
const kit = createBrowserKit({ after }, site.address);

const FRAMES = 48;
/** Each frame is one grey: 16, and 4 more for each frame before it. */
const GREYS = 'format=gray,geq=lum=16+4*N,format=yuv420p';

/**
 * @param more of the frames, before they are encoded
 * @param between frames that are stored out of order: browsers misjudge how long those of an uneven rate stay
 */
function drawFootage(name: string, rate: string, more: readonly string[] = [], between = 2): void {
  const source = `color=c=gray:s=64x36:r=${rate}:d=10`;
  const filters = [GREYS, ...more].join(',');
  const video = ['-vf', filters, '-frames:v', String(FRAMES), '-c:v', 'libx264', '-qp', '4', '-bf', String(between)];
  const timing = ['-fps_mode', 'passthrough', '-video_track_timescale', '120000', '-color_range', 'tv'];
  const all = ['-y', '-v', 'error', '-f', 'lavfi', '-i', source, ...video, ...timing, join(site.folder, name)];
  execFileSync('ffmpeg', all);
}
drawFootage('numbered.mp4', '30000/1001');
drawFootage('fast.mp4', '120');
// Every fourth frame stays three times as long.
drawFootage('uneven.mp4', '25', ['setpts=round(N+2*floor((N+3)/4))'], 0);

interface Told {
  frame: number;
  time: number;
  duration: number;
  speed: number;
  range: { start: number; end: number } | null;
  isLoop: boolean;
  kind: string;
}

async function openPlayer(video: string, width = 1440): Promise<{ page: Page; close(): Promise<void> }> {
  const { page, close } = await kit.open({ width });
  await page.goto(`${site.address}/?part=player&video=${video}`);
  await until(async () => (await told<Told>(page)).duration > 0 && (await shownFrame(page)) === 0, 'it is loaded', 20);
  // Before its file has told when frames are shown, they are counted by 30 in a second.
  await until(async () => !JSON.stringify(await told(page)).includes('"numerator":30,'), 'its times are known', 20);
  return { page, close };
}

/** The number of the frame that the preview painted. */
async function shownFrame(page: Page): Promise<number> {
  const grey = Number(await page.locator('canvas').getAttribute('data-grey'));
  return Math.round((grey - 16) / 4);
}

async function assertFrame(page: Page, wanted: number): Promise<void> {
  await until(async () => (await shownFrame(page)) === wanted, 'it is shown', 5).catch(async () => {
    assert.fail(`frame ${await shownFrame(page)} is shown instead of ${wanted}`);
  });
  assert.equal((await told<Told>(page)).frame, wanted);
}

for (const video of ['numbered.mp4', 'fast.mp4', 'uneven.mp4']) {
  test(`keys step through ${video} frame by frame, both ways, and never skip or repeat one`, async () => {
    const { page, close } = await openPlayer(video);
    await until(async () => (await told<Told>(page)).kind === (video === 'uneven.mp4' ? 'variable' : 'constant'));
    if (video === 'fast.mp4') await until(async () => JSON.stringify(await told(page)).includes('"numerator":120,'));
    if (video === 'numbered.mp4')
      await until(async () => JSON.stringify(await told(page)).includes('"denominator":1001'));
    await page.getByRole('button', { name: '播放', exact: true }).focus();
    for (const [at, key] of ['.', '.', 'ArrowRight', '.'].entries()) {
      await page.keyboard.press(key);
      await assertFrame(page, at + 1);
    }
    await page.keyboard.press(',');
    await assertFrame(page, 3);
    await page.keyboard.press('Shift+ArrowRight');
    await assertFrame(page, 13);
    await page.keyboard.press('End');
    await assertFrame(page, FRAMES - 1);
    await page.keyboard.press('.');
    await assertFrame(page, FRAMES - 1);
    await page.keyboard.press('ArrowLeft');
    await assertFrame(page, FRAMES - 2);
    await page.keyboard.press('Home');
    await assertFrame(page, 0);
    // Quick presses are not lost while the player is on its way.
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('.');
    await assertFrame(page, 10);
    await close();
  });
}

test('I and O set a range to the frame, R repeats it, X clears it, and screen readers hear where they are', async () => {
  const { page, close } = await openPlayer('numbered.mp4');
  await page.getByRole('button', { name: '播放', exact: true }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await assertFrame(page, 10);
  await page.keyboard.press('i');
  assert.equal(await page.getByRole('group').getByRole('status').textContent(), '入点 0:00:10');
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('.');
  await page.keyboard.press('o');
  const { range } = await told<Told>(page);
  assert.ok(range !== null && Math.abs(range.start - (10 * 1001) / 30_000) < 1e-6);
  assert.ok(Math.abs(range.end - (16 * 1001) / 30_000) < 1e-6, 'the sixteenth frame is the last one in it');
  await page.keyboard.press('r');
  await page.keyboard.press('Space');
  const seen = new Set<number>();
  const end = Date.now() + 1500;
  while (Date.now() < end) seen.add(await shownFrame(page));
  assert.ok((await told<Told>(page)).speed === 1, 'it goes on');
  assert.ok(seen.has(10) || seen.has(11), 'it begins again');
  // Browsers tell of a frame once it is shown, on busy machines up to half a second late.
  for (const frame of seen) assert.ok(frame >= 10 && frame <= 15 + 15, `frame ${frame} is not in the range`);
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  assert.equal((await told<Told>(page)).range, null);
  await close();
});

test('L plays, faster with each press, J plays backwards to the start, K stops', async () => {
  const { page, close } = await openPlayer('numbered.mp4');
  await page.getByRole('button', { name: '播放', exact: true }).focus();
  await page.keyboard.press('l');
  await page.keyboard.press('l');
  assert.equal((await told<Told>(page)).speed, 2);
  await until(async () => (await told<Told>(page)).speed === 0);
  await assertFrame(page, FRAMES - 1);
  await page.keyboard.press('j');
  assert.equal((await told<Told>(page)).speed, -1);
  await until(async () => (await told<Told>(page)).frame < 30);
  await page.keyboard.press('k');
  assert.equal((await told<Told>(page)).speed, 0);
  await page.keyboard.press('j');
  await until(async () => (await told<Told>(page)).speed === 0);
  await assertFrame(page, 0);
  await close();
});

test('a time that is typed is shown, help lists the keys, and a phone has room for all of it', async () => {
  const { page, close } = await openPlayer('numbered.mp4', 390);
  const field = page.getByRole('textbox', { name: '当前时间' });
  await field.fill('1:05');
  await field.press('Enter');
  await assertFrame(page, 35);
  await field.fill('nonsense');
  await field.press('Enter');
  await assertFrame(page, 35);
  assert.deepEqual(await pageFaults(page), []);
  await page.getByRole('button', { name: '键盘操作' }).tap();
  await page.getByText('倒放、停止、播放').waitFor();
  assert.deepEqual(await pageFaults(page), []);
  await close();
});

test('a video that is gone says so and can be loaded again', async () => {
  const { page, close } = await kit.open();
  // Its frames are asked for as well: they would be found if the file came before they are.
  await page.goto(`${site.address}/?part=player&video=none.mp4`, { waitUntil: 'networkidle' });
  await page.getByRole('alert').getByText('视频无法播放').waitFor();
  drawFootage('none.mp4', '25');
  await page.getByRole('button', { name: '重新载入' }).click();
  await until(async () => (await told<Told>(page)).duration > 0);
  await close();
});

test('no page complained but of the video that was gone', () => {
  assert.deepEqual(
    kit.takeComplaints().filter((text) => !text.includes('404')),
    [],
  );
});
