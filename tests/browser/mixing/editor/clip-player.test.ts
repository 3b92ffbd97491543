import { expect, test } from '@rstest/core';

import type { MountedPlugin } from '#core/web/testing/index.ts';
import { updateMixProject } from '#plugins/mixing/calls.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import type { MixWindow } from '#plugins/mixing/web/editor/store/edit-project.ts';

import { openEditor } from './open-editor.ts';

/** The editor with its first clip played, which lasts eight seconds. */
async function openPlayer(): Promise<{ page: MountedPlugin; video: HTMLVideoElement }> {
  const page = await openEditor();
  await page.click(await page.until(() => page.element.querySelector('.rp-ed-clip__face')!));
  await page.click(await page.until(() => page.byRole('button', '播放整条')));
  const video = await page.until(() => page.byRole('group', 'm1.mp4').querySelector('video')!);
  Object.defineProperty(video, 'duration', { value: 8 });
  await page.doing(() => video.dispatchEvent(new Event('loadedmetadata')));
  return { page, video };
}

/** The stretches that were saved of the first clip. */
const saved = (page: MountedPlugin): readonly MixWindow[] | undefined => {
  const body = page.http.callsOf(updateMixProject).at(-1)?.body as { document: MixProject } | undefined;
  return body?.document.groups[0]?.materials[0]?.windows;
};

test('in and out that are set while a clip is played are those of its stretch, which lasts a second at least', async () => {
  const { page } = await openPlayer();
  const player = page.byRole('group', 'm1.mp4');
  await page.press(player, 'End');
  await page.press(player, 'Home');
  for (let frames = 0; frames < 6; frames++) await page.press(player, '.');
  await page.press(player, 'i');
  await page.until(() => page.byRole('slider', '选段 1：起点'));
  expect(page.text).toContain('0.2 – 8.0');
  await page.press(player, 'o');
  await page.until(() => page.text.includes('0.2 – 1.2'));
  await page.until(() => saved(page)?.length === 1);
  expect(saved(page)?.[0]?.start).toBeCloseTo(0.2, 3);
  await page.press(player, 'x');
  await page.until(() => page.text.includes('没有选段'));
  await page.unmount();
});

test('of several stretches, in and out are those of the one that is worked on', async () => {
  const { page } = await openPlayer();
  const player = page.byRole('group', 'm1.mp4');
  await page.click(page.byRole('button', '添加选段'));
  await page.click(page.byRole('button', '添加选段'));
  const second = await page.until(() => page.byRole('slider', '选段 2：起点'));
  await page.doing(() => second.focus());
  await page.press(player, 'Home');
  for (let frames = 0; frames < 3; frames++) await page.press(player, '.');
  await page.press(player, 'i');
  await page.until(() => page.text.includes('3.1 – 6.0'));
  expect(page.text).toContain('0.0 – 3.0');
  await page.unmount();
});
