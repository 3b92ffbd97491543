import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import type { ToolItem } from '#core/contract/tool-run-calls.ts';
import { drawTexts } from '#tests/fixtures/eye/drawn-text.ts';
import { mixClient } from '#tests/integration/mixing/mix-client.ts';

import { createBrowserKit, pageFaults } from './browser-kit.ts';
import { startMixingSite } from './mix-kit.ts';
import { tabFaults } from './tab-walk.ts';
import { touchFaults } from './touch-targets.ts';

const [WIDTH, HEIGHT] = [640, 360];
const LINE = { from: 1, to: 3, text: 'SUMMER SALE TODAY', y: 330, size: 40 };

/** How many pixels of a line of a picture are as bright as letters: white in all three colours. */
const LETTERS = `async (image) => {
  await image.decode();
  const pen = new OffscreenCanvas(${WIDTH}, ${HEIGHT}).getContext('2d');
  pen.drawImage(image, 0, 0, ${WIDTH}, ${HEIGHT});
  const { data } = pen.getImageData(0, ${LINE.y - 20}, ${WIDTH}, 2);
  return data.filter((_, at) => at % 4 === 0 && Math.min(data[at], data[at + 1], data[at + 2]) > 225).length;
}`;

describe('subtitles are removed in the browser', { timeout: 200_000 }, async () => {
  const { server, folder, stock } = await startMixingSite({ after });
  const kit = createBrowserKit({ after }, server.address);

  function bright(path: string, seconds: number): number {
    const line = `crop=${WIDTH}:2:0:${LINE.y - 20},format=rgb24`;
    const args = ['-v', 'error', '-ss', String(seconds), '-i', path, '-frames:v', '1', '-vf', line];
    const bytes = execFileSync('ffmpeg', [...args, '-f', 'rawvideo', '-']);
    return bytes.filter((_, at) => at % 3 === 0 && Math.min(...bytes.subarray(at, at + 3)) > 225).length;
  }

  test('found by the palette, previewed on a frame, made, compared, and what is left of the text is told', async () => {
    const { token, accountId } = await server.signIn({ level: 'level1' });
    const client = mixClient(server.address, token);
    const path = join(folder, 'sale.mp4');
    await drawTexts(path, { width: WIDTH, height: HEIGHT, seconds: 4, texts: [LINE] });
    await stock(accountId, [path]);
    const { page, close } = await kit.open({ token });
    await page.goto(`${server.address}/workbench`);
    await page.getByRole('link', { name: '字幕去除' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('字幕去除');
    await page.getByRole('option', { name: '打开字幕去除' }).click();
    await page.getByRole('button', { name: '选择视频' }).click();
    const picker = page.getByRole('dialog');
    await picker.locator('.rp-tile', { hasText: 'sale' }).click();
    await picker.getByRole('button', { name: '确定' }).click();
    await page.getByText('找到 1 处文字').waitFor({ timeout: 60_000 });

    const field = page.getByRole('textbox', { name: /^当前时间/ });
    await field.fill('0:02:00');
    await field.press('Enter');
    await page.getByRole('switch', { name: '预览去除效果' }).check({ force: true });
    const still = page.getByRole('img', { name: '去除文字后的这一帧' });
    await still.waitFor({ timeout: 60_000 });
    assert.ok(bright(path, 2) > 40, 'the letters are in the picture');
    assert.equal(
      await page.evaluate<number>(`(${LETTERS})(document.querySelector('.rp-removal-still'))`),
      0,
      'the preview has none',
    );
    assert.deepEqual([...(await pageFaults(page)), ...(await tabFaults(page))], []);
    await page.setViewportSize({ width: 390, height: 844 });
    assert.deepEqual([...(await pageFaults(page)), ...(await touchFaults(page))], []);
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.getByRole('button', { name: '去除 1 个视频的字幕' }).click();
    await page.waitForURL(/\/subtitle\/removal\/[0-9a-f-]{36}$/);
    await page.locator('.rp-output[data-state="made"]').waitFor({ timeout: 60_000 });
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { items } = await client.call<{ items: ToolItem[] }>('GET', `/api/tool-runs/${id}/items`);
    const made = join(folder, 'removed.mp4');
    writeFileSync(
      made,
      Buffer.from(await (await fetch(server.address + (items[0]?.files[0]?.url ?? ''))).arrayBuffer()),
    );
    assert.equal(bright(made, 2), 0, 'the letters are gone');

    await page.locator('.rp-output').click();
    const dialog = page.getByRole('dialog');
    const line = dialog.getByRole('slider', { name: '分界线' });
    await line.waitFor();
    await line.press('Home');
    assert.equal(await line.getAttribute('aria-valuetext'), '左侧 0% 为处理前，右侧 100% 为处理后');
    await dialog.getByText(/120 帧中处理了 \d+ 帧/).waitFor();
    await dialog.getByText('重新识别后，没有读出残留的文字。').waitFor();
    assert.deepEqual(await pageFaults(page), []);
    assert.deepEqual(kit.takeComplaints(), []);
    await close();
  });
});
