import { expect, test } from '@rstest/core';

import { defineWeb } from '#core/web/define-web.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import { buildManifest, mountPlugin, partnerService, type MountedPlugin } from '#core/web/testing/index.ts';
import { MATERIALS } from '#plugins/materials/api.ts';
import { CLIP_ACTIONS, type ClipAction } from '#plugins/mixing/api.ts';

import { fakeLibrary, OPENED } from './editor-kit.ts';
import { EDITOR, mixing, SAVED } from './open-editor.ts';

/** The editor with other plugins, each of which contributes what it is given. */
async function open(others: Readonly<Record<string, (context: PluginContext) => void>>): Promise<MountedPlugin> {
  const page = await mountPlugin(mixing, {
    ...{ ...EDITOR, calls: [SAVED, ...OPENED], session: { account: { features: [12] } } },
    tokens: [partnerService(MATERIALS, () => fakeLibrary())],
    partners: Object.entries(others).map(([id, activate]) => ({
      manifest: buildManifest({ id, uses: ['mixing'], slots: [CLIP_ACTIONS.id] }),
      web: defineWeb({ activate }),
    })),
  });
  await page.until(() => page.text.includes('m4.mp4'));
  return page;
}

const choose = (page: MountedPlugin, clip: string) =>
  page.doing(() =>
    page.element
      .querySelector(`[data-clip="${clip}"] .rp-ed-clip__face`)
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true })),
  );
const clipsOf = (page: MountedPlugin) =>
  [...page.element.querySelectorAll('.rp-ed-bay')].map((bay) =>
    [...bay.querySelectorAll<HTMLElement>('[data-clip]')].map(({ dataset }) => dataset['clip']),
  );
const offered = (page: MountedPlugin) =>
  page.commands.list.filter(({ id }) => id.startsWith('mixing.clip-action.')).map(({ title }) => title);
/** Its label is one of the editor's own texts: 已选 n 个. */
const action = (run: ClipAction['run']): ClipAction => ({
  ...{ id: 'sharpen', title: 'mixing:editor.chosen', icon: 'star', run },
});

test('a plugin is given the chosen clips, and what it answers takes their place in one step', async () => {
  const given: string[][] = [];
  const page = await open({
    sharpener: (context) =>
      context.contribute(
        CLIP_ACTIONS,
        action((clips) => {
          given.push(clips.map(({ group, material }) => `${group} ${material.name}`));
          return Promise.resolve(new Map(clips.map(({ material }) => [material.id, `${material.id}-sharp`])));
        }),
      ),
  });
  expect(offered(page)).toEqual([]);
  await choose(page, 'm4');
  await choose(page, 'm1');
  expect(offered(page).toSorted()).toEqual(['mixing:editor.chosen', 'mixing:editor.chosen-elsewhere']);
  await page.click(page.byRole('button', '已选 2 个'));
  await page.until(() => clipsOf(page).flat().includes('m1-sharp'));
  expect(given).toEqual([['a m1.mp4', 'b m4.mp4']]);
  expect(clipsOf(page)).toEqual([
    ['m1-sharp', 'm2'],
    ['m3', 'm4-sharp'],
  ]);
  await page.click(page.byRole('button', /^撤销/));
  expect(clipsOf(page)).toEqual([
    ['m1', 'm2'],
    ['m3', 'm4'],
  ]);
  await page.unmount();
});

test('it stands in the menu of a clip, for that one', async () => {
  const given: string[] = [];
  const page = await open({
    sharpener: (context) =>
      context.contribute(
        CLIP_ACTIONS,
        action(async (clips) => {
          given.push(...clips.map(({ material }) => material.id));
        }),
      ),
  });
  await page.click(page.byRole('button', 'm2.mp4 的操作'));
  await page.click(await page.until(() => page.byRole('menuitem', '已选 1 个')));
  expect([given, clipsOf(page)[0]]).toEqual([['m2'], ['m1', 'm2']]);
  await page.unmount();
});

test('what throws, or answers nonsense, is its plugin’s fault and changes nothing', async () => {
  const page = await open({
    broken: (context) =>
      context.contribute(
        CLIP_ACTIONS,
        action(() => Promise.reject(new Error('sunk'))),
      ),
    nonsense: (context) =>
      context.contribute(
        CLIP_ACTIONS,
        action(() => Promise.resolve(new Map([['m1', 7]]) as never)),
      ),
  });
  await choose(page, 'm1');
  for (const button of page.allByRole('button', '已选 1 个')) await page.click(button);
  await page.until(() => page.faults.length === 2);
  expect(page.faults.map(({ plugin }) => plugin).toSorted()).toEqual(['broken', 'nonsense']);
  expect(clipsOf(page)[0]).toEqual(['m1', 'm2']);
  await page.unmount();
});
