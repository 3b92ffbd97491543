import { expect, onTestFinished, test } from '@rstest/core';

import { answer, mountPlugin, type MountedPlugin } from '#core/web/testing/index.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { MIX_EFFECTS, type DrawnShot } from '#plugins/mixing/api.ts';
import {
  listMixEffects,
  measureMixProject,
  readMixProject,
  updateMixProject,
  type MixEffect,
} from '#plugins/mixing/calls.ts';
import type { MixProject } from '#plugins/mixing/project.ts';

import { buildProject } from './build-project.ts';
import { buildMeasured, buildRow, OPENED } from './editor-kit.ts';
import { EDITOR, library, mixing, NO_CARDS, openEditor, SAVED } from './open-editor.ts';

const openGroup = async (page: MountedPlugin) => {
  await page.click(page.byRole('button', '镜头组“a”的操作'));
  await page.click(page.byRole('menuitem', '速度、文字等'));
  await page.until(() => page.byRole('list', '组内素材'));
};
const rowOf = (page: MountedPlugin, name: string): HTMLElement =>
  page.byRole('list', '组内素材').querySelector(`[data-item="${name}"]`)!;
/** The clips of the first group as they were saved. */
const saved = (page: MountedPlugin) =>
  (page.http.callsOf(updateMixProject).at(-1)?.body as { document: MixProject } | undefined)?.document.groups[0]
    ?.materials;

test('the clips of a group are listed with what keeps them from being used, and are moved and removed by keys', async () => {
  const waiting = [{ material: 'm2', reason: '“m2.mp4”不足 1 秒' }];
  const page = await openEditor([SAVED, answer(measureMixProject, buildMeasured({ waiting }))]);
  await openGroup(page);
  await page.until(() => rowOf(page, 'm1').textContent.includes('8 秒'));
  await page.until(() => rowOf(page, 'm2').textContent.includes('“m2.mp4”不足 1 秒用不了'));
  await page.doing(() =>
    rowOf(page, 'm2').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true, cancelable: true }),
    ),
  );
  await page.until(
    () =>
      saved(page)
        ?.map(({ material }) => material)
        .join() === 'm2,m1',
  );
  await page.press(rowOf(page, 'm2'), 'Delete');
  await page.until(
    () =>
      saved(page)
        ?.map(({ material }) => material)
        .join() === 'm1',
  );
  await page.click(page.byRole('button', '撤销'));
  expect(rowOf(page, 'm2')).toBeTruthy();
  await page.unmount();
});

test('what is selected in the list is selected on the board', async () => {
  const page = await openEditor();
  await openGroup(page);
  await page.press(rowOf(page, 'm1'), ' ');
  await page.until(() => page.byRole('toolbar', '对所选素材的操作'));
  expect(rowOf(page, 'm1').getAttribute('aria-pressed')).toBe('true');
  await page.unmount();
});

test('a clip of a group is opened with its in and out, which are of that clip', async () => {
  const page = await openEditor();
  await openGroup(page);
  await page.press(rowOf(page, 'm1'), 'ArrowDown');
  const player = await page.until(() => page.byRole('group', 'm2.mp4'));
  const video = player.querySelector('video')!;
  Object.defineProperty(video, 'duration', { value: 8 });
  await page.doing(() => video.dispatchEvent(new Event('loadedmetadata')));
  for (let frames = 0; frames < 6; frames++) await page.press(player, '.');
  await page.press(player, 'i');
  await page.until(() => saved(page)?.[1]?.windows?.length === 1);
  expect(saved(page)?.[0]?.windows).toBe(undefined);
  expect(saved(page)?.[1]?.windows?.[0]?.start).toBeCloseTo(0.2, 3);
  expect(rowOf(page, 'm2').textContent).toContain('1 个选段');
  await page.unmount();
});

/** The page paints on canvases of which nothing is seen. */
function paintNowhere(): void {
  const canvas = HTMLCanvasElement.prototype;
  const before = Object.getOwnPropertyDescriptor(canvas, 'getContext');
  const sized = ['clientWidth', 'clientHeight'] as const;
  canvas.getContext = function getContext(this: HTMLCanvasElement) {
    const nothing = (): void => undefined;
    return new Proxy(
      { canvas: this },
      { get: (own, key) => (key === 'canvas' ? own.canvas : nothing), set: () => true },
    );
  } as unknown as typeof canvas.getContext;
  for (const side of sized) Object.defineProperty(canvas, side, { configurable: true, value: 90 });
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(canvas, 'getContext');
    else Object.defineProperty(canvas, 'getContext', before);
    for (const side of sized) Reflect.deleteProperty(canvas, side);
  });
}

test('a clip is compared with what its group makes of it: with its effect within its shots, without behind them', async () => {
  paintNowhere();
  const effect = { name: 'colour-lab.grey', params: {} };
  const project = buildProject({ fit: 'crop', shotSeconds: 3 });
  const groups = project.groups.map((group) => (group.id === 'a' ? { ...group, speed: 2, effect } : group));
  const drawn: DrawnShot[] = [];
  const manifest = definePlugin({
    ...{ id: 'colour-lab', version: '1.0.0', title: 'mixing:title', slots: ['mixing.effects'] },
  });
  const web = defineWeb({
    activate: (context) =>
      context.contribute(MIX_EFFECTS, { name: effect.name, draw: (_, shot) => void drawn.push(shot) }),
  });
  const offered: MixEffect = { name: effect.name, title: '灰度', about: null, fields: [], state: 'ready' };
  const page = await mountPlugin(mixing, {
    ...EDITOR,
    calls: [
      ...[SAVED, answer(listMixEffects, { items: [offered] }), NO_CARDS],
      ...[answer(readMixProject, buildRow({ ...project, groups })), ...OPENED],
    ],
    tokens: [library],
    partners: [{ manifest, web }],
  });
  await page.until(() => page.byRole('button', /^生成|^已做完/));
  await openGroup(page);
  await page.click(rowOf(page, 'm1'));
  const compared = await page.until(() => page.byRole('group', 'm1.mp4：原片与处理后'));
  expect(compared.querySelector('[role="slider"]')).toBeTruthy();
  const video = compared.querySelector('video')!;
  for (const [fact, value] of Object.entries({ videoWidth: 640, videoHeight: 360, duration: 8 }))
    Object.defineProperty(video, fact, { value, configurable: true });
  await page.doing(() => video.dispatchEvent(new Event('loadedmetadata')));
  const show = (seconds: number) => {
    drawn.length = 0;
    video.currentTime = seconds;
    return page.doing(() => video.dispatchEvent(new Event('seeked')));
  };
  await show(4.05);
  // Of three seconds at double speed, thirty frames a second: half a second into the second shot.
  expect(drawn[0]).toEqual({ params: {}, frame: 15, frames: 45, fps: 30 });
  await show(7);
  expect(drawn).toEqual([]);

  // What the browser cannot show has nothing that it could be compared with.
  Object.defineProperty(video, 'error', { value: { code: 2 }, configurable: true });
  await page.doing(() => video.dispatchEvent(new Event('error')));
  expect(compared.querySelector('[role="slider"]')).toBe(null);
  expect(compared.querySelector('video')).toBe(video);
  await page.unmount();
});
