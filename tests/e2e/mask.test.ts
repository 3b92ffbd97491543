import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import type { ToolItem } from '#core/contract/tool-run-calls.ts';
import { drawTexts } from '#tests/fixtures/eye/drawn-text.ts';
import { say } from '#tests/integration/media/cut/cut-kit.ts';
import { mixClient } from '#tests/integration/mixing/mix-client.ts';

import { until } from '#tests/until.ts';

import { createBrowserKit, pageFaults } from './browser-kit.ts';
import { startMixingSite } from './mix-kit.ts';
import { tabFaults } from './tab-walk.ts';
import { touchFaults } from './touch-targets.ts';

const [WIDTH, HEIGHT] = [640, 360];
const LOW = { from: 1, to: 3, text: 'SUMMER SALE TODAY', y: 330, size: 40 };
const HIGH = { ...LOW, text: 'FREE SHIPPING', y: 90 };

/** How many pixels of a line are as bright as letters: in what the player shows, and with what is drawn over it. */
const LETTERS = `(y, layers) => {
  const pen = new OffscreenCanvas(${WIDTH}, ${HEIGHT}).getContext('2d');
  for (const layer of document.querySelectorAll(layers)) pen.drawImage(layer, 0, 0, ${WIDTH}, ${HEIGHT});
  const { data } = pen.getImageData(0, y, ${WIDTH}, 2);
  // White in all three colours, which nothing behind the letters is.
  return data.filter((_, at) => at % 4 === 0 && Math.min(data[at], data[at + 1], data[at + 2]) > 225).length;
}`;

describe('subtitles are masked in the browser', { timeout: 200_000 }, async () => {
  const { server, folder, stock } = await startMixingSite({ after });
  const kit = createBrowserKit({ after }, server.address);

  /** The pixels of a line of a frame that are as bright as letters. */
  function bright(path: string, seconds: number, row: number): number {
    const line = `crop=${WIDTH}:2:0:${row},format=gray`;
    const args = ['-v', 'error', '-ss', String(seconds), '-i', path, '-frames:v', '1', '-vf', line];
    return execFileSync('ffmpeg', [...args, '-f', 'rawvideo', '-']).filter((value) => value > 225).length;
  }

  test('two videos, each with its own subtitles: seen covered before anything is made, made, compared and kept', async () => {
    const { token, accountId } = await server.signIn({ level: 'level1' });
    const client = mixClient(server.address, token);
    const paths = [join(folder, 'low.mp4'), join(folder, 'high.mp4')];
    for (const [at, text] of [LOW, HIGH].entries()) {
      await drawTexts(paths[at] ?? '', { width: WIDTH, height: HEIGHT, seconds: 4, texts: [text] });
    }
    const materials = await stock(accountId, paths);
    const { page, close } = await kit.open({ token });
    await page.goto(`${server.address}/workbench`);
    await page.getByRole('link', { name: '字幕遮罩' }).click();
    await page.getByRole('button', { name: '选择视频' }).click();
    const picker = page.getByRole('dialog');
    await picker.locator('.rp-tile', { hasText: 'low' }).click();
    await picker.locator('.rp-tile', { hasText: 'high' }).click();
    await picker.getByRole('button', { name: '确定' }).click();

    // The preview covers what was read, on the frame on which it stands.
    await page.getByText('找到 1 处文字').waitFor({ timeout: 60_000 });
    await page.getByRole('radio', { name: '色块' }).check({ force: true });
    const field = page.getByRole('textbox', { name: /^当前时间/ });
    await field.fill('0:02:00');
    await field.press('Enter');
    const letters = (layers: string) => page.evaluate<number>(`(${LETTERS})(${LOW.y - 20}, ${JSON.stringify(layers)})`);
    await until(async () => (await letters('.rp-studio__video')) > 40, 'the letters are in the picture', 20);
    await until(async () => (await letters('.rp-studio__video, .rp-live-preview')) === 0, 'they are covered', 20);

    assert.deepEqual([...(await pageFaults(page)), ...(await tabFaults(page))], []);
    await page.setViewportSize({ width: 390, height: 844 });
    assert.deepEqual([...(await pageFaults(page)), ...(await touchFaults(page))], []);
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.getByRole('button', { name: '用于全部' }).click();
    await page.getByRole('button', { name: '给 2 个视频加遮罩' }).click();
    await page.waitForURL(/\/video\/captions\/mosaic\/run\//);
    await page.locator('.rp-output[data-state="made"]').nth(1).waitFor({ timeout: 60_000 });

    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { items } = await client.call<{ items: ToolItem[] }>('GET', `/api/tool-runs/${id}/items`);
    for (const { sources, files } of items) {
      const at = materials.indexOf(sources[0] ?? '');
      const path = join(folder, `masked-${at}.mp4`);
      writeFileSync(path, Buffer.from(await (await fetch(server.address + (files[0]?.url ?? ''))).arrayBuffer()));
      const args = [
        '-count_frames',
        '-select_streams',
        'v',
        '-show_entries',
        'stream=codec_name,width,height,nb_read_frames',
      ];
      assert.equal(say('ffprobe', ...args, '-of', 'csv=p=0', path).trim(), 'h264,640,360,120');
      const row = (at === 0 ? LOW : HIGH).y - 20;
      assert.ok(bright(paths[at] ?? '', 2, row) > 40, 'the letters were there');
      assert.equal(bright(path, 2, row), 0, 'the letters are covered');
    }

    // Before and after, divided by keys.
    await page.locator('.rp-output').first().click();
    const dialog = page.getByRole('dialog');
    const line = dialog.getByRole('slider', { name: '分界线' });
    await line.waitFor();
    assert.equal(await dialog.locator('video').count(), 2);
    await line.press('Home');
    assert.equal(await line.getAttribute('aria-valuetext'), '左侧 0% 为处理前，右侧 100% 为处理后');
    await dialog.getByText(/120 帧中有 \d+ 帧被遮住/).waitFor();
    assert.deepEqual(await pageFaults(page), []);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: '存入素材库' }).click();
    const folders = page.getByRole('dialog');
    await folders.getByRole('treeitem').first().click();
    await folders.getByRole('button', { name: '存到这里' }).click();
    await page
      .getByText(/已将 [12] 个结果存入素材库/)
      .first()
      .waitFor();
    const { into } = await client.call<{ into: unknown[] }>('GET', `/api/materials/${items[0]?.sources[0]}/origins`);
    assert.equal(into.length, 1, 'what is kept names what it was made from');
    assert.deepEqual(kit.takeComplaints(), []);
    await close();
  });
});
