import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import { drawOnce } from '#tests/draw-once.ts';
import { until } from '#tests/until.ts';

import { createBrowserKit, pageFaults } from './browser-kit.ts';
import { startMixingSite } from './mix-kit.ts';

const LENGTHS = [41, 52, 47];
const FILMS = ['mandelbrot=s=640x360:r=30', 'testsrc2=s=640x360:r=30', 'smptehdbars=s=640x360:r=30'];

describe('a long video is cut into pieces in the browser', { timeout: 200_000 }, async () => {
  const { server, folder, stock } = await startMixingSite({ after });
  const kit = createBrowserKit({ after }, server.address);

  test('a template is written, its pieces are chosen, played, changed by keys, and become shot groups of a mix', async () => {
    const path = join(folder, 'harbour.mp4');
    const shots = FILMS.map((film, at) => `${film},trim=end_frame=${LENGTHS[at]},format=yuv420p[s${at}]`);
    drawOnce(path, [
      ...['-f', 'lavfi', '-i', 'sine=r=48000:d=4.6667'],
      ...['-filter_complex', `${shots.join(';')};[s0][s1][s2]concat=n=3[v]`],
      ...['-map', '[v]', '-map', '0:a', '-c:v', 'libx264', '-preset', 'veryfast', '-bf', '3', '-c:a', 'aac'],
    ]);
    const { token, accountId } = await server.signIn({ level: 'level1' });
    await stock(accountId, [path]);
    const { page, close } = await kit.open({ token });
    await page.goto(`${server.address}/workbench`);
    await page.getByRole('link', { name: '拆条' }).click();
    await page.getByRole('button', { name: '选择视频' }).click();
    const picker = page.getByRole('dialog');
    await picker.locator('.rp-tile', { hasText: 'harbour' }).click();
    await picker.getByRole('button', { name: '确定' }).click();
    await page.getByRole('button', { name: '新建模板' }).click();
    await page.getByRole('textbox', { name: '模板名称' }).fill('两段');
    for (const number of [1, 2]) {
      await page.getByRole('button', { name: '添加位置' }).click();
      await page
        .getByRole('spinbutton', { name: '最短' })
        .nth(number - 1)
        .fill('1');
    }
    await page.getByRole('textbox', { name: '位置 1 的名称' }).fill('开场');
    assert.deepEqual(await pageFaults(page), []);
    await page.getByRole('button', { name: '保存并去拆条' }).click();
    await page.getByText('按“两段”挑选 2 个位置的片段。').waitFor();
    assert.deepEqual(await pageFaults(page), []);
    await page.getByRole('button', { name: '建 1 个项目' }).click();
    await page.waitForURL(/\/cutIntoPieces\/project\/preview/);
    await page.locator('.rp-pieces-card').nth(1).waitFor({ timeout: 60_000 });
    await page.getByText('/ 0:04:20').waitFor();
    assert.deepEqual(await pageFaults(page), []);

    // Straight from the video: behind the end of the first piece the second one goes on.
    await page.getByRole('button', { name: '连续播放全部' }).click();
    await page.getByRole('button', { name: '播放', exact: true }).click();
    await page.locator('.rp-pieces-card[data-shown]', { hasText: '位置 2' }).waitFor();
    await page.getByRole('button', { name: '回到单段' }).click();

    // From here on without a pointer: the other shot, locked, to the second place, and the alternative again taken back.
    await page.getByRole('button', { name: '第 1 段：开场' }).focus();
    const from = () => page.locator('.rp-pieces-panel li strong').first().innerText();
    const before = await from();
    for (const key of ['[', 's']) await page.keyboard.press(key);
    await until(async () => (await from()) !== before, 'another alternative comes first', 15);
    for (const key of ['q', 'Alt+ArrowRight']) await page.keyboard.press(key);
    await page.getByRole('button', { name: '第 2 段：开场' }).waitFor();
    await page.getByRole('button', { name: '解锁“开场”' }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: '第 1 段：开场' }).waitFor();

    await page.getByRole('button', { name: '做成混剪项目' }).press('Enter');
    await page.waitForURL(/\/cutIntoPieces\/run\//);
    await page.getByText('2 个结果已存入素材库').waitFor({ timeout: 60_000 });
    assert.deepEqual(await pageFaults(page), []);
    await page.getByRole('button', { name: '打开混剪项目' }).click();
    await page.waitForURL(/\/mixedCut\/edit\//);
    await page.locator('[data-clip]').nth(1).waitFor();
    assert.deepEqual(kit.takeComplaints(), []);
    await close();
  });
});
