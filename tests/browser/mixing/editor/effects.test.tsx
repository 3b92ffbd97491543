import { expect, test } from '@rstest/core';
import { act } from 'react';

import { answer, mountPlugin, type Answer } from '#core/web/testing/index.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { MIX_EFFECTS, type EffectDrawing } from '#plugins/mixing/api.ts';
import { listMixEffects, readMixProject, updateMixProject, type MixEffect } from '#plugins/mixing/calls.ts';
import type { MixGroup, MixProject } from '#plugins/mixing/project.ts';

import { buildProject } from './build-project.ts';
import { buildRow, OPENED } from './editor-kit.ts';
import { EDITOR, library, mixing, NO_CARDS, SAVED } from './open-editor.ts';

const GREY: MixEffect = {
  ...{ name: 'colour-lab.grey', title: '灰度', about: '去掉颜色。', state: 'ready' },
  fields: [
    { key: 'amount', kind: 'number', title: '程度', standard: 1, min: 0, max: 1, step: 0.01 },
    { key: 'soft', kind: 'switch', title: '柔和', standard: false },
  ],
};
const GOLD: MixEffect = { name: 'gold-lab.glow', title: '金光', about: null, fields: [], state: 'locked' };
const offers = (...items: MixEffect[]): Answer => answer(listMixEffects, { items });

function projectWith(effect: MixGroup['effect'], ...others: MixGroup['effect'][]): Answer {
  const project = buildProject();
  const groups = project.groups.map((group, at) => {
    const own = [effect, ...others][at];
    return own === undefined ? group : { ...group, effect: own };
  });
  return answer(readMixProject, buildRow({ ...project, groups }));
}

async function open(calls: readonly Answer[], drawing?: EffectDrawing) {
  let draws: (drawing: EffectDrawing) => void = () => undefined;
  const partner = {
    manifest: definePlugin({ id: 'colour-lab', version: '1.0.0', title: 'mixing:title', slots: ['mixing.effects'] }),
    web: defineWeb({
      activate(context) {
        draws = (what) => context.contribute(MIX_EFFECTS, what);
        if (drawing !== undefined) draws(drawing);
      },
    }),
  };
  const page = await mountPlugin(mixing, {
    ...EDITOR,
    calls: [SAVED, ...calls, ...OPENED, NO_CARDS],
    tokens: [library],
    partners: [partner],
  });
  await page.until(() => page.byRole('button', /^生成|^已做完/));
  return Object.assign(page, { draws: (what: EffectDrawing) => draws(what) });
}
type Page = Awaited<ReturnType<typeof open>>;

const saved = (page: Page) =>
  page.http.callsOf(updateMixProject).map((call) => (call.body as { document: MixProject }).document.groups);
const openGroup = async (page: Page) => {
  await page.click(page.byRole('button', '镜头组“a”的操作'));
  await page.click(page.byRole('menuitem', '速度、文字等'));
  await page.until(() => page.byRole('combobox', '效果'));
};

test('an effect is chosen for a group with its settings, in steps that are taken back', async () => {
  const page = await open([offers(GREY, GOLD)]);
  await openGroup(page);
  await page.click(page.byRole('combobox', '效果'));
  const locked = await page.until(() => page.byRole('option', /^金光（升级后可用）$/));
  expect(locked.getAttribute('aria-disabled')).toBe('true');
  await page.click(page.byRole('option', '灰度'));
  await page.until(() => page.text.includes('去掉颜色。'));
  await page.click(page.byRole('switch', '柔和'));
  await page.until(() => saved(page).at(-1)?.[0]?.effect?.params['soft'] === true);
  expect(
    saved(page)
      .at(-1)
      ?.map(({ effect }) => effect),
  ).toEqual([{ name: GREY.name, params: { soft: true } }, undefined]);
  await page.click(page.byRole('button', '撤销'));
  expect(page.byRole('switch', '柔和').getAttribute('aria-checked')).toBe('false');
  await page.click(page.byRole('button', '撤销'));
  await page.until(() => saved(page).at(-1)?.[0]?.effect === undefined);
  expect(page.text).not.toContain('去掉颜色。');
  await page.unmount();
});

test('an effect that is missing is told with its groups and taken out in one step; the rest stays', async () => {
  const gone = { name: 'gone-lab.rain', params: { drops: 3 } };
  const page = await open([offers(GREY), projectWith(gone, gone)]);
  await page.until(() => page.text.includes('a、b的效果“gone-lab.rain”现在不能用'));
  expect(page.byRole('button', /^生成/)).toBeTruthy();
  await page.click(page.byRole('button', '移除效果'));
  await page.until(() => saved(page).length > 0);
  expect(saved(page).at(-1)).toEqual(buildProject().groups);
  expect(page.text).not.toContain('现在不能用');
  await page.click(page.byRole('button', '撤销'));
  await page.until(() => page.text.includes('现在不能用'));
  await page.unmount();
});

test('an effect that a tier locks is told as locked', async () => {
  const page = await open([offers(GREY, GOLD), projectWith({ name: GOLD.name, params: {} })]);
  await page.until(() => page.text.includes('当前会员版本不含a的效果“金光”'));
  await openGroup(page);
  expect(page.byRole('combobox', '效果').textContent).toContain('金光');
  await page.unmount();
});

test('an effect that nobody draws is seen in a preview of the server', async () => {
  const page = await open([offers(GREY), projectWith({ name: GREY.name, params: {} })]);
  await page.until(() => page.text.includes('浏览器画不出效果“灰度”'));
  expect(page.byRole('button', '在服务器上生成预览')).toBeTruthy();
  await page.unmount();
});

test('an effect that its plugin draws needs no server, and a drawing under another name is the plugin’s fault', async () => {
  const chosen = projectWith({ name: GREY.name, params: {} });
  const page = await open([offers(GREY), chosen], { name: GREY.name, draw: () => undefined });
  await page.until(() => !page.text.includes('浏览器画不出效果'));
  await page.unmount();

  const other = await open([offers(GREY), chosen]);
  await other.until(() => other.text.includes('浏览器画不出效果“灰度”'));
  act(() => other.draws({ name: 'mixing.grey', draw: () => undefined }));
  await other.until(() => other.faults.length > 0);
  expect(other.text).toContain('浏览器画不出效果“灰度”');
  expect(other.faults.map(({ plugin }) => plugin)).toEqual(['colour-lab']);
  await other.unmount();
});
