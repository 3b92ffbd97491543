import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import { mixClient } from '#tests/integration/mixing/mix-client.ts';
import { drawOnce } from '#tests/draw-once.ts';
import { until } from '#tests/until.ts';

import { createBrowserKit, pageFaults } from './browser-kit.ts';
import { startMixingSite } from './mix-kit.ts';
import { tabFaults } from './tab-walk.ts';
import { touchFaults } from './touch-targets.ts';

const LENGTHS = [41, 52, 47];
const FILMS = ['mandelbrot=s=640x360:r=30', 'testsrc2=s=640x360:r=30', 'smptehdbars=s=640x360:r=30'];

describe('a video is split into shots in the browser', { timeout: 200_000 }, async () => {
  const { server, folder, stock } = await startMixingSite({ after });
  const kit = createBrowserKit({ after }, server.address);
  const draw = (name: string) => {
    const path = join(folder, name);
    const shots = FILMS.map((film, at) => `${film},trim=end_frame=${LENGTHS[at]},format=yuv420p[s${at}]`);
    drawOnce(path, [
      ...[
        '-f',
        'lavfi',
        '-i',
        'sine=r=48000:d=4.6667',
        '-filter_complex',
        `${shots.join(';')};[s0][s1][s2]concat=n=3[v]`,
      ],
      ...['-map', '[v]', '-map', '0:a', '-c:v', 'libx264', '-preset', 'veryfast', '-bf', '3', '-c:a', 'aac'],
    ]);
    return path;
  };

  test('cuts are found, changed by keys alone, and the shots go into the library and on to a mix', async () => {
    const { token, accountId } = await server.signIn({ level: 'level1' });
    const client = mixClient(server.address, token);
    const [material] = await stock(accountId, [draw('harbour.mp4')]);
    const { page, close } = await kit.open({ token });
    await page.goto(`${server.address}/workbench`);
    await page.getByRole('link', { name: '镜头拆分' }).click();
    await page.getByRole('button', { name: '选择视频' }).click();
    const picker = page.getByRole('dialog');
    await picker.locator('.rp-tile', { hasText: 'harbour' }).click();
    await picker.getByRole('button', { name: '确定' }).click();
    await page.getByText('已选 3 / 3 个镜头').waitFor({ timeout: 60_000 });
    await page.getByText('/ 0:04:20').waitFor();

    assert.deepEqual([...(await pageFaults(page)), ...(await tabFaults(page))], []);
    await page.setViewportSize({ width: 390, height: 844 });
    assert.deepEqual([...(await pageFaults(page)), ...(await touchFaults(page))], []);
    await page.setViewportSize({ width: 1440, height: 900 });

    // From here on without a pointer: to the second cut, a frame earlier, the shot before it cut in two, the last one left out.
    await page.getByRole('button', { name: '下一帧' }).focus();
    for (const key of [']', ']', '{', '[', 'ArrowRight', 's']) await page.keyboard.press(key);
    await page.getByText('已选 4 / 4 个镜头').waitFor();
    for (const key of ['Control+z', ']', 'e']) await page.keyboard.press(key);
    await page.getByText('已选 2 / 3 个镜头').waitFor();
    await page.getByRole('textbox', { name: '镜头 1 的名称' }).fill('开场');
    await page.getByRole('textbox', { name: '镜头 1 的标签' }).fill('海港，远景');
    await page.getByRole('textbox', { name: '镜头 2 的名称' }).focus();
    await page.getByRole('button', { name: '导出 2 个镜头' }).press('Enter');
    await page.waitForURL(/\/video\/segmentation\/run\//);
    await page.getByText('2 个结果已存入素材库').waitFor({ timeout: 60_000 });
    assert.deepEqual(await pageFaults(page), []);

    const frames = new Map<string, number>();
    await until(
      async () => {
        const { items } = await client.call<{ items: { name: string; seconds: number | null }[] }>(
          'GET',
          '/api/materials?kind=video&folder=all',
        );
        for (const { name, seconds } of items) frames.set(name, Math.round((seconds ?? 0) * 30));
        return [...frames.values()].every((count) => count > 0);
      },
      'they are prepared',
      60,
    );
    assert.equal(frames.get('开场 #海港 #远景.mp4'), 41);
    assert.equal(frames.get('harbour 02.mp4'), 51);
    const { split } = await client.call<{ split: string }>('GET', `/api/materials/${material}`);
    assert.equal(split, 'done');
    await page.getByRole('button', { name: '继续处理' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /做视频/ })
      .click();
    await page.waitForURL(/mixedCut/);
    assert.deepEqual(kit.takeComplaints(), []);
    await close();
  });
});
