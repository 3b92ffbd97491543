import { expect, test } from '@rstest/core';

import { DEFAULT_TITLE_STYLE } from '#core/contract/captions.ts';
import { listJobs, type Job } from '#core/contract/task-calls.ts';
import {
  answer,
  cycle,
  expectNoLeaks,
  mountPlugin,
  partnerService,
  refuse,
  type Answer,
} from '#core/web/testing/index.ts';
import { MATERIALS } from '#plugins/materials/api.ts';
import {
  createMixRun,
  listMixCards,
  measureMixProject,
  readMixProject,
  updateMixProject,
} from '#plugins/mixing/calls.ts';
import manifest from '#plugins/mixing/plugin.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import web from '#plugins/mixing/web/index.ts';

import { TIMES } from '#tests/browser/cycle-times.ts';
import { buildProject } from './build-project.ts';
import { buildMaterial, buildMeasured, buildRow, fakeLibrary, OPENED, PROJECT } from './editor-kit.ts';

const mixing = { manifest, web };
const PAGE = { page: 'Editor', path: `/mixedCut/edit/${PROJECT}` };
const SAVED: Answer = answer(updateMixProject, buildRow(buildProject(), 2));
const library = partnerService(MATERIALS, () =>
  fakeLibrary({ pick: () => Promise.resolve([buildMaterial('m9'), buildMaterial('m1')]) }),
);

async function openPage(calls: readonly Answer[] = [SAVED], features: number[] = [12]) {
  const page = await mountPlugin(mixing, {
    ...PAGE,
    calls: [...calls, ...OPENED, answer(listMixCards, { items: [], nextCursor: null, total: 0, made: false })],
    tokens: [library],
    session: { account: { features } },
  });
  await page.until(() => page.byRole('button', /^生成|^已做完/));
  return page;
}

type Page = Awaited<ReturnType<typeof openPage>>;
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
    await cycle(mixing, { ...PAGE, pages: ['Editor'], calls: [SAVED, ...OPENED], tokens: [library], times: TIMES }),
  );
});

test('what is not saved when mixing is switched off can be kept as a file', async () => {
  const page = await openPage([refuse(updateMixProject, '已停用')]);
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
  const page = await openPage();
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
  const page = await openPage();
  const [first] = page.allByRole('button', '从素材库添加');
  if (first !== undefined) await page.click(first);
  await page.until(() => clipsOf(page)[0]?.length === 3);
  expect(clipsOf(page)[0]).toEqual(['m1.mp4', 'm2.mp4', 'm9.mp4']);
  await page.unmount();
});

test('what the project yields is said, with what would lift it', async () => {
  const page = await openPage();
  await page.until(() => page.text.includes('任意两条最多共用 1 / 2 个镜头'));
  expect(page.text).toContain('给“a”再加 1 个素材，可从 4 条增至 6 条。');
  await page.click(page.byRole('button', /最多共用 0 \/ 2：2 条/));
  expect(page.text).toContain('任意两条最多共用 0 / 2 个镜头');
  await page.unmount();
});

test('count and button say the same, and why there are fewer can be asked', async () => {
  const alike = [{ material: 'm1', like: 'm2' }];
  const rows = [
    { share: 0, bound: 4, reachable: 4, atLeast: false },
    { share: 1, bound: 60, reachable: 60, atLeast: false },
  ];
  const measured = buildMeasured({ rows, level: 1, alike });
  const page = await openPage([SAVED, ...Array.from({ length: 8 }, () => answer(measureMixProject, measured))]);
  await page.until(() => page.byRole('button', '生成 50 条'));
  await page.click((await page.until(() => page.byRole('button', /^最多共用 0/)))!);
  await page.until(() => page.byRole('button', '生成可做的 4 / 4 条'));
  await page.click(page.byRole('button', '为什么不是 50 条？'));
  const loosen = await page.until(() => page.byRole('button', '改为最多共用 1 / 2：50 条'));
  expect(document.body.textContent).toContain('任意两条最多共用 0 / 2 个镜头时，这些素材能做 4 条。');
  await page.click(loosen);
  await page.until(() => page.byRole('button', '生成 50 条'));
  await page.unmount();
});

test('a number that may still fall is marked provisional and asked for again', async () => {
  const provisional = answer(measureMixProject, buildMeasured({ provisional: true }));
  const page = await openPage([SAVED, provisional, provisional]);
  await page.until(() => page.text.includes('暂估：素材还在比对。'));
  await page.until(() => !page.text.includes('暂估'), 8000);
  await page.unmount();
});

test('where everything is made there is nothing to press', async () => {
  const rows = [{ share: 1, bound: 9, reachable: 0, atLeast: false }];
  const measured = answer(measureMixProject, buildMeasured({ rows, level: null, made: 9 }));
  const page = await openPage([SAVED, measured, measured, measured]);
  const button = await page.until(() => page.byRole('button', '已做完 9 / 9 条：请添加素材'));
  expect((button as HTMLButtonElement).disabled).toBe(true);
  await page.unmount();
});

test('a broken rule stands beside its field, and the button that runs leads there', async () => {
  const page = await openPage();
  await page.fill(page.byRole('textbox', '项目名称'), '');
  expect(page.text).toContain('请给项目起个名字。');
  await page.click(page.byRole('button', /^生成/));
  await page.until(() => document.activeElement === page.byRole('textbox', '项目名称'));
  expect(page.http.callsOf(createMixRun)).toEqual([]);
  await page.unmount();
});

test('another window that changed it is told in a bar with both ways out', async () => {
  const page = await openPage([refuse(updateMixProject, 'changed', { status: 409 })]);
  await page.fill(page.byRole('textbox', '项目名称'), '我的');
  await page.until(() => page.text.includes('这个项目在另一个窗口里改过了'));
  await page.click(page.byRole('button', '载入最新版本'));
  await page.until(() => !page.text.includes('这个项目在另一个窗口里改过了'));
  expect((page.byRole('textbox', '项目名称') as HTMLInputElement).value).toBe('Summer');
  await page.unmount();
});

test('more than ten at once show what unlocks them', async () => {
  const page = await openPage([SAVED], []);
  await page.click(page.byRole('button', '50'));
  await page.until(() => page.text.includes('一次超过 10 条'));
  await page.click(page.byRole('button', /^生成/));
  await page.until(() => page.features.offered.length === 1);
  expect(page.http.callsOf(createMixRun)).toEqual([]);
  await page.unmount();
});

test('one press beside the preview puts a look on the text that is worked on, and is taken back', async () => {
  const titles = { texts: ['Port'], seconds: 2, style: DEFAULT_TITLE_STYLE };
  const page = await openPage([SAVED, answer(readMixProject, buildRow(buildProject({ titles })))]);
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

test('where there is no text yet, a look begins a title', async () => {
  const page = await openPage();
  const [look] = page.element.querySelectorAll('.rp-ed-preview .rp-ed-looks button');
  await page.click(look!);
  await page.until(() => page.byRole('textbox', '标题 1'));
  await page.unmount();
});

test('what is selected is what the settings are of', async () => {
  const page = await openPage();
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
  const page = await openPage();
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
  const page = await openPage([SAVED, answer(readMixProject, buildRow(buildProject({ titles })))]);
  await page.until(() => page.text.includes('任意两条最多共用'));
  await page.click(page.byRole('button', /^生成/));
  await page.until(() => page.text.includes('标题要停留 9.0 秒，最短的视频只有 6.0 秒。'));
  await page.until(() => document.activeElement?.closest('[data-path="titles.seconds"]') !== null);
  expect(page.http.callsOf(createMixRun)).toEqual([]);
  await page.unmount();
});

test('subtitles that were typed are replaced by a file only if that is wanted', async () => {
  const page = await openPage();
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
    ...PAGE,
    calls: [
      answer(readMixProject, buildRow(buildProject({ groups }))),
      ...OPENED,
      ...[answer(listJobs, { items: [job], total: 1 }), answer(listJobs, { items: [], total: 0 })],
      answer(listMixCards, { items: [], nextCursor: null, total: 0, made: false }),
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
    ...PAGE,
    calls: [SAVED, ...OPENED, answer(listMixCards, { items: [], nextCursor: null, total: 0, made: false })],
  });
  await page.until(() => page.text.includes('素材库目前没有对您开放'));
  const [first] = page.allByRole('button', '从素材库添加');
  if (first !== undefined) await page.click(first);
  await page.until(() => page.toasts.shown.length === 1);
  expect(page.toasts.shown[0]?.text).toContain('素材库目前没有对您开放');
  await page.unmount();
});

test('advice about many groups is one sentence, and numbers beyond counting end somewhere', async () => {
  const groups = Array.from({ length: 5 }, (_, index) => ({ group: `g${index}`, clips: 2 }));
  const advice = { share: 1, from: 4, to: 9, clips: 10, basis: 'reachable' as const };
  const project = buildProject({
    groups: groups.map(({ group: id }) => ({ ...buildProject().groups[0]!, id, name: id })),
  });
  const rows = [{ share: 1, bound: 2 ** 53, reachable: 2 ** 53, atLeast: false }];
  for (const [advised, words] of [
    [groups, '给每个组各加 2 个素材，可从 4 条增至 9 条。'],
    [groups.slice(1), '给 4 个组共加 8 个素材，可从 4 条增至 9 条。'],
  ] as const) {
    const page = await openPage([
      SAVED,
      answer(readMixProject, buildRow(project)),
      answer(measureMixProject, {
        ...{ rows, level: 1, shots: {}, advice: [{ ...advice, groups: [...advised] }], waiting: [], glyphs: [] },
        ...{ alike: [], copying: [], provisional: false, made: 0, seconds: { least: 6, most: 6 } },
        estimate: { seconds: { least: 20, most: 45 }, bytes: { least: 1000, most: 2000 }, left: null },
      }),
    ]);
    await page.until(() => page.text.includes(words));
    expect(page.text).toContain('100000000000 以上');
    await page.unmount();
  }
});

test('which clips are copied without encoding is told with the reason why others are not', async () => {
  const page = await openPage([
    SAVED,
    answer(readMixProject, buildRow()),
    answer(
      measureMixProject,
      buildMeasured({
        copying: [
          { material: 'm1', hindrances: [] },
          {
            material: 'm2',
            hindrances: [
              { kind: 'codec', is: 'hevc' },
              { kind: 'rate', is: '29.97' },
            ],
          },
        ],
      }),
    ),
  ]);
  await page.until(() => page.text.includes('2 个素材中有 1 个直接复制'));
  expect(page.text).toContain('编码是 hevc，不是 H.264；帧率是 29.97，不是 30');
  await page.unmount();
});

test('characters that would come out as boxes are told beside their text and before the videos are made', async () => {
  const [first, ...others] = buildProject().groups;
  const project = buildProject({ groups: [{ ...first!, text: '夏季 😀' }, ...others] });
  const glyphs = [
    { character: '😀', package: 'fonts-symbola' },
    { character: 'न', package: 'fonts-noto-core' },
  ];
  const page = await openPage([
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
  const page = await openPage();
  const [first] = page.element.querySelectorAll<HTMLElement>('.rp-editor button');
  expect(first?.textContent).toBe('跳到镜头组');
  await page.click(first as HTMLElement);
  expect(document.activeElement?.closest('.rp-ed-hold')).not.toBe(null);
  await page.unmount();
});

test('the editor’s keys stand on the sheet while it is open', async () => {
  const page = await openPage();
  expect(page.commands.list.map(({ keys }) => keys)).toEqual(expect.arrayContaining(['mod+z', 'mod+shift+z', 'alt+p']));
  await page.unmount();
  expect(page.commands.list.filter(({ id }) => id === 'mixing.undo')).toEqual([]);
});

test('a group without a name that blocks is named by its number', async () => {
  const project = buildProject();
  const document = {
    ...project,
    groups: project.groups.map((group, at) => (at === 1 ? { ...group, name: '' } : group)),
  };
  const page = await openPage([
    answer(readMixProject, buildRow(document)),
    answer(measureMixProject, buildMeasured({ shots: { a: 2, b: 0 } })),
    SAVED,
  ]);
  await page.until(() => page.text.includes('“2”里没有能用的素材'));
  await page.unmount();
});
