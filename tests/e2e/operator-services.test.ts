import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { Page } from 'playwright-core';

import { HARBOUR_VOICE } from '#tests/fixtures/server-halves/harbour-voice.ts';
import { writeHalf } from '#tests/fixtures/server-halves/write-half.ts';
import { until } from '#tests/until.ts';

import { createBrowserKit, pageFaults } from './browser-kit.ts';
import { startSite } from './site.ts';
import { useServiceAlone } from './use-service-alone.ts';

let packed: Buffer | undefined;
const server = await startSite(
  { after },
  { prepare: async (dataDir) => void (packed = await writeHalf(dataDir, HARBOUR_VOICE)) },
);
const kit = createBrowserKit({ after }, server.address);
let token = '';
before(async () => {
  assert.ok(packed);
  await server.composed.ctx.plugins.install(packed, { actor: 'test', source: 'test', untrusted: false, grants: [] });
  ({ token } = await server.signIn({ level: 'level4', operator: true }));
});

const card = (page: Page, id: string) => page.locator(`[data-adapter="${id}"]`);

test('an operator sees every kind, and chooses a voice from outside after filling in, checking and hearing it', async () => {
  const { page } = await kit.open({ token });
  await page.goto(`${server.address}/operator/services`);
  const row = page.locator('[data-kind="speech"]');
  await row.getByText('espeak-ng（内置）').waitFor();
  await row.getByText('可用').waitFor();
  await page.locator('[data-kind="portraits"]').getByText('需要安装').waitFor();
  await row.getByRole('link').click();

  const horn = card(page, 'harbour-voice.horn');
  await horn.getByText('还要填写：密钥').waitFor();
  assert.equal(await page.getByRole('button', { name: '加入“雾号' }).isDisabled(), true);
  await horn.getByRole('button', { name: '设置' }).click();
  const key = horn.locator('[data-setting="key"] input');
  await key.fill('wrong');
  await key.press('Enter');
  await horn.getByRole('button', { name: '检查' }).click();
  await horn.getByText(/设置有误.*the key is refused/).waitFor();
  await horn.locator('[data-setting="key"]').getByRole('button').first().click();
  await key.fill('right');
  await key.press('Enter');
  await until(async () => {
    await horn.getByRole('button', { name: '检查' }).click();
    // What it answered before is gone as soon as it is asked again; it tells no time when it answers at once.
    const answer = horn.getByText(/^正常(，\d+ 毫秒)?$|the key is refused/);
    // Nor does an answer stay that belongs to the key before: then it is asked once more.
    const told = await answer.textContent({ timeout: 3_000 }).catch(() => '');
    return /正常/.test(told ?? '');
  }, 'healthy with the right key');
  await horn.getByText('会 2 种语言：英语').waitFor();

  await horn.getByRole('button', { name: '试用' }).click();
  assert.equal(await horn.getByRole('button', { name: '试一下' }).isDisabled(), true);
  await horn.getByLabel('文字').fill('有船靠岸了');
  await horn.getByRole('button', { name: '试一下' }).click();
  await horn.locator('audio').waitFor();
  assert.match((await horn.locator('audio').getAttribute('src')) ?? '', /^blob:/);

  await useServiceAlone(page, 'harbour-voice.horn');
  await until(async () => (await server.composed.ctx.providers.use('speech')).id === 'harbour-voice.horn');
  await page.getByRole('switch', { name: '不能用时换成内置的' }).click();
  await server.composed.ctx.plugins.setDisabled('harbour-voice', true, 'test');
  await horn.getByText('插件停用了').first().waitFor();
  assert.equal((await server.composed.ctx.providers.use('speech')).id, 'engines.espeak-ng');
  await server.composed.ctx.plugins.setDisabled('harbour-voice', false, 'test');
});

test('an operator tries what reads text in pictures with one, and sees what was read and where', async () => {
  const { page } = await kit.open({ token });
  await page.goto(`${server.address}/operator/services/picture-text`);
  const reader = card(page, 'eye.pp-ocr');
  await reader.getByRole('button', { name: '试用' }).click();
  assert.equal(await reader.getByRole('button', { name: '试一下' }).isDisabled(), true);
  const file = reader.locator('input[type=file]');
  await file.setInputFiles({ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await reader.getByText('这张图片打不开').waitFor();
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 900, height: 500 } });
  await file.setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer });
  await reader.getByRole('img', { name: '选好的图片' }).waitFor();
  await reader.getByRole('button', { name: '试一下' }).click();
  const read = reader.getByRole('status').filter({ hasText: '读到' });
  // Models are loaded first, which takes a while on a busy machine.
  await read.waitFor({ timeout: 60_000 });
  const lines = await read.getByRole('listitem').count();
  assert.equal(await read.locator('polygon').count(), lines);
  assert.match((await read.textContent()) ?? '', /画面文字/);
  assert.deepEqual(await pageFaults(page), []);
});

test('a kind without an adapter says what to install', async () => {
  const { page } = await kit.open({ token });
  await page.goto(`${server.address}/operator/services/mail`);
  await page.getByText('还没有可用的邮件服务').waitFor();
  await page.getByRole('link', { name: '所有服务' }).click();
  await page.locator('[data-kind="mail"]').waitFor();
});

test('pages are whole and without faults', async () => {
  for (const [width, dark, language] of [
    [1440, true, 'zh'],
    [1024, false, 'en'],
    [390, true, 'en'],
    [390, false, 'zh'],
  ] as const) {
    const { page } = await kit.open({ token, width, dark, language });
    for (const path of ['', '/speech', '/sms', '/translation', '/picture-text']) {
      await page.goto(`${server.address}/operator/services${path}`);
      await page.locator('.rp-services, .rp-services__card, .rp-empty').first().waitFor();
      assert.deepEqual(await pageFaults(page), [], `${path} ${width} ${language}`);
    }
  }
  assert.deepEqual(kit.takeComplaints(), []);
});
