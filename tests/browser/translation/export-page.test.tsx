import { expect, test } from '@rstest/core';

import { listToolRuns, readToolPrice } from '#core/contract/tool-run-calls.ts';
import { answer, cycle, expectNoLeaks, mountPlugin, partnerService, type Answer } from '#core/web/testing/index.ts';
import { MATERIALS, type MaterialsLibrary } from '#plugins/materials/api.ts';
import { drawSubtitle, readLines, readProject, startExport, type Line } from '#plugins/translation/calls.ts';
import manifest from '#plugins/translation/plugin.ts';
import { ExportDraft } from '#plugins/translation/web/export/ExportDraft.ts';
import web from '#plugins/translation/web/index.ts';

import { buildClip, buildRun, HandedLibrary, idOf, RUN } from '../crop/crop-kit.ts';
import { TIMES } from '../cycle-times.ts';
import { layOut } from '../materials/materials-plugin.ts';
import { buildLine, buildProject } from './build-translation.ts';

layOut();

const translation = { manifest, web };
const target = (language: string, drafted: number) => ({
  ...{ language, state: 'idle' as const, error: null, drafted, done: drafted, changed: 0 },
});
const PROJECT = buildProject({
  targets: [target('en-US', 2), target('ar-SA', 1), target('de-DE', 0)],
  ...{ materialId: idOf(2), seconds: 10, split: 'none', published: 0 },
});
const line = (number: number): Line => buildLine(number, { text: 'Free', state: 'done', origin: 'typed', revision: 1 });
const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
const CALLS = [
  answer(readProject, PROJECT),
  answer(readLines, { lines: [line(1), line(2)] }),
  answer(listToolRuns, { items: [], nextCursor: null, total: 0 }),
  answer(readToolPrice, { price: null, available: 0 }),
  answer(drawSubtitle, { picture: PICTURE, missing: [] }),
  answer(startExport, buildRun({ tool: 'translation.export' })),
];

async function openExport(...more: Answer[]) {
  const library = new HandedLibrary();
  library.hand(buildClip(2));
  const page = await mountPlugin(translation, {
    ...{ page: 'Export', path: `/video/translation/${idOf(1)}/export` },
    calls: [...more, ...CALLS],
    tokens: [partnerService(MATERIALS, () => library as unknown as MaterialsLibrary)],
  });
  const draft = page.context.store(ExportDraft);
  await page.until(() => draft.project !== null && draft.material !== null && draft.lines.length > 0);
  return Object.assign(page, { draft });
}

test('translated languages are chosen by themselves, and one press exports them as they look on the page', async () => {
  const page = await openExport();
  expect(page.draft.chosen).toEqual(['en-US', 'ar-SA']);
  expect(page.text).toContain('已译 1 / 2 行');
  expect(page.text).toContain('2 个视频；每个有 1.8 秒画面带字幕（全长 10.0 秒）。');
  await page.click(page.byRole('checkbox', '阿拉伯语'));
  await page.click(page.byRole('radio', '逐字填色'));
  await page.click(page.byRole('radio', '上方'));
  await page.doing(() => page.draft.set({ second: 'zh-CN' }));
  await page.click(page.byRole('button', '导出 1 个视频'));
  await page.until(() => page.http.callsOf(startExport).length === 1);
  expect(page.http.callsOf(startExport)[0]?.body).toEqual({
    ...{ form: 'burned', together: false, second: 'zh-CN', languages: ['en-US'], agreed: null },
    ...{ sound: 'original', video: null },
    style: { preset: 'karaoke', scale: 1, place: 'top', safeArea: 'none' },
    folder: { name: '开箱 的字幕视频' },
  });
  expect(page.router.place.path).toBe(`/video/translation/run/${RUN}`);
  await page.unmount();
});

test('the shown line is drawn by the server, anew for another look, and letters without a font are told', async () => {
  const missing = [{ character: 'ग', package: 'fonts-noto-core' }];
  const page = await openExport(answer(drawSubtitle, { picture: PICTURE, missing }));
  await page.until(() => page.element.querySelector('.rp-export-line') !== null);
  expect(page.text).toContain('apt install fonts-noto-core');
  const [first] = page.http.callsOf(drawSubtitle);
  expect(first?.body).toMatchObject({ language: 'en-US', second: null, cue: 'c1', style: { preset: 'classic' } });
  await page.doing(() => page.draft.setStyle({ preset: 'neon' }));
  await page.until(() => page.http.callsOf(drawSubtitle).length === 2);
  expect(page.http.callsOf(drawSubtitle)[1]?.body).toMatchObject({ style: { preset: 'neon' } });
  await page.unmount();
});

test('tracks need no look, and those of all languages can be in one video', async () => {
  const page = await openExport();
  await page.click(page.byRole('radio', '字幕轨道'));
  expect(page.allByRole('radio', '霓虹')).toHaveLength(0);
  await page.click(page.byRole('checkbox', '合成一个视频'));
  expect(page.text).toContain('1 个带字幕轨道的视频。');
  await page.click(page.byRole('button', '导出 1 个视频'));
  await page.until(() => page.http.callsOf(startExport).length === 1);
  expect(page.http.callsOf(startExport)[0]?.body).toMatchObject({
    ...{ form: 'soft', together: true, languages: ['en-US', 'ar-SA'] },
  });
  await page.unmount();
});

test('a project without a video says so and leads back to its lines', async () => {
  const page = await mountPlugin(translation, {
    ...{ page: 'Export', path: `/video/translation/${idOf(1)}/export` },
    calls: [answer(readProject, { ...PROJECT, materialId: null }), ...CALLS],
  });
  await page.until(() => page.text.includes('这个项目没有视频'));
  expect(page.allByRole('button', '导出 2 个视频')).toHaveLength(0);
  expect(page.allByRole('button', '回到译文').length).toBeGreaterThan(0);
  await page.unmount();
});

test('nothing is left of it', async () => {
  const library = new HandedLibrary();
  library.hand(buildClip(2));
  const tokens = [partnerService(MATERIALS, () => library as unknown as MaterialsLibrary)];
  const path = `/video/translation/${idOf(1)}/export`;
  expectNoLeaks(await cycle(translation, { calls: CALLS, times: TIMES, pages: ['Export'], path, tokens }));
});
