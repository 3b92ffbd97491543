import { afterEach, expect, test } from '@rstest/core';

import { cancelToolRun, type ToolRun } from '#core/contract/tool-run-calls.ts';
import type { CallData } from '#core/contract/call.ts';
import { cancelTask, listTasks } from '#core/contract/task-calls.ts';
import { answer, cycle, expectNoLeaks, mountPlugin, type Answer } from '#core/web/testing/index.ts';
import { readEngine, readGlossary, readLines, readProject, type Line } from '#plugins/translation/calls.ts';
import { readDub, speakLine, startDub, type Dub, type DubLineReport } from '#plugins/translation/dub-calls.ts';
import manifest from '#plugins/translation/plugin.ts';
import { DubStore } from '#plugins/translation/web/dubbing/DubStore.ts';
import web from '#plugins/translation/web/index.ts';
import { ReviewStore } from '#plugins/translation/web/review/ReviewStore.ts';
import { translationWork } from '#plugins/translation/web/task-work.ts';

import { buildRun, idOf } from '../crop/crop-kit.ts';
import { TIMES } from '../cycle-times.ts';
import { layOut } from '../materials/materials-plugin.ts';
import { AT, buildProject } from './build-translation.ts';

layOut();

const translation = { manifest, web };
const PROJECT = buildProject({
  ...{ state: 'done', split: null, published: 0 },
  targets: [{ language: 'en-US', state: 'idle', error: null, drafted: 2, done: 2, changed: 0 }],
});
const TEXTS = ['Free shipping on every order.', 'It boils in half a minute, and never burns your fingers.'];
const LINES = TEXTS.map((text, at): Line => ({
  ...{ cue: `c${at + 1}`, start: at * 2000, end: at * 2000 + 1500, speaker: '', source: '全场包邮', text },
  ...{ state: 'done', origin: 'typed', score: null, service: null, isStale: false, revision: 1 },
}));
const buildReport = (at: number, more: Partial<DubLineReport> = {}): DubLineReport => ({
  ...{ cue: `c${at + 1}`, text: TEXTS[at] ?? '', start: at * 2000, until: at * 2000 + 1900, spoken: 1400 },
  ...{
    service: null,
    isEstimated: false,
    factor: 1,
    picture: 1,
    takes: 1400,
    borrowed: 0,
    drift: 0.4,
    heard: 0.98,
    fault: null,
  },
  transcript: null,
  ...{ letters: 29, most: 45, ...more },
});
const LONG = buildReport(1, { fault: 'long', spoken: 3900, takes: 0, drift: null, heard: null, letters: 55, most: 30 });
const NO_EAR = '没有选用语音识别服务';
const ESPEAK = 'engines.espeak-ng';
const VOICES: CallData<typeof readDub>['voices'] = [
  { id: `${ESPEAK}/male`, name: 'espeak-ng', sex: 'male' },
  { id: `${ESPEAK}/female`, name: 'espeak-ng', sex: 'female' },
];
const buildDub = (run: Partial<ToolRun>, more: Partial<Dub> = {}): Dub => ({
  choice: { voice: null, speakers: {}, under: 0.12, slow: false },
  run: buildRun({ id: idOf(5), tool: 'translation.dub', ...run }),
  ...{ services: [], lines: [], stretches: [], materialId: null, folderId: idOf(6), createdAt: AT, ...more },
});
const known = (dub: Dub | null): CallData<typeof readDub> => ({
  ...{ voices: VOICES, isRobotic: true, services: 1, why: null, unheard: NO_EAR, rate: null, dub },
});
const DONE = buildDub(
  { state: 'done', progress: 1, endedAt: AT },
  { lines: [buildReport(0), LONG], materialId: idOf(7) },
);

async function openProject(dub: Dub | null, ...more: Answer[]) {
  const page = await mountPlugin(translation, {
    ...{ page: 'Project', path: `/video/translation/${idOf(1)}` },
    calls: [
      ...[answer(readProject, PROJECT), answer(readLines, { lines: LINES }), answer(readDub, known(dub)), ...more],
      answer(readEngine, { isConnected: false, why: '没有', pairs: [] }),
      answer(readGlossary, { terms: [], revision: 0 }),
    ],
  });
  const [store, dubs] = [page.context.store(ReviewStore), page.context.store(DubStore)];
  await page.until(() => store.isRead && dubs.live.value !== null);
  return Object.assign(page, { store, dubs });
}

test('a language that is being dubbed shows how far it is, and can be cancelled', async () => {
  const run = buildRun({ id: idOf(5), state: 'cancelled', endedAt: AT });
  const page = await openProject(
    buildDub({ state: 'working', progress: 0.42, endedAt: null }),
    answer(cancelToolRun, run),
  );
  await page.until(() => page.text.includes('正在配音 42%'));
  await page.click(page.byRole('button', '取消配音'));
  await page.until(() => page.http.callsOf(cancelToolRun).length === 1);
  expect(page.http.callsOf(cancelToolRun)[0]?.params).toEqual({ id: idOf(5) });
  await page.unmount();
});

test('a finished dub says what came of it, leads to the video, and tells of each line what would fit', async () => {
  const page = await openProject(DONE);
  await page.until(() => page.text.includes('配音完成：1 行'));
  expect(page.text).toContain('有 1 行没有配上');
  expect(page.byRole('link', '在素材库查看').getAttribute('href')).toBe(`/material/list?folder=${idOf(6)}`);
  expect(page.text).toContain('55 字，最多 30 字');
  expect(page.text).toContain('配音 1.40 s · 1.00 倍速');
  const report = page.byRole('button', '逐行报告');
  expect(report.getAttribute('aria-expanded')).toBe('false');
  await page.click(report);
  await page.until(() => page.byRole('table', '逐行报告'));
  for (const text of ['可用', '读出', '语速', '偏差', '3.90 s', '0 ms']) expect(page.text).toContain(text);
  await page.click(page.byRole('button', '00:02.0'));
  expect(page.store.selected).toBe('c2');
  await page.unmount();
});

test('lines are heard back: what is missing is told in the report and beside the line', async () => {
  const transcript = { text: 'It boils in half', found: 0.36, isLacking: true, isRepeated: true };
  const lacking = buildReport(1, { transcript: { ...transcript, missing: ['minute', 'never'] } });
  const whole = buildReport(0, {
    transcript: { text: 'free shipping on every order', found: 1, missing: [], isLacking: false, isRepeated: false },
  });
  const page = await openProject({ ...DONE, lines: [whole, lacking] });
  await page.until(() => page.text.includes('有 1 行可能漏了字'));
  expect(page.text).toContain('读了两次还是没听到：minute、never');
  expect(page.text).not.toContain('只核对每行的时间');
  await page.click(page.byRole('button', '逐行报告'));
  await page.until(() => page.byRole('table', '逐行报告'));
  for (const text of ['听到', '100%', '36%', '听到：It boils in half']) expect(page.text).toContain(text);
  await page.unmount();
});

test('without a transcription service, dialog and report say that only the time is checked', async () => {
  const dialog = await openDialog(known(null));
  await dialog.until(() => dialog.text.includes(`只核对每行的时间，不核对字有没有读全。${NO_EAR}`));
  await dialog.unmount();
  const page = await openProject(DONE);
  await page.until(() => page.text.includes(`只核对每行的时间，不核对字有没有读全。${NO_EAR}`));
  await page.doing(() => page.dubs.live.update((value) => ({ ...value, unheard: null })));
  expect(page.text).toContain('有 1 行只核对了时间：当时没有语音识别服务可用');
  await page.unmount();
});

test('what was said of a line is gone once it has other words', async () => {
  const page = await openProject(DONE);
  await page.until(() => page.text.includes('55 字，最多 30 字'));
  const [, line] = page.store.lines;
  await page.doing(() => line && page.store.type(line, 'Hot in thirty seconds.'));
  expect(page.text).not.toContain('最多 30 字');
  await page.unmount();
});

test('before a line is spoken, the rate of the voice tells what is likely too long', async () => {
  const page = await openProject(DONE, answer(readDub, { ...known(DONE), rate: 20 }));
  await page.doing(() => page.dubs.live.load());
  const [first] = page.store.lines;
  // 1920 ms until the next line: at most 44 letters at 20 a second and 1.15 times faster.
  await page.doing(() => first && page.store.type(first, 'x'.repeat(45)));
  expect(page.text).toContain('可能说不完：45 字，约 44 字以内');
  await page.doing(() => first && page.store.type(first, 'x'.repeat(44)));
  expect(page.text).not.toContain('可能说不完');
  await page.unmount();
});

test('a dub that failed says why, and one without a voice says what to connect', async () => {
  const failed = await openProject(buildDub({ state: 'failed', endedAt: AT, error: '没有一行放得进' }));
  await failed.until(() => failed.text.includes('配音没有完成：没有一行放得进'));
  await failed.unmount();
  const dialog = await openDialog({ ...known(null), voices: [], why: '没有选用语音合成服务' });
  await dialog.until(() => dialog.text.includes('没有选用语音合成服务'));
  expect(dialog.byRole('button', '开始配音').hasAttribute('disabled')).toBe(true);
  await dialog.unmount();
});

const SAMPLE = { cue: 'c1', text: TEXTS[0] };
const openDialog = (value: CallData<typeof readDub>, properties: object = {}, ...more: Answer[]) =>
  mountPlugin(translation, {
    dialog: 'dub',
    properties: {
      ...{ id: idOf(1), language: 'en-US', accepted: 2, lines: 3, sample: SAMPLE, speakers: [] },
      ...properties,
    },
    calls: [answer(readDub, value), ...more],
  });

test('the dialog names the voice for what it is, and begins with what is chosen', async () => {
  const page = await openDialog(known(null), {}, answer(startDub, buildDub({ state: 'planning', endedAt: null })));
  await page.until(() => page.text.includes('像机器人'));
  expect(page.text).toContain('已确认 2 / 3 行');
  expect(page.text).toContain('没有把人声和音乐分开');
  await page.click(page.byRole('radio', '女声 · espeak-ng'));
  await page.click(page.byRole('radio', '静音'));
  await page.click(page.byRole('button', '开始配音'));
  await page.until(() => page.closedWith.length === 1);
  expect(page.http.callsOf(startDub)[0]?.body).toEqual({
    voice: `${ESPEAK}/female`,
    speakers: {},
    under: 0,
    slow: false,
  });
  await page.unmount();
});

const STRETCHES = [
  { from: 1500, to: 2000, factor: 1.04 },
  { from: 2000, to: 4000, factor: 1.06 },
];
const SLOWED = buildDub(
  { state: 'done', progress: 1, endedAt: AT },
  {
    choice: { voice: null, speakers: {}, under: 0.12, slow: true },
    lines: [buildReport(0), buildReport(1, { factor: 1.15, picture: 1.06 })],
    ...{ stretches: STRETCHES, materialId: idOf(7) },
  },
);

test('the picture is slower only where that is allowed, which the dialog says the cost of and keeps for the next dub', async () => {
  const page = await openDialog(known(null), {}, answer(startDub, SLOWED));
  await page.until(() => page.text.includes('那几秒要为这种语言重新编码画面'));
  expect(page.text).toContain('语速到 1.15 倍还说不完的行，画面和原声一起放慢，时长最多 1.10 倍');
  const allow = page.byRole('switch', '说不完时放慢画面');
  expect(allow.getAttribute('aria-checked') ?? String((allow as HTMLInputElement).checked)).toBe('false');
  await page.click(allow);
  await page.click(page.byRole('button', '开始配音'));
  await page.until(() => page.closedWith.length === 1);
  expect(page.http.callsOf(startDub)[0]?.body).toMatchObject({ slow: true });
  await page.unmount();
  const next = await openDialog(known(SLOWED), {}, answer(startDub, SLOWED));
  await next.until(() => next.text.includes('说不完时放慢画面'));
  await next.click(next.byRole('button', '开始配音'));
  await next.until(() => next.closedWith.length === 1);
  expect(next.http.callsOf(startDub)[0]?.body).toMatchObject({ slow: true });
  await next.unmount();
});

test('a dub with a slower picture tells by how much, beside each line too, and has subtitles with its times', async () => {
  const page = await openProject(SLOWED);
  await page.until(() => page.text.includes('画面最多放慢到 1.06 倍时长，成片长了 0.14 秒'));
  expect(page.text).toContain('1.15 倍速 · 画面 1.06 倍时长');
  await page.click(page.byRole('button', '逐行报告'));
  await page.until(() => page.byRole('table', '逐行报告'));
  expect(page.text).toContain('1.06 ×');
  await page.click(page.byRole('button', '导出译文'));
  await page.until(() => page.byRole('menuitem', 'SRT 字幕，按放慢的配音'));
  await page.unmount();
  const usual = await openProject(DONE);
  await usual.click(usual.byRole('button', '导出译文'));
  await usual.until(() => usual.byRole('menuitem', 'SRT 字幕'));
  expect(usual.text).not.toContain('按放慢的配音');
  await usual.unmount();
});

test('of a line that is too long it is said where a slower picture would do', async () => {
  const near = buildReport(1, { fault: 'long', spoken: 4600, takes: 0, drift: null, heard: null, most: 50 });
  const page = await openProject({ ...DONE, lines: [near] });
  // 1500 ms of its own and 2000 behind, 1.15 times faster: 4025, and with a slower picture 4197.
  await page.until(() => page.text.includes('最多 50 字'));
  expect(page.text).not.toContain('允许放慢画面就放得下');
  await page.doing(() =>
    page.dubs.live.update((value) => ({ ...value, dub: { ...DONE, lines: [{ ...near, spoken: 4100 }] } })),
  );
  expect(page.text).toContain('最多 50 字 · 允许放慢画面就放得下');
  await page.unmount();
});

test('each speaker may have a voice of their own, also by choices that do not name the service yet', async () => {
  const last = buildDub(
    { state: 'done', endedAt: AT },
    { choice: { voice: 'male', speakers: { B: 'female' }, under: 0.3, slow: false } },
  );
  const page = await openDialog(known(last), { speakers: ['A', 'B'] }, answer(startDub, last));
  await page.until(() => page.text.includes('B的声音'));
  await page.click(page.byRole('button', '开始配音'));
  await page.until(() => page.closedWith.length === 1);
  expect(page.http.callsOf(startDub)[0]?.body).toEqual({
    ...{ voice: `${ESPEAK}/male`, speakers: { B: `${ESPEAK}/female` }, under: 0.3, slow: false },
  });
  await page.unmount();
});

/** A browser's player, as far as lines need one. */
class FakeAudio extends EventTarget {
  static readonly played: FakeAudio[] = [];
  isPaused = true;
  constructor(readonly address: string) {
    super();
  }
  async play(): Promise<void> {
    this.isPaused = false;
    FakeAudio.played.push(this);
  }
  pause(): void {
    this.isPaused = true;
  }
}
const { Audio: real } = globalThis;
afterEach(() => {
  globalThis.Audio = real;
  FakeAudio.played.length = 0;
});

test('a line is heard as it stands, with what would fit; once more stops it', async () => {
  globalThis.Audio = FakeAudio as unknown as typeof Audio;
  const said = {
    spoken: 2600,
    factor: 1.15,
    picture: 1,
    takes: 2261,
    fault: 'long' as const,
    letters: 22,
    most: 15,
    base64: btoa('RIFF'),
  };
  const page = await openProject(null, answer(speakLine, said));
  await page.doing(() => page.store.select('c2'));
  const [, line] = page.store.lines;
  await page.doing(() => line && page.store.type(line, 'Hot in thirty seconds.'));
  await page.click(page.byRole('button', '试听配音'));
  await page.until(() => FakeAudio.played.length === 1);
  expect(page.http.callsOf(speakLine)[0]?.body).toEqual({ text: 'Hot in thirty seconds.', voice: null, slow: false });
  expect(page.text).toContain('22 字，最多 15 字');
  const [audio] = FakeAudio.played;
  expect(audio?.isPaused).toBe(false);
  await page.click(page.byRole('button', '停止'));
  expect(audio?.isPaused).toBe(true);
  expect(page.http.callsOf(speakLine)).toHaveLength(1);
  await page.unmount();
});

test('the list of jobs stops a dub as the run that it is, and languages that are translated one by one', async () => {
  const task = (id: string, job: string) => ({
    ...{ id, job, subjectId: idOf(5), state: 'running' as const, progress: 0, secondsLeft: null, attempt: 1 },
    ...{ error: null, createdAt: AT, updatedAt: AT },
  });
  const listed = (...items: ReturnType<typeof task>[]) =>
    answer(listTasks, { items, nextCursor: null, total: items.length });
  const page = await openProject(
    null,
    ...[listed(task(idOf(20), 'translation.tool-make')), listed(task(idOf(21), 'translation.translate'))],
    ...[
      answer(cancelToolRun, buildRun({ state: 'cancelled' })),
      answer(cancelTask, task(idOf(21), 'translation.translate')),
    ],
  );
  const work = translationWork(page.http);
  expect(work.stages['translation.translate']).toBe('translation:job.translate');
  await work.cancel?.(idOf(5), new AbortController().signal);
  expect(page.http.callsOf(cancelToolRun)[0]?.params).toEqual({ id: idOf(5) });
  await work.cancel?.(idOf(1), new AbortController().signal);
  expect(page.http.callsOf(cancelTask)[0]?.params).toEqual({ id: idOf(21) });
  expect(page.http.callsOf(cancelToolRun)).toHaveLength(1);
  await page.unmount();
});

test('nothing is left of the dialog', async () => {
  const properties = { id: idOf(1), language: 'en-US', accepted: 2, lines: 3, sample: SAMPLE, speakers: ['A', 'B'] };
  const calls = [answer(readDub, known(DONE))];
  expectNoLeaks(await cycle(translation, { calls, times: TIMES, pages: [], dialogs: { dub: properties } }));
});
