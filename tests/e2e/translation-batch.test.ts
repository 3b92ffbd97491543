import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import type { Locator } from 'playwright-core';

import type { Batch } from '#plugins/translation/calls.ts';
import { startTranscriptionService } from '#tests/fixtures/speech/transcription-service.ts';
import { startTranslationService } from '#tests/fixtures/translation/translation-service.ts';
import { wavOf } from '#tests/fixtures/words/pcm.ts';
import { saySentences } from '#tests/fixtures/words/spoken-sound.ts';
import { mixClient } from '#tests/integration/mixing/mix-client.ts';
import { until } from '#tests/until.ts';

import { createBrowserKit, pageFaults } from './browser-kit.ts';
import { startMixingSite } from './mix-kit.ts';

describe('a Chinese clip becomes an English one', { timeout: 300_000 }, async () => {
  const { server, folder, stock } = await startMixingSite({ after });
  const kit = createBrowserKit({ after }, server.address);
  const transcription = await startTranscriptionService();
  const translation = await startTranslationService();
  after(() => Promise.all([transcription.close(), translation.close()]));
  transcription.hears = () => ({
    text: '全场包邮',
    segments: [{ id: 0, start: 0.5, end: 2.4, text: ' 全场包邮', no_speech_prob: 0.1 }],
  });
  translation.translates = () => 'Free shipping';

  test('by three clicks: ticking the clip, choosing what to do with it, and starting that', async () => {
    const operator = await server.signIn({ operator: true });
    const put = (path: string, body: object) =>
      server.call('PUT', `/api/services${path}`, { token: operator.token, body });
    const values = { key: 'secret', model: 'm' };
    for (const [kind, adapter, address] of [
      ['transcription', 'engines.openai-transcription', transcription.address],
      ['translation', 'engines.chat-translation', `${translation.address}/v1`],
    ] as const) {
      const set = await put(`/${kind}/${adapter}/settings`, { values: { ...values, address } });
      assert.equal(set.status, 200, JSON.stringify(set.envelope));
      await put(`/${kind}`, { adapters: [adapter], orEmbedded: false });
    }
    const [wav, path] = [join(folder, 'said.wav'), join(folder, 'clip.mp4')];
    writeFileSync(wav, wavOf(saySentences(['全场包邮。'], [0.5, 0.6], { language: 'zh-CN' }).samples));
    const picture = ['-f', 'lavfi', '-i', 'color=0x204060:s=320x180:r=25:d=4', '-i', wav, '-af', 'apad', '-t', '4'];
    execFileSync('ffmpeg', [
      ...['-v', 'error', '-y', ...picture, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
      ...['-c:a', 'aac', path],
    ]);
    const { token, accountId } = await server.signIn({ level: 'level4' });
    await stock(accountId, [path]);
    const { page, close } = await kit.open({ token });
    await page.goto(`${server.address}/material/list`);
    const tile = page.locator('.rp-tile', { hasText: 'clip' });
    await tile.waitFor();
    let clicks = 0;
    const click = async (place: Locator): Promise<void> => {
      await place.click();
      clicks += 1;
    };
    await click(tile.locator('[data-tick]'));
    const chosen = page.getByRole('toolbar', { name: '对所选素材的操作' });
    const translate = chosen.getByRole('button', { name: '翻译', exact: true });
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await translate.waitFor();
      assert.deepEqual([width, ...(await pageFaults(page))], [width]);
    }
    await click(translate);
    await page.getByText('1 个视频 × 1 种语言 = 1 个').waitFor();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      assert.deepEqual([width, ...(await pageFaults(page))], [width]);
    }
    await click(page.getByRole('button', { name: '开始，全部做完' }));
    assert.equal(clicks, 3);

    await page.waitForURL(/\/video\/translation\/batch\/[0-9a-f-]{36}$/);
    await page.getByText('已完成 1 / 1').first().waitFor({ timeout: 120_000 });
    assert.deepEqual(await pageFaults(page), []);
    await page.setViewportSize({ width: 1440, height: 900 });
    assert.deepEqual(await pageFaults(page), []);

    const client = mixClient(server.address, token);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const batch = await client.call<Batch>('GET', `/api/translation/batches/${id}`);
    assert.deepEqual([batch.counts.done, batch.causes], [1, []]);
    const { items } = await client.call<{ items: { madeId: string }[] }>('GET', `/api/translation/batches/${id}/items`);
    assert.ok(items[0]?.madeId);
    // The clip, and the line of its dub, which is heard back.
    assert.deepEqual([transcription.recordings.length, translation.requests.length], [2, 1]);
    await until(() => batch.languages[0]?.folderId !== null, 'it is in the folder of its language', 1);

    // What is finished is handed on to publishing.
    await page.getByRole('button', { name: '使用这 1 个' }).click();
    await page.getByRole('menuitem', { name: '发布' }).first().click();
    await page.waitForURL(/publish/);
    assert.deepEqual(kit.takeComplaints(), []);
    await close();
  });
});
