import { expect, test } from '@rstest/core';

import { DEFAULT_CAPTION_STYLE, DEFAULT_TITLE_STYLE } from '#plugins/mixing/captions.ts';
import { answer, mountPlugin } from '#core/web/testing/index.ts';
import { readMixProject } from '#plugins/mixing/calls.ts';

import { buildProject } from './build-project.ts';
import { buildRow, OPENED } from './editor-kit.ts';
import { EDITOR, library, mixing, NO_CARDS } from './open-editor.ts';

const LOCKED = { name: 'locked', feature: null, unlockedBy: 'level2' } as const;
/** Everything in it that has settings of its own. */
const FULL = buildProject({
  titles: { texts: ['春天'], seconds: 2, style: DEFAULT_TITLE_STYLE },
  subtitles: { cues: [{ id: 'c1', start: 1, end: 2, text: '一行字幕' }], style: DEFAULT_CAPTION_STYLE },
  music: { material: 'm9', volume: 1, duck: true, fadeIn: 0, fadeOut: 0 },
  dubbing: { text: '你好', language: 'zh-CN', volume: 1, speed: 1, tone: 0 },
});

async function openLocked() {
  const page = await mountPlugin(
    { ...mixing, state: LOCKED },
    { ...EDITOR, calls: [answer(readMixProject, buildRow(FULL)), ...OPENED, NO_CARDS], tokens: [library] },
  );
  await page.until(() => page.byRole('button', /^生成/));
  return page;
}

/** What could be changed by whoever reaches it by pointer or key. */
function editable(within: Element): string[] {
  const fields = within.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type="file"]), textarea');
  const others = within.querySelectorAll('[role="slider"], [role="combobox"]:not(input), [role="switch"]:not(input)');
  return [
    ...[...fields].filter((field) => !field.matches(':disabled, fieldset:disabled *') && !field.readOnly),
    ...[...others].filter((other) => other.getAttribute('aria-disabled') !== 'true'),
  ].map((element) => element.getAttribute('aria-label') ?? element.outerHTML.slice(0, 200));
}

test('of a locked project everything can be read and nothing changed', async () => {
  const page = await openLocked();
  await page.until(() => page.text.includes('m1.mp4'));
  const found = [
    ...editable(page.element.querySelector('.rp-ed-head')!),
    ...editable(page.element.querySelector('.rp-ed-hold')!),
  ];
  expect((page.byRole('textbox', '项目名称') as HTMLInputElement).value).toBe('Summer');
  const read: string[] = [];
  for (const tab of ['画面', '封面标题', '字幕', '背景音乐', '配音']) {
    await page.click(page.byRole('tab', tab));
    const settings = page.element.querySelector('.rp-ed-settings')!;
    found.push(...editable(settings).map((name) => `${tab}: ${name}`));
    read.push(...[...settings.querySelectorAll('textarea, input')].map((field) => (field as HTMLInputElement).value));
  }
  expect(read).toEqual(expect.arrayContaining(['春天', '一行字幕', '你好']));
  await page.click(page.element.querySelector('.rp-ed-clip__face')!);
  const play = await page.until(() => page.byRole('button', '播放整条'));
  expect(play.matches('fieldset:disabled *')).toBe(false);
  found.push(...editable(page.element.querySelector('.rp-ed-settings')!));
  found.push(...editable(page.element.querySelector('.rp-ed-make')!));
  expect(found).toEqual([]);
  expect((page.byRole('button', /^生成/) as HTMLButtonElement).disabled).toBe(true);
  await page.click(play);
  await page.until(() => page.byRole('group', 'm1.mp4').querySelector('video'));
  await page.unmount();
});

test('a locked project says why, and asks the server for nothing that it would refuse', async () => {
  const page = await openLocked();
  await page.until(() => page.text.includes('白银会员起可用。项目可以查看，但不计算能做多少条。'));
  expect(page.text).not.toContain('每个组都有素材后');
  expect(page.text).toContain('项目锁定时没有预览');
  // What is spoken is asked for after a moment.
  await new Promise((resolve) => setTimeout(resolve, 1400));
  expect(page.http.made.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/mixing'))).toEqual([]);
  expect(page.features.offered).toEqual([]);
  await page.unmount();
});
