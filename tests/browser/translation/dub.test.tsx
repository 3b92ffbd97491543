import { afterEach, expect, test } from '@rstest/core';

import { cancelToolRun } from '#core/contract/tool-run-calls.ts';
import { cancelTask, listTasks } from '#core/contract/task-calls.ts';
import { voiceOfSex } from '#core/contract/voice-choice.ts';
import { answer, cycle, expectNoLeaks } from '#core/web/testing/index.ts';
import { readDub, speakLine, startDub } from '#plugins/translation/dub-calls.ts';
import { translationWork } from '#plugins/translation/web/task-work.ts';

import { buildRun, idOf } from '../crop/crop-kit.ts';
import { TIMES } from '../cycle-times.ts';
import { layOut } from '../materials/materials-plugin.ts';
import { AT } from './build-translation.ts';
import {
  buildDub,
  buildReport,
  DONE,
  ESPEAK,
  known,
  NO_EAR,
  openDialog,
  openProject,
  SAMPLE,
  translation,
} from './dub-kit.ts';

layOut();

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

test('voices of several services are a list, where any of them may speak until one is chosen', async () => {
  const dub = buildDub({ state: 'planning', endedAt: null });
  const page = await openDialog({ ...known(null), services: 2 }, {}, answer(startDub, dub));
  const voice = await page.until(() => page.byRole('combobox', '声音'));
  expect(voice.textContent).toContain('自动选择');
  await page.click(page.byRole('button', '开始配音'));
  await page.until(() => page.closedWith.length === 1);
  expect(page.http.callsOf(startDub)[0]?.body).toMatchObject({ voice: null });
  await page.unmount();
});

test('where a batch chose only what the voice sounds like, any service that has one still speaks', async () => {
  const choice = { voice: voiceOfSex('female'), speakers: {}, under: 0.12, slow: false };
  const last = buildDub({ state: 'done', endedAt: AT }, { choice });
  const page = await openDialog({ ...known(last), services: 2 }, {}, answer(startDub, last));
  const voice = await page.until(() => page.byRole('combobox', '声音'));
  expect(voice.textContent).toContain('自动选择 · 女声');
  await page.click(page.byRole('button', '开始配音'));
  await page.until(() => page.closedWith.length === 1);
  expect(page.http.callsOf(startDub)[0]?.body).toEqual(choice);
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
