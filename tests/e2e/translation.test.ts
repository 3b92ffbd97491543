import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';
import { drawTexts } from '#tests/fixtures/eye/drawn-text.ts';
import { wavOf } from '#tests/fixtures/words/pcm.ts';
import { saySentences } from '#tests/fixtures/words/spoken-sound.ts';
import { mixClient } from '#tests/integration/mixing/mix-client.ts';

import { createBrowserKit, pageFaults } from './browser-kit.ts';
import { startMixingSite } from './mix-kit.ts';
import { tabFaults } from './tab-walk.ts';
import { toastsOf } from './toasts.ts';
import { touchFaults } from './touch-targets.ts';

const [WIDTH, HEIGHT, SECONDS] = [640, 360, 5];
const LINES = [
  { from: 0.5, to: 2, text: '全场包邮' },
  { from: 2.6, to: 4.6, text: '明天就能收到' },
];
const TRANSLATED = ['Free shipping', 'It arrives tomorrow'];

describe('a video is translated in the browser without any service', { timeout: 400_000 }, async () => {
  const { server, folder, stock } = await startMixingSite({ after });
  const kit = createBrowserKit({ after }, server.address);

  /** A video whose subtitles are in its picture, and said. */
  async function film(): Promise<string> {
    const [silent, wav, path] = [join(folder, 'silent.mp4'), join(folder, 'said.wav'), join(folder, 'box.mp4')];
    const texts = LINES.map((line) => ({ ...line, y: 330, size: 40 }));
    await drawTexts(silent, { width: WIDTH, height: HEIGHT, seconds: SECONDS, texts });
    const { samples } = saySentences(
      LINES.map(({ text }) => `${text}。`),
      [0.5, 0.6],
      { language: 'zh-CN' },
    );
    writeFileSync(wav, wavOf(samples));
    const joined = ['-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', 'aac', '-af', 'apad'];
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', silent, '-i', wav, ...joined, '-t', String(SECONDS), path]);
    return path;
  }

  test('its text is read, translated by hand, dubbed, and burned in where the old one was removed', async () => {
    const { token, accountId } = await server.signIn({ level: 'level4' });
    const client = mixClient(server.address, token);
    const [video = ''] = await stock(accountId, [await film()]);
    const { page, close } = await kit.open({ token });
    await page.goto(`${server.address}/material/copy-extraction`);
    await page.getByRole('button', { name: '选择视频' }).click();
    const picker = page.getByRole('dialog');
    await picker.locator('.rp-tile', { hasText: 'box' }).click();
    await picker.getByRole('button', { name: '确定' }).click();
    await page.getByRole('button', { name: '提取 1 个视频' }).click();
    await page.waitForURL(/\/material\/copy-extraction\/run\//);
    await page.locator('.rp-output[data-state="made"]').waitFor({ timeout: 90_000 });

    await page.goto(`${server.address}/subtitle/removal`);
    await page.getByRole('button', { name: '选择视频' }).click();
    await picker.locator('.rp-tile', { hasText: 'box' }).click();
    await picker.getByRole('button', { name: '确定' }).click();
    await page.getByText('找到 2 处文字').waitFor({ timeout: 90_000 });
    await page.getByRole('button', { name: '去除 1 个视频的字幕' }).click();
    await page.waitForURL(/\/subtitle\/removal\/[0-9a-f-]{36}$/);
    await page.locator('.rp-output[data-state="made"]').waitFor({ timeout: 90_000 });
    await page.getByRole('button', { name: '存入素材库' }).click();
    await picker.getByRole('treeitem').first().click();
    await picker.getByRole('button', { name: '存到这里' }).click();
    await page.getByText('已将 1 个结果存入素材库').first().waitFor();

    await page.goto(`${server.address}/video/translation`);
    await page.getByRole('radio', { name: /box/ }).check({ force: true });
    await page.getByText('看起来是').waitFor();
    await page.getByRole('combobox', { name: /目标语言|翻译成/ }).click();
    await page.getByRole('option', { name: '英语' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '创建项目' }).click();
    await page.waitForURL(/\/video\/translation\/[0-9a-f-]{36}$/);
    for (const [at, text] of TRANSLATED.entries()) {
      await page.locator('.rp-review-line').nth(at).click();
      const field = page.locator('.rp-review-line textarea');
      await field.fill(text);
      await field.press('Enter');
    }
    await page.getByText('2/2').first().waitFor();
    assert.deepEqual(await pageFaults(page), []);

    await page.getByRole('button', { name: '配音', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '开始配音' }).click();
    await page.getByText('配音完成：2 行').waitFor({ timeout: 90_000 });

    await page.getByRole('button', { name: '导出视频' }).click();
    await page.waitForURL(/\/export$/);
    await page.getByRole('radio', { name: '配音' }).check({ force: true });
    await page.getByRole('button', { name: '换成另一版视频' }).click();
    // First the dub, then what was removed, then the video itself.
    await picker.locator('.rp-tile', { hasText: 'box' }).nth(1).click();
    await picker.getByRole('button', { name: '确定' }).click();
    await page.getByRole('button', { name: '用原视频' }).waitFor();
    await page.locator('.rp-export-line').waitFor();
    // What tells that the dub is done would stand over the page.
    await toastsOf(page).first().waitFor({ state: 'detached' });
    assert.deepEqual([...(await pageFaults(page)), ...(await tabFaults(page))], []);
    await page.setViewportSize({ width: 390, height: 844 });
    assert.deepEqual([...(await pageFaults(page)), ...(await touchFaults(page))], []);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: '导出 1 个视频' }).click();
    await page.waitForURL(/\/video\/translation\/run\//);
    await page.locator('.rp-output[data-state="made"]').waitFor({ timeout: 90_000 });

    const run = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { inputs } = await client.call<ToolRun>('GET', `/api/tool-runs/${run}`);
    assert.ok(inputs.length === 2 && !inputs.includes(video), 'the removed one and the dub');
    const { items } = await client.call<{ items: ToolItem[] }>('GET', `/api/tool-runs/${run}/items`);
    const made = join(folder, 'made.mp4');
    const url = items[0]?.files.find(({ name }) => name.endsWith('.mp4'))?.url ?? '';
    writeFileSync(made, Buffer.from(await (await fetch(server.address + url)).arrayBuffer()));
    const entries = ['-show_entries', 'stream=codec_name', '-of', 'csv=p=0'];
    const codecs = execFileSync('ffprobe', ['-v', 'error', ...entries, made], { encoding: 'utf8' });
    assert.deepEqual(codecs.trim().split('\n'), ['h264', 'aac']);

    // The page reads again what the picture says now.
    const found = { name: 'Read', videos: await stock(accountId, [made]), from: 'picture', language: 'en-US' };
    const { id } = await client.call<{ id: string }>('POST', '/api/copywriting/runs', found);
    await client.ended(id, 60);
    const { items: texts } = await client.call<{ items: { excerpt: string }[] }>('GET', '/api/copywriting/texts');
    const read = texts.map(({ excerpt }) => excerpt).find((excerpt) => excerpt.includes('Free')) ?? '';
    assert.match(read.replaceAll(/\s+/g, ' '), /Free ?shipping.*It ?arrives ?tomorrow/);
    assert.ok(!read.includes('包邮'));
    assert.deepEqual(kit.takeComplaints(), []);
    await close();
  });
});
