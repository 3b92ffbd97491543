import { expect, test } from '@rstest/core';

import { taskChanged } from '#core/contract/kernel-events.ts';
import { listToolRuns, readToolPrice, toolRunSchema } from '#core/contract/tool-run-calls.ts';
import type { TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import {
  answer,
  cycle,
  expectNoLeaks,
  mountPlugin,
  partnerService,
  refuse,
  type Answer,
} from '#core/web/testing/index.ts';
import {
  listTexts,
  openMoments,
  openTiming,
  readEngines,
  readText,
  removeTexts,
  saveCues,
  startExtraction,
  stopWork,
  TIME_TEXT,
  type ListedText,
  type TimedDocument,
} from '#plugins/copywriting/calls.ts';
import manifest from '#plugins/copywriting/plugin.ts';
import { TextEditor } from '#plugins/copywriting/web/editor/TextEditor.ts';
import { changeCue } from '#plugins/copywriting/web/editor/cue-edits.ts';
import { ExtractDraft } from '#plugins/copywriting/web/extract/ExtractDraft.ts';
import { readSubtitles } from '#core/web/read-subtitles.ts';
import web from '#plugins/copywriting/web/index.ts';
import { MATERIALS, type MaterialsLibrary } from '#plugins/materials/api.ts';

import { buildClip, buildRun, HandedLibrary, idOf } from '../crop/crop-kit.ts';
import { TIMES } from '../cycle-times.ts';
import { layOut } from '../materials/materials-plugin.ts';

layOut();

const copywriting = { manifest, web };
const cue = (id: string, start: number, text: string): TimedCue => ({
  ...{ id, start, end: start + 1900, text, words: [], speaker: '', source: 'picture' },
});
const FACTS = {
  ...{ name: '开箱.mp4', type: 'mp4', size: 2_097_152, seconds: 12, error: null, tags: ['新品'], language: 'zh-CN' },
  ...{ materialId: null, runId: null, from: 'picture' as const, state: 'success' as const },
  ...{ createdAt: '2027-01-04T01:00:00.000Z', updatedAt: '2027-01-04T01:00:00.000Z' },
};
const buildText = (number: number, more: Partial<ListedText> = {}): ListedText => ({
  ...{ id: idOf(number), ...FACTS, cues: 2, excerpt: '全场包邮', foundAt: null },
  ...more,
});
const buildDocument = (cues: TimedCue[], revision = 0): TimedDocument => ({ id: idOf(1), ...FACTS, cues, revision });
const listed = (...items: ListedText[]): Answer => answer(listTexts, { items, nextCursor: null, total: items.length });
const NO_SPEECH = answer(readEngines, { picture: [{ language: 'zh-Hans', draft: false }], speech: [] });

function withLibrary(library: HandedLibrary) {
  return [partnerService(MATERIALS, () => library as unknown as MaterialsLibrary)];
}

test('texts are listed with what they say, and why one failed; words that were searched for lead to their moment', async () => {
  const page = await mountPlugin(copywriting, {
    path: '/material/copywriting?q=包邮',
    calls: [listed(buildText(1, { foundAt: 65_000 }), buildText(2, { state: 'failed', error: '画面里没有找到文字' }))],
  });
  await page.until(() => page.text.includes('全场包邮'));
  expect(page.http.callsOf(listTexts)[0]?.query).toMatchObject({ q: '包邮' });
  expect(page.text).toContain('画面里没有找到文字');
  expect(page.byRole('link', '1:05 处').getAttribute('href')).toBe(`/material/copywriting/${idOf(1)}?at=65000`);
  for (const column of ['文件名', '类型', '大小', '时长', '状态', '标签']) expect(page.text).toContain(column);
  await page.unmount();
});

test('texts are deleted after a question', async () => {
  const page = await mountPlugin(copywriting, {
    path: '/material/copywriting',
    calls: [listed(buildText(1)), answer(removeTexts, { removed: 1 }), listed()],
  });
  await page.click(await page.until(() => page.byRole('checkbox', '选择“开箱.mp4”')));
  page.dialogs.script(true);
  await page.click(page.byRole('button', '删除'));
  await page.until(() => page.http.callsOf(removeTexts).length === 1);
  expect(page.http.callsOf(removeTexts)[0]?.body).toEqual({ ids: [idOf(1)] });
  await page.unmount();
});

async function openExtract(...clips: ReturnType<typeof buildClip>[]) {
  const library = new HandedLibrary();
  library.hand(...clips);
  const run = toolRunSchema.parse(buildRun({ tool: 'copywriting.extract' }));
  const page = await mountPlugin(copywriting, {
    ...{ page: 'Extract', path: '/material/copy-extraction', tokens: withLibrary(library) },
    calls: [
      NO_SPEECH,
      answer(startExtraction, run),
      answer(listToolRuns, { items: [], nextCursor: null, total: 0 }),
      answer(readToolPrice, { price: null, available: 0 }),
    ],
  });
  await page.click(await page.until(() => page.byRole('button', '选择视频')));
  await page.until(() => page.element.querySelector('.rp-video-editor__stage'));
  return Object.assign(page, { draft: page.context.store(ExtractDraft) });
}

test('chosen videos are extracted with their tags; without a service for speech the page says what to connect', async () => {
  const page = await openExtract(buildClip(1), buildClip(2));
  await page.until(() => page.text.includes('语音识别'));
  expect(page.text).toContain('OpenAI 兼容');
  await page.doing(() => page.draft.setTags('夏季，新品, 夏季'));
  await page.click(page.byRole('button', '提取 2 个视频'));
  await page.until(() => page.http.callsOf(startExtraction).length === 1);
  expect(page.http.callsOf(startExtraction)[0]?.body).toMatchObject({
    ...{ videos: [idOf(1), idOf(2)], from: 'picture', language: 'zh-CN', tags: ['夏季', '新品'] },
  });
  await page.unmount();
});

test('a video above 30 MB keeps the run from being started, and is shown', async () => {
  const page = await openExtract(buildClip(1), buildClip(2, { size: 30 * 1024 ** 2 + 1 }));
  await page.until(() => page.text.includes('超过 30 MB'));
  await page.doing(() => page.draft.start());
  expect(page.http.callsOf(startExtraction)).toHaveLength(0);
  expect(page.draft.batch.open?.id).toBe(idOf(2));
  await page.unmount();
});

async function openText(document: TimedDocument, ...more: Answer[]) {
  const page = await mountPlugin(copywriting, {
    ...{ page: 'Text', path: `/material/copywriting/${document.id}`, tokens: withLibrary(new HandedLibrary()) },
    calls: [answer(readText, document), answer(saveCues, { revision: document.revision + 1 }), ...more],
  });
  const editor = page.context.store(TextEditor);
  await page.until(() => editor.document !== null);
  return Object.assign(page, { editor });
}

test('what is changed is kept once the typing rests, and can be undone', async () => {
  const page = await openText(buildDocument([cue('c1', 200, '全场包邮'), cue('c2', 3000, '限时三天')]));
  for (const text of ['全场', '全场免', '全场免邮']) {
    await page.doing(() => page.editor.change(changeCue(page.editor.cues, 'c1', { text }), 'text c1'));
  }
  await page.until(() => page.http.callsOf(saveCues).length === 1);
  expect(page.http.callsOf(saveCues)[0]?.body).toMatchObject({
    revision: 0,
    cues: [{ text: '全场免邮' }, { text: '限时三天' }],
  });
  await page.doing(() => page.editor.undo());
  expect(page.editor.cues[0]?.text).toBe('全场包邮');
  await page.unmount();
});

test('what somebody else has saved meanwhile is neither overwritten nor lost: one of both is chosen', async () => {
  const page = await openText(buildDocument([cue('c1', 200, '原文')]));
  page.http.script(
    refuse(saveCues, '别人改过', { status: 409 }),
    answer(readText, buildDocument([cue('c1', 200, '他的')], 5)),
  );
  await page.doing(() => page.editor.change(changeCue(page.editor.cues, 'c1', { text: '我的' })));
  await page.until(() => page.text.includes('别人改过这份文案'));
  expect([page.editor.cues[0]?.text, page.editor.conflict?.cues[0]?.text]).toEqual(['我的', '他的']);
  expect(page.editor.isAtRisk('left')).toBe(true);
  page.http.script(answer(saveCues, { revision: 6 }));
  await page.click(page.byRole('button', '用我的'));
  await page.until(() => page.http.callsOf(saveCues).length === 2);
  expect(page.http.callsOf(saveCues)[1]?.body).toMatchObject({ revision: 5, cues: [{ text: '我的' }] });
  await page.unmount();
});

test('warnings stand at their cue, and times that can be put right are', async () => {
  const page = await openText(buildDocument([cue('c1', 50, '早'), cue('c2', 1900, '叠')]));
  await page.until(() => page.text.includes('2 处需要留意'));
  await page.click(page.byRole('button', '修正重叠和间隙'));
  await page.until(() => page.text.includes('没有问题'));
  expect(page.editor.cues.map(({ start, end }) => [start, end])).toEqual([
    [101, 1900],
    [1900, 3800],
  ]);
  await page.unmount();
});

const MOMENTS = { progress: 1, error: null, speech: [{ start: 1.18, end: 2.6 }], shots: [3.3] };

async function openFilm(...calls: Answer[]) {
  const library = new HandedLibrary();
  library.hand(buildClip(7, { state: 'ready', seconds: 12 }));
  const document = { ...buildDocument([cue('c1', 1000, '全场包邮')]), materialId: idOf(7) };
  const page = await mountPlugin(copywriting, {
    ...{ page: 'Text', path: `/material/copywriting/${document.id}`, tokens: withLibrary(library) },
    calls: [answer(readText, document), answer(saveCues, { revision: 1 }), ...calls],
  });
  const editor = page.context.store(TextEditor);
  await page.until(() => page.element.querySelector('.rp-timeline'));
  return Object.assign(page, { editor });
}

test('where somebody speaks and where shots begin is drawn, and a cue snaps to it by key', async () => {
  const page = await openFilm(answer(openMoments, { state: 'found', ...MOMENTS }));
  await page.until(() => page.text.includes('找到 1 段说话'));
  expect(page.element.querySelectorAll('.rp-timeline__stretch')).toHaveLength(1);
  expect(page.element.querySelectorAll('.rp-timeline__line')).toHaveLength(1);
  await page.doing(() => page.editor.select('c1'));
  await page.click(page.byRole('button', '吸附到说话和切镜'));
  expect(page.editor.cues[0]).toMatchObject({ start: 1180, end: 2600 });
  await page.unmount();
});

test('speech and cuts that were not found are told, and looked for again when asked to', async () => {
  const page = await openFilm(
    answer(openMoments, { ...MOMENTS, state: 'failed', error: '画面数据已损坏', speech: [], shots: [] }),
  );
  await page.until(() => page.text.includes('画面数据已损坏'));
  page.http.script(answer(openMoments, { state: 'found', ...MOMENTS }));
  await page.click(page.byRole('button', '重试'));
  await page.until(() => page.text.includes('找到 1 段说话'));
  expect(page.http.callsOf(openMoments).map(({ body }) => body)).toEqual([
    { id: idOf(7), again: false },
    { id: idOf(7), again: true },
  ]);
  await page.unmount();
});

const timing = (state: 'timing' | 'timed' | 'failed', more: object = {}): Answer =>
  answer(openTiming, { state, progress: 0.2, error: null, subjectId: 'x:timing:1', cues: [], ...more });

test('a text is pasted from the editor, and what it was given takes the place of the cues as one step', async () => {
  const page = await openFilm(answer(openMoments, { state: 'found', ...MOMENTS }));
  await page.doing(() => page.editor.select('c1', { writes: false }));
  page.dialogs.script([cue('c1', 2000, '全场包邮')]);
  await page.click(page.byRole('button', '贴文字对时间'));
  expect(page.dialogs.opened.at(-1)).toMatchObject({
    id: 'copywriting/timing',
    properties: { materialId: idOf(7), index: 0, language: 'zh-CN' },
  });
  await page.until(() => page.editor.cues[0]?.start === 2000);
  await page.doing(() => page.editor.undo());
  expect(page.editor.cues[0]?.start).toBe(1000);
  await page.unmount();
});

function openTimingDialog(...calls: Answer[]) {
  const cues = [cue('c1', 1000, '全场包邮'), cue('c2', 4000, '限时三天')];
  const properties = { materialId: idOf(7), language: 'zh-CN', cues, index: 1 };
  return mountPlugin(copywriting, { dialog: 'timing', properties, calls });
}

test('the times of a pasted text are found out, followed, and to be checked before they are used', async () => {
  const page = await openTimingDialog(timing('timing'));
  await page.click(page.byRole('radio', '选中的这一句'));
  await page.fill(page.byRole('textbox'), '限时三天。错过就没有。');
  await page.click(page.byRole('button', '开始对时间'));
  expect(page.http.callsOf(openTiming)[0]?.body).toEqual({
    ...{ id: idOf(7), text: '限时三天。错过就没有。', language: 'zh-CN', from: 2900, to: null, again: true },
  });
  await page.until(() => page.text.includes('正在听'));
  page.http.script(timing('timed', { cues: [cue('c1', 4200, '限时三天。'), cue('c2', 6200, '错过就没有。')] }));
  const time = '2027-01-04T01:00:00.000Z';
  await page.doing(() =>
    page.events.send(taskChanged, {
      ...{ id: idOf(9), job: TIME_TEXT, subjectId: 'x:timing:1', state: 'succeeded', progress: 1, secondsLeft: null },
      ...{ attempt: 1, error: null, createdAt: time, updatedAt: time },
    }),
  );
  await page.until(() => page.text.includes('2 句已对好时间'));
  expect(page.text).toContain('请核对时间');
  await page.click(page.byRole('button', '用这些时间'));
  expect(page.closedWith[0]).toMatchObject([{ text: '全场包邮' }, { start: 4200 }, { start: 6200 }]);
  await page.unmount();
});

test('timing is stopped, and why it failed is told', async () => {
  const page = await openTimingDialog(timing('timing'), answer(stopWork, null));
  await page.click(page.byRole('button', '开始对时间'));
  await page.click(await page.until(() => page.byRole('button', '停止')));
  expect(page.http.callsOf(stopWork)[0]?.body).toEqual({ subjectId: 'x:timing:1' });
  page.http.script(timing('failed', { error: '这一段没有听到说话' }));
  await page.click(await page.until(() => page.byRole('button', '开始对时间')));
  await page.until(() => page.text.includes('这一段没有听到说话'));
  await page.unmount();
});

test('files are taken by what is in them, and refused by name of what is wrong', async () => {
  const read = (text: string, name = 'x.srt', seconds: number | null = 10) =>
    readSubtitles(new File([text], name), seconds, 'zh-CN');
  const srt = (end: string) => `1\n00:00:01,000 --> ${end}\n包邮\n`;
  expect(await read(srt('00:00:02,000'), 'x.vtt')).toMatchObject({ cues: [{ text: '包邮' }], isSpread: false });
  expect(await read(srt('00:01:02,000'))).toEqual({ refusal: 'duration' });
  expect(await read('全场包邮。限时三天！', 'x.txt')).toMatchObject({
    isSpread: true,
    cues: [{ start: 101 }, { end: 10_000 }],
  });
  expect(await read('全场包邮。', 'x.txt', null)).toEqual({ refusal: 'untimed' });
  expect(await read('   ')).toEqual({ refusal: 'no-cues' });
  expect(await read('开始,结束,字幕\n1,2,包邮\n', 'x.csv')).toMatchObject({ cues: [{ start: 1000, end: 2000 }] });
  expect(await readSubtitles(new File([new Uint8Array(11 * 1024 ** 2)], 'x.srt'), null, 'zh')).toEqual({
    refusal: 'large',
  });
  expect(await readSubtitles(new File([new Uint8Array(5000)], 'x.srt'), null, 'zh')).toEqual({ refusal: 'form' });
});

test('nothing is left of it, however often it is switched on and off', async () => {
  const calls = [listed(), NO_SPEECH, answer(listToolRuns, { items: [], nextCursor: null, total: 0 })];
  const tokens = withLibrary(new HandedLibrary());
  expectNoLeaks(await cycle(copywriting, { calls, tokens, times: TIMES, pages: ['Texts', 'Extract'] }));
});
