import { expect, test } from '@rstest/core';

import { answer, mountPlugin, partnerService } from '#core/web/testing/index.ts';
import { MATERIALS } from '#plugins/materials/api.ts';
import { measureMixProject, readMixProject } from '#plugins/mixing/calls.ts';

import { holdTouch } from '#tests/browser/hold-touch.ts';
import { buildProject } from './build-project.ts';
import { buildMaterial, buildMeasured, buildRow, fakeLibrary, OPENED } from './editor-kit.ts';
import { EDITOR, mixing, NO_CARDS, openEditor } from './open-editor.ts';

test('a clip that cannot be used says what the library found, not that the library knows', async () => {
  const error = '“m1.mp4”只有声音，没有画面。请换成视频文件。';
  const find = (ids: readonly string[]) =>
    new Map(ids.map((id) => [id, buildMaterial(id, id === 'm1' ? { state: 'failed', error } : {})]));
  const waiting = [{ material: 'm1', reason: '“m1.mp4”无法使用，原因见素材库。请换一个素材。' }];
  const page = await mountPlugin(mixing, {
    ...EDITOR,
    calls: [answer(measureMixProject, buildMeasured({ waiting })), ...OPENED, NO_CARDS],
    tokens: [partnerService(MATERIALS, () => fakeLibrary({ find: (ids) => Promise.resolve(find(ids)) }))],
  });
  await page.until(() => page.element.querySelector('.rp-ed-face__reason')?.textContent === error);
  await page.unmount();
});

test('what to do first with a project that has no clips stands above its groups on a phone, and lies over them elsewhere', async () => {
  const groups = buildProject().groups.map((group) => ({ ...group, materials: [] }));
  async function isFirst(): Promise<boolean> {
    const page = await openEditor([answer(readMixProject, buildRow(buildProject({ groups })))]);
    await page.until(() => page.element.querySelector('.rp-ed-empty'));
    const [first] = page.element.querySelectorAll('.rp-ed-empty, .rp-ed-board__bays');
    await page.unmount();
    return first!.matches('.rp-ed-empty');
  }
  expect(await isFirst()).toBe(false);
  holdTouch();
  expect(await isFirst()).toBe(true);
});
