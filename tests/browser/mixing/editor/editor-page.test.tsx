import { expect, test } from '@rstest/core';

import { DEFAULT_TITLE_STYLE } from '#plugins/mixing/captions.ts';
import { listJobs, type Job } from '#core/contract/task-calls.ts';
import { answer, cycle, expectNoLeaks, mountPlugin, refuse } from '#core/web/testing/index.ts';
import { createMixRun, measureMixProject, readMixProject, updateMixProject } from '#plugins/mixing/calls.ts';
import type { MixProject } from '#plugins/mixing/project.ts';

import { TIMES } from '#tests/browser/cycle-times.ts';
import { buildProject } from './build-project.ts';
import { buildMeasured, buildRow, OPENED, PROJECT } from './editor-kit.ts';
import { EDITOR, library, mixing, NO_CARDS, openEditor, SAVED } from './open-editor.ts';

type Page = Awaited<ReturnType<typeof openEditor>>;
const clipsOf = (page: Page) =>
  [...page.element.querySelectorAll('.rp-ed-bay')].map((bay) =>
    [...bay.querySelectorAll('.rp-ed-face__name')].map((name) => name.textContent),
  );
async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.click(page.byRole('button', menu));
  await page.click(page.byRole('menuitem', item));
}

test('the plugin leaves nothing behind when its editor is opened and stopped again and again', async () => {
  expectNoLeaks(
    await cycle(mixing, { ...EDITOR, pages: ['Editor'], calls: [SAVED, ...OPENED], tokens: [library], times: TIMES }),
  );
});

test('what is not saved when mixing is switched off can be kept as a file', async () => {
  const page = await openEditor([refuse(updateMixProject, '已停用')]);
  await page.until(() => clipsOf(page)[0]?.[0] === 'm1.mp4');
  expect(await page.router.rescue()).toEqual([]);
  await choose(page, 'm1.mp4 的操作', '下移');
  // It waits for its save, which will never be.
  const [file] = await page.router.rescue();
  expect(file?.name).toMatch(/\.json$/);
  const { format, project } = JSON.parse((await file?.blob.text()) ?? '') as { format: string; project: MixProject };
  expect(format).toBe('reelport-mix-project');
  expect(project.groups[0]?.materials.map(({ material }) => material).slice(0, 2)).toEqual(['m2', 'm1']);
  expect(page.toasts.shown).toEqual([]);
  await page.unmount();
});

test('clips and groups are moved without a pointer, and that is taken back', async () => {
  const page = await openEditor();
  await page.until(() => clipsOf(page)[0]?.[0] === 'm1.mp4');
  await choose(page, 'm1.mp4 的操作', '下移');
  expect(clipsOf(page)[0]).toEqual(['m2.mp4', 'm1.mp4']);
  await choose(page, 'm1.mp4 的操作', '移到“b”');
  expect(clipsOf(page)).toEqual([['m2.mp4'], ['m3.mp4', 'm4.mp4', 'm1.mp4']]);
  await choose(page, '镜头组“b”的操作', '左移');
  expect(clipsOf(page)[0]).toEqual(['m3.mp4', 'm4.mp4', 'm1.mp4']);
  await page.click(page.byRole('button', '撤销'));
  await page.click(page.byRole('button', '撤销'));
  expect(clipsOf(page)).toEqual([
    ['m2.mp4', 'm1.mp4'],
    ['m3.mp4', 'm4.mp4'],
  ]);
  await page.unmount();
});

test('clips are added from the library, each once', async () => {
  const page = await openEditor();
  const [first] = page.allByRole('button', '从素材库添加');
  if (first !== undefined) await page.click(first);
  await page.until(() => clipsOf(page)[0]?.length === 3);
  expect(clipsOf(page)[0]).toEqual(['m1.mp4', 'm2.mp4', 'm9.mp4']);
  await page.unmount();
});

test('a broken rule stands beside its field, and the button that runs leads there', async () => {
  const page = await openEditor();
  await page.fill(page.byRole('textbox', '项目名称'), '');
  expect(page.text).toContain('请给项目起个名字。');
  await page.click(page.byRole('button', /^生成/));
  await page.until(() => document.activeElement === page.byRole('textbox', '项目名称'));
  expect(page.http.callsOf(createMixRun)).toEqual([]);
  await page.unmount();
});

test('another window that changed it is told in a bar with both ways out', async () => {
  const page = await openEditor([refuse(updateMixProject, 'changed', { status: 409 })]);
  await page.fill(page.byRole('textbox', '项目名称'), '我的');
  await page.until(() => page.text.includes('这个项目在另一个窗口里改过了'));
  await page.click(page.byRole('button', '载入最新版本'));
  await page.until(() => !page.text.includes('这个项目在另一个窗口里改过了'));
  expect((page.byRole('textbox', '项目名称') as HTMLInputElement).value).toBe('Summer');
  await page.unmount();
});

test('one press beside the preview puts a look on the text that is worked on, and is taken back', async () => {
  const titles = { texts: ['Port'], seconds: 2, style: DEFAULT_TITLE_STYLE };
  const page = await openEditor([SAVED, answer(readMixProject, buildRow(buildProject({ titles })))]);
  const look = (name: string) =>
    [...page.element.querySelectorAll('.rp-ed-preview .rp-ed-looks button')].find(
      (button) => button.getAttribute('aria-label') === name,
    )!;
  expect(look('大标题').getAttribute('aria-pressed')).toBe('false');
  await page.click(look('大标题'));
  expect(look('大标题').getAttribute('aria-pressed')).toBe('true');
  await page.click(page.byRole('button', '撤销'));
  expect(look('大标题').getAttribute('aria-pressed')).toBe('false');
  await page.click(page.byRole('tab', '字幕'));
  expect(page.byRole('group', '字幕的样式')).toBeTruthy();
  await page.unmount();
});

test('texts whose settings are open are moved on the picture by keys and pointer, as far as they may stand', async () => {
  const titles = { texts: ['Port'], seconds: 2, style: DEFAULT_TITLE_STYLE };
  const page = await openEditor([SAVED, answer(readMixProject, buildRow(buildProject({ titles })))]);
  const box = () => page.element.querySelector<HTMLElement>('.rp-ed-preview .rp-box__body');
  expect(box(), 'no text is worked on').toBeNull();
  await page.click(page.byRole('tab', '封面标题'));
  const text = box();
  const frame = text?.closest<HTMLElement>('.rp-stage__frame');
  if (text === null || frame === null || frame === undefined) throw new Error('the text has a box on the stage');
  /** As the settings beside it tell. */
  const position = () =>
    Number(
      page
        .allByRole('slider', '上下位置')
        .find((slider) => slider !== text)
        ?.getAttribute('aria-valuenow'),
    );
  const told = () => Number(text.getAttribute('aria-valuenow'));
  expect(position()).toBe(0.24);
  const before = told();
  await page.press(text, 'ArrowRight');
  expect(told(), 'it is as wide as the picture').toBe(before);
  await page.press(text, 'ArrowDown');
  expect(told()).toBe(before + 1);

  frame.getBoundingClientRect = () => new DOMRect(0, 0, 225, 400);
  const point = (type: string, clientY: number) =>
    page.doing(() => box()?.dispatchEvent(new PointerEvent(type, { clientY, pointerId: 1, bubbles: true })));
  await point('pointerdown', 100);
  await point('pointermove', 140);
  expect(position()).toBeCloseTo(0.34, 2);
  await point('pointermove', 900);
  expect(position(), 'where it may stand at most').toBe(0.95);
  await page.press(text, 'Escape');
  expect(position(), 'what is dragged is put back').toBeCloseTo(0.24, 2);
  await page.unmount();
});

test('where there is no text yet, a look begins a title', async () => {
  const page = await openEditor();
  const [look] = page.element.querySelectorAll('.rp-ed-preview .rp-ed-looks button');
  await page.click(look!);
  await page.until(() => page.byRole('textbox', '标题 1'));
  await page.unmount();
});

test('what is selected is what the settings are of', async () => {
  const page = await openEditor();
  await page.click(page.byRole('button', '“a”之后：硬切'));
  expect(page.byRole('tab', '转场').getAttribute('aria-selected')).toBe('true');
  await page.click(page.byRole('radio', '圆形展开'));
  await page.until(() => page.byRole('button', '“a”之后：圆形展开，0.5 秒'));
  await page.click(page.byRole('tab', '字幕'));
  await page.click(page.byRole('button', '添加字幕'));
  await page.fill(page.byRole('spinbutton', '第 1 条开始，秒'), '0');
  expect(page.text).toContain('第 1 条字幕的开始时间必须大于 100 毫秒。');
  await page.unmount();
});

test('a line that nobody would see stops the run like any broken rule, and leads to it', async () => {
  const page = await openEditor();
  await page.click(page.byRole('tab', '字幕'));
  await page.click(page.byRole('button', '添加字幕'));
  await page.fill(page.byRole('spinbutton', '第 1 条结束，秒'), '502');
  await page.fill(page.byRole('textbox', '第 1 条字幕'), '晚上好');
  await page.until(() => page.text.includes('第 1 条字幕到 502.0 秒才结束，最短的视频只有 6.0 秒。'));
  await page.click(page.byRole('tab', '画面'));
  await page.click(page.byRole('button', /^生成/));
  await page.until(() => document.activeElement === page.byRole('spinbutton', '第 1 条开始，秒'));
  expect(page.http.callsOf(createMixRun)).toEqual([]);
  await page.unmount();
});

test('a title that outlasts the shortest video stops the run, and leads to how long it stays', async () => {
  const titles = { texts: ['Port'], seconds: 9, style: DEFAULT_TITLE_STYLE };
  const page = await openEditor([SAVED, answer(readMixProject, buildRow(buildProject({ titles })))]);
  await page.until(() => page.text.includes('任意两条最多共用'));
  await page.click(page.byRole('button', /^生成/));
  await page.until(() => page.text.includes('标题要停留 9.0 秒，最短的视频只有 6.0 秒。'));
  await page.until(() => document.activeElement?.closest('[data-path="titles.seconds"]') !== null);
  expect(page.http.callsOf(createMixRun)).toEqual([]);
  await page.unmount();
});

test('subtitles that were typed are replaced by a file only if that is wanted', async () => {
  const page = await openEditor();
  await page.click(page.byRole('tab', '字幕'));
  const input = page.element.querySelector<HTMLInputElement>('[data-srt]')!;
  const lines = () =>
    [...page.element.querySelectorAll<HTMLTextAreaElement>('.rp-ed-cues textarea')].map(({ value }) => value);
  async function choose(text: string): Promise<void> {
    const file = new File([`1\n00:00:01,000 --> 00:00:02,000\n${text}\n`], 'lines.srt');
    Object.defineProperty(input, 'files', { configurable: true, value: [file] });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }
  await choose('one');
  await page.until(() => lines().join() === 'one');
  expect(page.dialogs.opened).toEqual([]);
  page.dialogs.script(false, true);
  await choose('two');
  await page.until(() => page.dialogs.opened.length === 1);
  expect(page.dialogs.opened[0]?.question?.params).toEqual({ count: 1, file: 'lines.srt', lines: 1 });
  expect(lines()).toEqual(['one']);
  await choose('three');
  await page.until(() => lines().join() === 'three');
  await page.unmount();
});

test('a sample project whose clips are still drawn says so, and asks for none', async () => {
  const groups = ['sample-1', 'sample-2'].map((id) => ({ ...buildProject().groups[0]!, id, name: id, materials: [] }));
  const job: Job = {
    ...{ id: PROJECT, job: 'mixing.draw-samples', subjectId: null, state: 'running', total: 1, ended: 0 },
    ...{ running: [{ id: PROJECT, progress: 0.4 }], secondsLeft: null, error: null },
    ...{ startedAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  };
  const page = await mountPlugin(mixing, {
    ...EDITOR,
    calls: [
      answer(readMixProject, buildRow(buildProject({ groups }))),
      ...OPENED,
      ...[answer(listJobs, { items: [job], total: 1 }), answer(listJobs, { items: [], total: 0 })],
      NO_CARDS,
    ],
    tokens: [library],
  });
  await page.until(() => page.text.includes('示例素材正在绘制'));
  expect(page.text.split('正在绘制').length - 1).toBe(3);
  expect(page.element.querySelector('.rp-ed-empty')).toBe(null);
  await page.unmount();
});

test('without the library the editor says why, and what would bring it back', async () => {
  const page = await mountPlugin(mixing, {
    ...EDITOR,
    calls: [SAVED, ...OPENED, NO_CARDS],
  });
  await page.until(() => page.text.includes('素材库目前没有对您开放'));
  const [first] = page.allByRole('button', '从素材库添加');
  if (first !== undefined) await page.click(first);
  await page.until(() => page.toasts.shown.length === 1);
  expect(page.toasts.shown[0]?.text).toContain('素材库目前没有对您开放');
  await page.unmount();
});

test('characters that would come out as boxes are told beside their text and before the videos are made', async () => {
  const [first, ...others] = buildProject().groups;
  const project = buildProject({ groups: [{ ...first!, text: '夏季 😀' }, ...others] });
  const glyphs = [
    { character: '😀', package: 'fonts-symbola' },
    { character: 'न', package: 'fonts-noto-core' },
  ];
  const page = await openEditor([
    SAVED,
    answer(readMixProject, buildRow(project)),
    answer(measureMixProject, buildMeasured({ glyphs })),
  ]);
  await page.until(() => page.text.includes('服务器上没有 😀 न 的字体'));
  await page.click(page.element.querySelector('.rp-ed-bay .rp-ed-grip')!);
  const note = await page.until(() => page.element.querySelector('.rp-ed-caution'));
  expect(note?.textContent).toContain('😀');
  expect(note?.textContent).toContain('fonts-symbola');
  expect(note?.textContent).not.toContain('न');
  await page.unmount();
});

test('the skip button comes first and leads to the first group', async () => {
  const page = await openEditor();
  const [first] = page.element.querySelectorAll<HTMLElement>('.rp-editor button');
  expect(first?.textContent).toBe('跳到镜头组');
  await page.click(first as HTMLElement);
  expect(document.activeElement?.closest('.rp-ed-hold')).not.toBe(null);
  await page.unmount();
});

test('the editor’s keys stand on the sheet while it is open', async () => {
  const page = await openEditor();
  expect(page.commands.list.map(({ keys }) => keys)).toEqual(
    expect.arrayContaining(['mod+z', 'mod+shift+z', 'alt+p', 'mod+a', 'mod+c', 'mod+v', 'delete']),
  );
  await page.unmount();
  expect(page.commands.list.filter(({ id }) => id === 'mixing.undo')).toEqual([]);
});
