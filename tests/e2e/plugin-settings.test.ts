import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';

import { defineSettings } from '#core/contract/plugin-settings.ts';
import { buildPackage } from '#tests/fixtures/plugin-package.ts';
import { until } from '#tests/until.ts';

import { arrive, axeFaults, createBrowserKit, sideways, type Seat } from './browser-kit.ts';
import { goOn } from './kernel-of-page.ts';
import { startSite } from './site.ts';

const server = await startSite({ after });
const kit = createBrowserKit({ after }, server.address);

const words = (key: string, about = false) => ({
  title: `sign-board:${key}`,
  ...(about ? { description: `sign-board:${key}-about` } : {}),
});
const { schemas } = defineSettings({
  account: z.object({
    link: z.url().default('https://port.example/').meta(words('link')),
    scale: z.number().int().min(50).max(150).default(100).meta(words('scale', true)),
    tone: z.enum(['day', 'night']).default('day').meta(words('tone')),
  }),
  operator: z.object({
    motto: z.string().max(24).default('Ahoy').meta(words('motto')),
    most: z.number().int().min(1).default(3).meta(words('most')),
  }),
});

await server.composed.ctx.plugins.install(
  buildPackage({
    manifest: {
      id: 'sign-board',
      routes: [{ path: '/sign-board', page: 'Board', title: 'sign-board:title' }],
      settings: schemas,
    },
    web: `
import { createElement as h } from 'react';
import { defineWeb, usePluginSettings } from '@reelport/core';
import { defineSettings } from '@reelport/core/contract';
import { z } from 'zod';
const settings = defineSettings({
  account: z.object({ link: z.string().default('-'), scale: z.number().default(100), tone: z.string().default('day') }),
  operator: z.object({ motto: z.string().default('Ahoy'), most: z.number().default(3) }),
});
function Board() {
  const { account, operator } = usePluginSettings(settings);
  const { link, scale, tone } = account;
  return h('main', null, h('output', { id: 'board' }, [link, scale, tone, operator.motto, operator.most].join(' | ')));
}
export default defineWeb({ pages: { Board: async () => ({ default: Board }) } });
`,
    texts: {
      zh: {
        ...{ title: '告示牌', link: '链接', scale: '字号', 'scale-about': '百分比', tone: '色调' },
        ...{ motto: '标语', most: '最多几块' },
      },
      en: {
        ...{ title: 'Sign board', link: 'Link', scale: 'Letter size', 'scale-about': 'In per cent', tone: 'Tone' },
        ...{ motto: 'Motto', most: 'Most boards' },
      },
    },
  }),
  { actor: 'tests', source: 'tests', untrusted: false, grants: [] },
);

const fieldOf = (page: Page, key: string): Locator => page.locator(`[data-setting="${key}"]`);
const alertOf = (page: Page, key: string): Locator => fieldOf(page, key).getByRole('alert');

/** The plugin's own page, which is not loaded anew while others set it. */
async function openBoard(token: string): Promise<{ seat: Seat; shows(text: string): Promise<void> }> {
  const seat = await kit.open({ token });
  const { page } = seat;
  await page.goto(`${server.address}/sign-board`);
  await page.locator('#board').waitFor();
  await page.evaluate('globalThis.isTheSamePage = true');
  return {
    seat,
    async shows(text) {
      await until(async () => (await page.locator('#board').textContent()) === text);
      assert.equal(await page.evaluate('globalThis.isTheSamePage'), true);
    },
  };
}

test('an account sets a plugin for itself and not for everybody, and the plugin follows while it is open', async () => {
  const { token } = await server.signIn();
  const { seat, shows } = await openBoard(token);
  await shows('- | 100 | day | Ahoy | 3');
  const page = await kit.tab(seat);
  await page.goto(`${server.address}/workbench`);
  await page.locator('.rp-account').click();
  await page.getByRole('menuitem', { name: '插件设置' }).click();
  await page.getByRole('navigation', { name: '有设置的插件' }).getByRole('link', { name: '告示牌' }).click();
  await arrive(page, '/settings/plugins/sign-board');

  await page.getByRole('spinbutton', { name: '字号', exact: true }).fill('120');
  await page.keyboard.press('Enter');
  await fieldOf(page, 'scale').getByText('已保存').waitFor();
  await shows('- | 120 | day | Ahoy | 3');
  await fieldOf(page, 'tone').getByRole('radio', { name: 'night' }).check();
  await shows('- | 120 | night | Ahoy | 3');

  const link = page.getByLabel('链接', { exact: true });
  await link.fill('nowhere');
  await link.press('Enter');
  await alertOf(page, 'link').waitFor();
  const said = (await alertOf(page, 'link').textContent()) ?? '';
  assert.match(said, /[\u4E00-\u9FFF]/, 'it is told in Chinese');
  assert.deepEqual([await link.inputValue(), await link.getAttribute('aria-invalid')], ['nowhere', 'true']);
  assert.deepEqual(await axeFaults(page), []);
  kit.takeComplaints();
  await link.fill('https://harbour.example/');
  await link.press('Enter');
  await alertOf(page, 'link').waitFor({ state: 'detached' });
  await shows('https://harbour.example/ | 120 | night | Ahoy | 3');

  await page.getByRole('button', { name: '恢复默认：字号' }).click();
  await shows('https://harbour.example/ | 100 | night | Ahoy | 3');
  // What operators set is none of theirs.
  assert.equal(await fieldOf(page, 'motto').count(), 0);
  const body = { values: { motto: 'Mine' } };
  const { status } = await server.call('PUT', '/api/extensions/sign-board/settings', { token, body });
  assert.equal(status, 403);
  await seat.close();
  assert.deepEqual(kit.takeComplaints(), []);
});

test('on a phone in English the page fits, and says in English what is wrong', async () => {
  const { token } = await server.signIn();
  const { page, close } = await kit.open({ token, width: 390, language: 'en', dark: false });
  await page.goto(`${server.address}/settings/plugins/sign-board`);
  await page.getByRole('heading', { name: 'Plugin settings' }).waitFor();
  await page.getByText('In per cent').waitFor();
  const scale = page.getByRole('spinbutton', { name: 'Letter size', exact: true });
  await scale.fill('900');
  await scale.press('Enter');
  await alertOf(page, 'scale').waitFor();
  assert.match((await alertOf(page, 'scale').textContent()) ?? '', /^[ -~“”’]+$/);
  assert.deepEqual([await sideways(page), await axeFaults(page)], [0, []]);
  await goOn(page, '/settings/plugins/nothing-here');
  await page.getByText('This plugin has no settings, or no longer exists').waitFor();
  await close();
  kit.takeComplaints();
});

/** Somebody else’s board: what one account sets for itself does not show there, and what operators set does. */
let board: Awaited<ReturnType<typeof openBoard>> | undefined;
after(() => board?.seat.close());

for (const { language, width, dark, tab, saved, motto } of [
  { language: 'zh', width: 1440, dark: true, tab: '设置', saved: '已保存', motto: '标语' },
  { language: 'en', width: 390, dark: false, tab: 'Settings', saved: 'Saved', motto: 'Motto' },
] as const) {
  test(`an operator sets a plugin for everybody in the manager, ${language}, ${width} px`, async () => {
    const { shows } = (board ??= await openBoard((await server.signIn()).token));
    await shows('- | 100 | day | Ahoy | 3');
    const operator = await server.signIn({ operator: true });
    const { page, close } = await kit.open({ token: operator.token, language, width, dark });
    await page.goto(`${server.address}/operator/plugins`);
    await page.locator('[data-extension="sign-board"]').getByRole('link').click();
    await page.getByRole('tab', { name: tab, exact: true }).click();

    const field = page.getByLabel(motto, { exact: true });
    await field.fill(`Hello ${language}`);
    await field.press('Enter');
    await fieldOf(page, 'motto').getByText(saved).waitFor();
    await shows(`- | 100 | day | Hello ${language} | 3`);

    const most = fieldOf(page, 'most').getByRole('spinbutton');
    await most.fill('0');
    await most.press('Enter');
    await alertOf(page, 'most').waitFor();
    const said = (await alertOf(page, 'most').textContent()) ?? '';
    assert.equal(/[\u4E00-\u9FFF]/.test(said), language === 'zh', said);
    assert.deepEqual([await sideways(page), await axeFaults(page)], [0, []]);
    await shows(`- | 100 | day | Hello ${language} | 3`);
    await most.press('Escape');
    await alertOf(page, 'most').waitFor({ state: 'detached' });
    await fieldOf(page, 'motto').getByRole('button').click();
    await shows('- | 100 | day | Ahoy | 3');
    await close();
    kit.takeComplaints();
  });
}
