import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';

import { readTimedText } from '#core/contract/timed-text/read-text.ts';
import { drawTexts } from '#tests/fixtures/eye/drawn-text.ts';
import { wavOf } from '#tests/fixtures/words/pcm.ts';
import { saySentences } from '#tests/fixtures/words/spoken-sound.ts';

import { until } from '../until.ts';
import { createBrowserKit, pageFaults } from './browser-kit.ts';
import { startMixingSite } from './mix-kit.ts';
import { tabFaults } from './tab-walk.ts';
import { touchFaults } from './touch-targets.ts';

describe('the words of a video in the browser', { timeout: 200_000 }, async () => {
  const { server, folder, stock } = await startMixingSite({ after });
  const kit = createBrowserKit({ after }, server.address);
  const spoken = saySentences(['现在下单，全国包邮。', '明天就能收到。'], [1, 0.9], { language: 'zh-CN' });

  /** A video that shows a text and says two sentences. */
  async function film(): Promise<string> {
    const [silent, wav, path] = [join(folder, 'silent.mp4'), join(folder, 'said.wav'), join(folder, 'box.mp4')];
    const texts = [{ from: 0.5, to: 2.5, text: '全场包邮', size: 40 }];
    const seconds = Math.floor(spoken.samples.length / 16_000);
    await drawTexts(silent, { width: 640, height: 360, seconds, texts });
    writeFileSync(wav, wavOf(spoken.samples));
    const joined = ['-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', 'aac', '-t', String(seconds), path];
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', silent, '-i', wav, ...joined]);
    return path;
  }

  async function downloaded(page: Page, format: string): Promise<Buffer> {
    await page.getByRole('button', { name: '导出', exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format }).click(),
    ]);
    return readFileSync(await file.path());
  }

  test('they are extracted, found, edited, exported, and timed by pasting what is said', async () => {
    const { token, accountId } = await server.signIn({ level: 'level2' });
    await stock(accountId, [await film()]);
    const { page, close } = await kit.open({ token });
    await page.goto(`${server.address}/material/copy-extraction`);
    await page.getByRole('button', { name: '选择视频' }).click();
    const picker = page.getByRole('dialog');
    await picker.locator('.rp-tile', { hasText: 'box' }).click();
    await picker.getByRole('button', { name: '确定' }).click();
    await page.getByRole('button', { name: '提取 1 个视频' }).click();
    await page.waitForURL(/\/material\/copy-extraction\/run\//);
    await page.locator('.rp-output[data-state="made"]').waitFor({ timeout: 60_000 });
    // A file of subtitles is no material.
    assert.equal(await page.getByRole('button', { name: /素材库/ }).count(), 0);
    await page.getByRole('button', { name: '到文案库查看' }).click();

    await page.getByRole('searchbox').fill('包邮');
    await page.getByRole('link', { name: /^0:0\d 处$/ }).click();
    await page.waitForURL(/\/material\/copywriting\/[0-9a-f-]+\?at=\d+/);
    await page.getByText(/找到 2 段说话/).waitFor({ timeout: 60_000 });
    assert.deepEqual([...(await pageFaults(page)), ...(await tabFaults(page))], []);
    await page.getByText('全场包邮').first().click();
    await page.getByRole('textbox', { name: '文字', exact: true }).fill('全场免邮');
    await page.getByText('已保存').waitFor();

    const srt = readTimedText((await downloaded(page, 'SRT 字幕')).toString('utf8'));
    assert.deepEqual(
      srt?.cues.map(({ text }) => text),
      ['全场免邮'],
    );
    assert.ok(Math.abs((srt?.cues[0]?.start ?? 0) - 500) <= 100, `${srt?.cues[0]?.start}`);
    const sheet = unzipSync(await downloaded(page, 'Excel 表格'));
    const all = Object.values(sheet).map((bytes) => Buffer.from(bytes).toString('utf8'));
    assert.ok(all.some((part) => part.includes('全场免邮')));

    await page.getByRole('button', { name: '贴文字对时间' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: '整个视频' }).check({ force: true });
    await dialog.getByRole('textbox').fill('现在下单，全国包邮。明天就能收到。');
    assert.deepEqual(await pageFaults(page), []);
    await dialog.getByRole('button', { name: '开始对时间' }).click();
    await dialog.getByText('2 句已对好时间').waitFor({ timeout: 60_000 });
    await dialog.getByRole('button', { name: '用这些时间' }).click();
    await page.getByText('已保存').waitFor();
    const timed = readTimedText((await downloaded(page, 'SRT 字幕')).toString('utf8'))?.cues ?? [];
    assert.deepEqual(
      timed.map(({ text }) => text),
      ['现在下单，全国包邮。', '明天就能收到。'],
    );
    for (const [at, { start }] of timed.entries()) {
      const said = (spoken.spans[at]?.start ?? 0) * 1000;
      assert.ok(Math.abs(start - said) <= 120, `${start} instead of ${said}`);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await until(async () => (await pageFaults(page)).length === 0, 'it fits a phone', 5);
    assert.deepEqual(await touchFaults(page), []);
    // The lines are not below tools that are rarely needed.
    const find = page.getByRole('textbox', { name: '查找' });
    assert.equal(await find.isVisible(), false);
    await page.getByRole('button', { name: '平移、查找与替换' }).click();
    await find.waitFor();
    assert.deepEqual(await pageFaults(page), []);
    await close();
  });
});
