import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import type { Page } from 'playwright-core';
import sharp from 'sharp';

import { COLOUR_LAB } from '#tests/fixtures/server-halves/colour-lab.ts';
import { packHalf, writeHalf } from '#tests/fixtures/server-halves/write-half.ts';
import { mixClient } from '#tests/integration/mixing/mix-client.ts';
import { projectOf } from '#tests/integration/mixing/mix-site.ts';
import { until } from '#tests/until.ts';

import { createBrowserKit } from './browser-kit.ts';
import { drawMixedClips, startMixingSite } from './mix-kit.ts';

describe('an effect of a plugin from outside, in the mix editor', { timeout: 200_000 }, async () => {
  const {
    server: site,
    folder,
    stock,
  } = await startMixingSite({ after }, { prepare: async (dataDir) => void (await writeHalf(dataDir, COLOUR_LAB)) });
  const kit = createBrowserKit({ after }, site.address);
  const { plugins } = site.composed.ctx;
  await plugins.install(packHalf(COLOUR_LAB), { actor: 'test', source: 'test', untrusted: false, grants: [] });
  const { token, accountId } = await site.signIn({ level: 'level1' });
  const client = mixClient(site.address, token);
  const ids = await stock(accountId, drawMixedClips(join(folder, 'port'), { clips: 2, seconds: 2, scenes: 2 }));
  const { id } = await client.call<{ id: string }>(
    'POST',
    '/api/mixing/projects',
    projectOf([ids.slice(0, 2), ids.slice(2)]),
  );

  /** How coloured the preview is: the mean distance of the strongest from the weakest colour, 0 to 255. */
  async function colour(page: Page): Promise<number> {
    const shot = sharp(await page.locator('canvas.rp-ed-preview__canvas').screenshot()).removeAlpha();
    const bytes = await shot.resize(24, 24, { kernel: 'nearest' }).raw().toBuffer();
    let sum = 0;
    for (let at = 0; at < bytes.length; at += 3) {
      const pixel = bytes.subarray(at, at + 3);
      sum += Math.max(...pixel) - Math.min(...pixel);
    }
    return (sum * 3) / bytes.length;
  }

  test('is chosen, drawn as it plays, taken back, and told when its plugin is gone; all else stays', async () => {
    const { page } = await kit.open({ token });
    await page.goto(`${site.address}/mixedCut/edit/${id}`);
    const canvas = page.locator('canvas.rp-ed-preview__canvas');
    await canvas.waitFor();
    await until(async () => (await colour(page)) > 20, 'the preview shows the clip');

    await page.getByRole('button', { name: '镜头组“Group 1”的操作' }).click();
    await page.getByRole('menuitem', { name: '速度、文字等' }).click();
    const choose = async (effect: string): Promise<void> => {
      await page.getByRole('combobox', { name: '效果' }).click();
      await page.getByRole('option').filter({ hasText: effect }).click();
    };
    await choose('灰度');
    await page.getByText('去掉颜色。').waitFor();
    await until(async () => (await colour(page)) < 6, 'the plugin draws its effect');

    await page.getByRole('slider', { name: '程度' }).press('Home');
    await until(async () => (await colour(page)) > 20, 'its setting is drawn');
    await page.getByRole('button', { name: '撤销' }).first().click();
    await until(async () => (await colour(page)) < 6, 'that is taken back');

    await choose('缩小');
    await page.getByText('浏览器画不出效果“缩小”').waitFor();
    await page.getByRole('button', { name: '在服务器上生成预览' }).waitFor();
    await choose('断片');
    await page.getByText('浏览器画不出效果“断片”').waitFor();
    await until(
      async () => (await plugins.faults('colour-lab')).some(({ message }) => message.includes('the film tore here')),
      'what its drawing throws is the plugin’s fault',
    );
    await choose('褪色');
    await until(async () => (await canvas.isVisible()) && (await colour(page)) < 6, 'ours is drawn, too');

    await choose('灰度');
    await until(async () => {
      interface Stored {
        document: { groups: { effect?: { name: string } }[] };
      }
      const { document } = await client.call<Stored>('GET', `/api/mixing/projects/${id}`);
      return document.groups[0]?.effect?.name === 'colour-lab.grey';
    }, 'it is saved');
    await plugins.setDisabled('colour-lab', true, 'test');
    await page.getByText('Group 1的效果“灰度”现在不能用').waitFor();
    await until(async () => (await colour(page)) > 20, 'the preview goes on without it');
    assert.equal(await page.locator('.rp-ed-clip').count(), 4);
    await page.getByRole('button', { name: /^生成/ }).click();
    await page.getByText('镜头组“Group 1”用了效果').first().waitFor();
    await page.getByRole('button', { name: '移除效果' }).click();
    await page.locator('[data-effect]').waitFor({ state: 'detached' });
  });
});
