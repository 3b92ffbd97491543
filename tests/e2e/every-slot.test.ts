import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import type { Locator } from 'playwright-core';

import type { PackageParts } from '#tests/fixtures/plugin-package.ts';
import { mixClient } from '#tests/integration/mixing/mix-client.ts';
import { projectOf } from '#tests/integration/mixing/mix-site.ts';
import { installPackage } from '#tests/integration/plugin-registry/install-package.ts';
import { until } from '#tests/until.ts';

import { createBrowserKit } from './browser-kit.ts';
import { drawMixedClips, startMixingSite } from './mix-kit.ts';

const SLOTS = [
  ...['workbench.cards', 'workbench.starts', 'workbench.outputs', 'workbench.first-steps', 'workbench.widgets'],
  ...['landing.sections', 'tool-runs.outputs', 'tool-runs.exports', 'tool-runs.steps'],
  ...[
    'materials.actions',
    'materials.folder-actions',
    'materials.uses',
    'materials.badges',
    'materials.columns',
    'materials.sources',
  ],
  ...['mixing.cover-tools', 'mixing.clip-actions', 'mixing.panels', 'tools.cards'],
];
const WORDS = {
  ...{
    title: '处处',
    start: '从此处开始',
    step: '此处一步',
    hint: '此处说明',
    widget: '此处部件',
    section: '此处栏目',
  },
  ...{
    output: '此处成果',
    export: '此处格式',
    run: '此处收尾',
    action: '此处动作',
    folder: '此处整夹',
    column: '此处列',
    source: '此处来源',
  },
  ...{ cover: '此处封面', clip: '此处镜头', panel: '此处面板', badge: '此', state: '此处进行中' },
  ...{ tool: '此处工具', have: '此处有片', want: '此处变样' },
};

const heightOf = async (button: Locator) => Math.round((await button.boundingBox())?.height ?? 0);

/** A plugin from outside that contributes to all of them, and says what it was given; drawings of effects are dockyard's. */
const EVERYWHERE: PackageParts = {
  manifest: { id: 'everywhere', gate: { login: false }, slots: SLOTS },
  texts: { zh: WORDS, en: WORDS },
  web: `
import { createElement as h } from 'react';
import { defineWeb, slot } from '@reelport/core';
const text = (name) => 'everywhere:' + name;
const told = (name) => (globalThis.told ??= []).push(name);
const draw = (words) => async () => ({ default: () => h('p', null, words) });
const all = { kinds: ['video'], events: [] };
const each = (cell) => async (materials) => new Map(materials.map(({ id }) => [id, cell]));
const now = new Date().toISOString();
const items = {
  'workbench.cards': { events: [], load: async () => [{ id: 'x', title: '此处卡片', picture: null, to: null,
    changedAt: now, state: { tone: 'idle', text: text('state') } }] },
  'workbench.starts': { id: 'x', title: text('start'), icon: 'star', to: '/material/list' },
  'workbench.outputs': { events: [], load: async () => [{ id: 'x', title: '此处视频', picture: '/favicon.svg', to: '/material/list' }] },
  'workbench.first-steps': { id: 'x', order: 1, title: text('step'), text: text('hint'), to: null, isDone: async () => false },
  'workbench.widgets': { id: 'x', title: text('widget'), size: 'narrow', order: 90, load: draw('画在此处') },
  'landing.sections': { id: 'x', title: text('section'), Section: () => h('p', null, '给访客') },
  'tool-runs.outputs': { id: 'x', title: text('output'), icon: 'star', run: async ({ count }) => told('outputs ' + count) },
  'tool-runs.exports': { id: 'x', title: text('export'), icon: 'star', make: async ({ count }) => void told('export ' + count) },
  'tool-runs.steps': { id: 'x', title: text('run'), icon: 'star', read: async () => null, choose: async () => void told('step') },
  'materials.actions': { id: 'x', title: text('action'), icon: 'star', kinds: ['video'], run: (chosen) => void told('action ' + chosen.length) },
  'materials.folder-actions': { id: 'x', title: text('folder'), icon: 'star', kinds: ['video'], run: ({ name }, all) => void told('folder ' + name + ' ' + all.length) },
  'materials.uses': { find: async (ids) => ids.map(() => ({ id: 'x', title: '此处项目' })) },
  'materials.badges': { ...all, load: each({ text: text('badge'), about: text('badge') }) },
  'materials.columns': { ...all, id: 'x', title: text('column'), load: each({ text: text('state') }) },
  'materials.sources': { id: 'x', title: text('source'), icon: 'star', kinds: ['video'], choose: async () => void told('source') },
  'mixing.cover-tools': { id: 'x', title: text('cover'), apply: (cover) => ({ ...cover, texts: ['此处标题'] }) },
  'mixing.clip-actions': { id: 'x', title: text('clip'), icon: 'star', run: async (clips) => void told('clips ' + clips.length) },
  'mixing.panels': { id: 'x', title: text('panel'), load: draw('面板在此') },
  'tools.cards': { id: 'x', title: text('tool'), have: text('have'), want: text('want'), icon: 'star', order: 1,
    tool: 'everywhere.none', at: { page: '/material/list', run: () => '/material/list' }, open: async (ids) => void told('tool ' + ids.length) },
};
export default defineWeb({ activate(context) {
  for (const [id, item] of Object.entries(items)) context.contribute(slot(id), item);
} });`,
};

describe('a plugin from outside that adds to all that there is', { timeout: 200_000 }, async () => {
  const { server: site, folder, stock } = await startMixingSite({ after });
  const kit = createBrowserKit({ after }, site.address);
  const { ctx } = site.composed;
  await installPackage(site, EVERYWHERE);
  const { token, accountId } = await site.signIn({ level: 'level1' });
  const ids = await stock(accountId, drawMixedClips(join(folder, 'all'), { clips: 1, seconds: 2, scenes: 2 }));
  const { page } = await kit.open({ token });
  const told = () => page.evaluate<string[]>('globalThis.told ?? []');
  const tells = (what: string) => until(async () => (await told()).includes(what), `it is told of ${what}`, 15);
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
  const main = page.getByRole('main');

  test('is on the workbench, and on the landing page for visitors', async () => {
    await page.goto(`${site.address}/workbench`);
    for (const words of ['此处卡片', '此处进行中', '从此处开始', '此处一步', '此处说明', '此处部件', '画在此处']) {
      await main.getByText(words).first().waitFor();
    }
    await main.getByRole('img', { name: '此处视频' }).or(main.getByText('此处视频')).first().waitFor();
    const visitor = await kit.open();
    await visitor.page.goto(`${site.address}/home`);
    await visitor.page.getByRole('contentinfo').last().scrollIntoViewIfNeeded();
    for (const words of ['此处栏目', '给访客']) await visitor.page.getByText(words).waitFor();
    await visitor.close();
  });

  test('is in the library: tags, columns, sources, actions, and the question before something is deleted', async () => {
    await page.goto(`${site.address}/material/list`);
    await main.getByText('此', { exact: true }).first().waitFor();
    await button('更多来源').click();
    await page.getByRole('menuitem', { name: '此处来源' }).click();
    await tells('source');
    await page
      .locator('[data-id]')
      .first()
      .click({ modifiers: ['Control'] });
    const bar = page.getByRole('toolbar', { name: '对所选素材的操作' });
    const rowOf = async () => new Set(await Promise.all((await bar.getByRole('button').all()).map(heightOf)));
    await bar.getByRole('button', { name: '此处动作' }).click();
    await tells('action 1');
    assert.equal((await rowOf()).size, 1, 'no button breaks its words');
    await page.setViewportSize({ width: 960, height: 900 });
    await bar.getByRole('button', { name: '更多操作' }).click();
    await page.getByRole('menuitem', { name: '此处动作' }).click();
    await until(async () => (await told()).filter((what) => what === 'action 1').length === 2, 'it is told again');
    assert.equal((await rowOf()).size, 1);
    await page.setViewportSize({ width: 1920, height: 1000 });
    await bar.getByRole('button', { name: '更多操作' }).waitFor({ state: 'detached' });
    await bar.getByRole('button', { name: '删除' }).click();
    await page.getByRole('dialog').getByText('此处项目').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '表格', exact: true }).click();
    await main.getByRole('columnheader', { name: '此处列' }).waitFor();
    await main.getByText('此处进行中').first().waitFor();
    const client = mixClient(site.address, token);
    const { id: to } = await client.call<{ id: string }>('POST', '/api/material-folders', {
      name: '外景',
      parentId: null,
    });
    await client.call('POST', '/api/material-moves', { ids, folderIds: [], to });
    await page.getByRole('button', { name: '“外景”的操作' }).click();
    await page.getByRole('menuitem', { name: '此处整夹' }).click();
    await tells(`folder 外景 ${ids.length}`);
  });

  test('is among the tools for videos, and found in the palette after a slash', async () => {
    await page.goto(`${site.address}/videoEditTools`);
    for (const words of ['此处有片', '此处变样', '此处工具']) await main.getByText(words, { exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '命令' }).fill('/此处');
    const found = page.getByRole('option');
    await page.getByRole('option', { name: '此处有片：此处工具' }).waitFor();
    assert.equal(await found.count(), 1);
    await page.keyboard.press('Enter');
    await tells('tool 0');
  });

  test('is in the mix editor: covers, clips, settings', async () => {
    const document = projectOf([ids.slice(0, 1), ids.slice(1)]);
    const { id } = await mixClient(site.address, token).call<{ id: string }>('POST', '/api/mixing/projects', document);
    await page.goto(`${site.address}/mixedCut/edit/${id}`);
    await page.getByRole('tab', { name: '封面标题' }).click();
    await button('此处封面').click();
    await until(
      async () => (await page.getByLabel('标题 1', { exact: true }).inputValue()) === '此处标题',
      'it is there',
    );
    for (const clip of await page.locator('.rp-ed-clip__face').all()) await clip.click({ modifiers: ['Control'] });
    await button('此处镜头').click();
    await tells('clips 2');
    await page.getByRole('tab', { name: '画面' }).click();
    await page.getByText('此处面板').waitFor();
    await page.getByText('面板在此').waitFor();
  });

  test('is beside a tool’s run: what follows it, what is done with its outputs, in which form they are saved', async () => {
    const body = { tool: 'crop.cut', name: '裁剪', inputs: ids, settings: { window: { from: 0, to: 1 } } };
    const lock = await ctx.db.pool.connect();
    await lock.query('begin');
    await lock.query('lock table core_tool_items in share mode');
    const { envelope } = await site.call('POST', '/api/tool-runs', { token, body });
    const { id } = envelope.data as { id: string };
    await page.goto(`${site.address}/videoCrop/run/${id}`);
    await button('此处收尾').click();
    await tells('step');
    await lock.query('rollback');
    lock.release();
    await main.getByRole('status').filter({ hasText: '已完成 2 个' }).waitFor();
    await button('此处成果').click();
    await tells('outputs 2');
    await button('其他格式').click();
    await page.getByRole('menuitem', { name: '此处格式' }).click();
    await tells('export 2');
    assert.deepEqual(await ctx.plugins.faults('everywhere'), []);
    assert.deepEqual(kit.takeComplaints(), []);
  });
});
