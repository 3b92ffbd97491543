import { expect, test } from '@rstest/core';

import { definePlugin } from '#core/contract/plugin.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { mountPlugin } from '#core/web/testing/index.ts';
import OwnDialog, { type OwnDialogProps } from '#plugins/publishing/web/compose/OwnDialog.tsx';
import type { ChosenOwn } from '#plugins/publishing/web/compose/OwnDraft.ts';
import { idOf } from '#tests/browser/runs/press-run.tsx';
import { buildTakes } from './publishing-kit.ts';

/** The dialog alone, as a page. */
async function openDialog(overrides: Partial<OwnDialogProps> = {}) {
  const chosen: (ChosenOwn | undefined)[] = [];
  const properties: OwnDialogProps = {
    ...{ name: '账号-1', service: '抖音', count: 2, own: {}, audience: null, audiences: ['public', 'private'] },
    ...{ takes: buildTakes(), common: { titles: '{name}', text: '大家的', topics: ['海'] }, picture: null, places: [] },
    ...{ choosePicture: async () => undefined, close: (own) => void chosen.push(own) },
    ...overrides,
  };
  const Page = () => <OwnDialog {...properties} />;
  const shown = {
    manifest: definePlugin({
      ...{ id: 'publishing', version: '1.0.0', title: 'publishing:title' },
      routes: [{ path: '/own', page: 'Own' }],
    }),
    web: defineWeb({ pages: { Own: async () => ({ default: Page }) } }),
  };
  const page = await mountPlugin(shown, { page: 'Own', path: '/own', calls: [] });
  await page.until(() => page.text.includes('账号-1'));
  return Object.assign(page, { chosen });
}

test('only what was filled in is of its own, and may be that of its whole platform', async () => {
  const page = await openDialog();
  await page.fill(page.byRole('textbox', '标题'), '一\n\n 二 ');
  await page.fill(page.byRole('textbox', '话题'), '#茶 港口，茶');
  await page.click(page.byRole('checkbox', '抖音的 2 个账号都这样'));
  await page.click(page.byRole('button', '使用'));
  const own = { titles: ['一', '二'], topics: ['茶', '港口'] };
  expect(page.chosen).toEqual([{ own, audience: null, picture: null, isForPlatform: true }]);
  await page.unmount();
});

test('what is emptied is as all have it again, and an account without titles is not asked for one', async () => {
  const page = await openDialog({
    ...{ own: { texts: ['自己的'], cover: null }, takes: buildTakes({ titleLetters: null }), count: 1 },
  });
  expect(page.allByRole('textbox', '标题')).toEqual([]);
  await page.fill(page.byRole('textbox', '文案'), '');
  await page.click(page.byRole('button', '使用'));
  expect(page.chosen).toEqual([{ own: { cover: null }, audience: null, picture: null, isForPlatform: false }]);
  await page.unmount();
});

test('the cover may be a frame, others may be mentioned or nobody, and another store named', async () => {
  const store = { id: idOf(30), name: '西湖店', address: '' };
  const rule = { pattern: '[a-z]{1,8}', example: 'quay', most: null, hasIds: true };
  const page = await openDialog({ places: [store], takes: buildTakes({ mentions: rule, covers: 'frames' }) });
  const choose = async (field: string, option: string) => {
    await page.click(page.byRole('combobox', field));
    await page.click(await page.until(() => page.byRole('option', option)));
  };
  await choose('封面', '视频里的一帧');
  await page.fill(await page.until(() => page.byRole('spinbutton', '取第几秒的画面')), '1.5');
  await choose('提及', '另外填写');
  expect((page.byRole('button', '使用') as HTMLButtonElement).disabled).toBe(true);
  await page.fill(page.byRole('textbox', /提及/), '@quay/42，pier');
  await choose('门店（POI）', '西湖店');
  await page.click(page.byRole('button', '使用'));
  const mentions = [
    { name: 'quay', id: '42' },
    { name: 'pier', id: null },
  ];
  const own = { mentions, place: store.id, cover: { kind: 'frame', at: 1.5 } };
  expect(page.chosen).toEqual([{ own, audience: null, picture: null, isForPlatform: false }]);
  await page.unmount();
  const again = await openDialog({ own: { ...own, cover: { kind: 'frame', at: 1.5 }, place: null, mentions: [] } });
  await again.click(again.byRole('button', '使用'));
  expect(again.chosen[0]?.own).toEqual({ mentions: [], place: null, cover: { kind: 'frame', at: 1.5 } });
  await again.unmount();
});
