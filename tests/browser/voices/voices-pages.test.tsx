import { expect, rs, test } from '@rstest/core';

import { answer, cycle, expectNoLeaks, mountPlugin, type Answer } from '#core/web/testing/index.ts';
import {
  auditionVoice,
  createVoice,
  listVoices,
  readRecording,
  readService,
  removeVoice,
  retryVoice,
  type Recording,
  type Voice,
} from '#plugins/voices/calls.ts';
import { recordingChanged, voicesChanged } from '#plugins/voices/events.ts';
import manifest from '#plugins/voices/plugin.ts';
import web from '#plugins/voices/web/index.ts';
import { HeldUploads, uploadsOf } from '#tests/browser/materials/materials-plugin.ts';
import { TIMES } from '#tests/browser/cycle-times.ts';
import { idOf } from '#tests/browser/runs/press-run.tsx';
import type { UploadItem, UploadTarget } from '#core/web/uploads/uploads.ts';

const voices = { manifest, web };
const LIST = '/cloneSound/list';
const ADD = '/cloneSound/add';

function buildVoice(number: number, overrides: Partial<Voice> = {}): Voice {
  return {
    ...{ id: idOf(number), name: `声音-${number}`, state: 'success', error: null, language: 'zh-CN', seconds: 9 },
    ...{ languages: ['zh-CN', 'en-US'], isElsewhere: false, sampleUrl: '/sample.wav', uses: 3, usedAt: null },
    consent: { kind: 'signed', name: '周屿', sentence: '我同意', at: '2027-01-04T01:00:00.000Z', url: null },
    createdAt: '2027-01-04T01:00:00.000Z',
    ...overrides,
  };
}
const listed = (...all: Voice[]): Answer => answer(listVoices, { voices: all, most: 100 });
const SERVICE = answer(readService, {
  ...{ why: null, isToneMatch: true, least: 3, most: 60, isSpokenOnly: false },
  languages: [{ tag: 'zh-CN', sentence: '我是这段声音的主人' }],
});
const RECORDING: Recording = {
  ...{ id: idOf(7), kind: 'sample', name: 'sample.wav', state: 'checking', seconds: null, speech: null, findings: [] },
  url: null,
};

/** Uploads that have arrived at once. */
class SentUploads extends HeldUploads {
  constructor(private readonly result: unknown) {
    super();
  }

  override add(files: readonly File[], target: UploadTarget): UploadItem[] {
    super.add(files, target);
    const act = (): void => undefined;
    const item: UploadItem = {
      ...{ id: 'u', name: files[0]?.name ?? '', size: 1, file: null, target, state: 'done', progress: 1, speed: null },
      ...{ error: null, isRefused: false, isResumable: true, result: this.result, refuse: act },
      ...{ pause: act, resume: act, cancel: act, retry: act },
    };
    return [item];
  }

  override finished(): Promise<unknown> {
    return Promise.resolve(this.result);
  }
}

test('voices are listed with their state, and what they are made by is named', async () => {
  const failed = buildVoice(2, { state: 'failed', error: '声音服务不接受这段样本', languages: [] });
  const page = await mountPlugin(voices, {
    ...{ page: 'Voices', path: LIST },
    calls: [listed(buildVoice(1), failed), listed(buildVoice(1, { state: 'normal' }))],
  });
  await page.until(() => page.text.includes('声音-1'));
  expect(page.text).toContain('已做好');
  expect(page.text).toContain('失败');
  expect(page.text).toContain('“音色贴近”，不是克隆');
  await page.doing(() => page.events.send(voicesChanged, { id: idOf(1) }));
  await page.until(() => !page.text.includes('声音-2') && page.text.includes('正常'));
  await page.unmount();
});

test('a failed voice says why and is tried again; one is deleted after a question only', async () => {
  const failed = buildVoice(2, { state: 'failed', error: '声音服务不接受这段样本', languages: [] });
  const page = await mountPlugin(voices, {
    ...{ page: 'Voices', path: `${LIST}?id=${idOf(2)}` },
    calls: [
      listed(failed),
      answer(retryVoice, { ...failed, state: 'cloning', error: null }),
      answer(removeVoice, null),
    ],
  });
  await page.until(() => page.text.includes('声音服务不接受这段样本'));
  await page.click(page.byRole('button', '重试'));
  await page.until(() => page.http.callsOf(retryVoice).length === 1);
  page.dialogs.script(false, true);
  await page.click(page.byRole('button', '删除'));
  await page.until(() => page.dialogs.opened.length === 1);
  expect(page.dialogs.opened[0]?.question).toMatchObject({ destructive: true, params: { name: '声音-2' } });
  expect(page.http.callsOf(removeVoice)).toEqual([]);
  await page.click(page.byRole('button', '删除'));
  await page.until(() => page.http.callsOf(removeVoice).length === 1);
  await page.unmount();
});

test('a voice says what was typed', async () => {
  const page = await mountPlugin(voices, {
    ...{ page: 'Voices', path: `${LIST}?id=${idOf(1)}` },
    calls: [listed(buildVoice(1)), answer(auditionVoice, { base64: '' })],
  });
  const hear = await page.until(() => page.byRole('button', '说一遍'));
  await page.click(hear);
  await page.until(() => page.http.callsOf(auditionVoice).length === 1);
  expect(JSON.stringify(page.http.callsOf(auditionVoice)[0]?.body)).toMatch(/欢迎.*"zh-CN"|"zh-CN".*欢迎/);
  await page.unmount();
});

test('a voice falls silent when its page is left', async () => {
  const sounds: { isPlaying: boolean }[] = [];
  class Sound {
    isPlaying = false;
    addEventListener = (): void => undefined;
    constructor() {
      sounds.push(this);
    }
    async play(): Promise<void> {
      this.isPlaying = true;
    }
    pause(): void {
      this.isPlaying = false;
    }
  }
  rs.stubGlobal('Audio', Sound);
  const page = await mountPlugin(voices, {
    ...{ page: 'Voices', path: `${LIST}?id=${idOf(1)}` },
    calls: [listed(buildVoice(1)), answer(auditionVoice, { base64: '' })],
  });
  await page.click(await page.until(() => page.byRole('button', '说一遍')));
  await page.until(() => sounds[0]?.isPlaying === true);
  await page.unmount();
  expect(sounds.map(({ isPlaying }) => isPlaying)).toEqual([false]);
  rs.unstubAllGlobals();
});

test('a sample that was uploaded is followed until it was checked, and a signed voice is made of it', async () => {
  const fit: Recording = {
    ...{ ...RECORDING, state: 'fit', seconds: 9.04, speech: 7.2, url: '/sample.wav' },
    findings: [{ code: 'noisy', refuses: false, text: '背景声音大' }],
  };
  const uploads = new SentUploads(RECORDING);
  const page = await mountPlugin(voices, {
    ...{ page: 'Add', path: ADD, services: [uploadsOf(uploads)] },
    calls: [SERVICE, answer(readRecording, RECORDING), answer(readRecording, fit), answer(createVoice, buildVoice(3))],
  });
  await page.until(() => page.text.includes('音色贴近，不是克隆'));
  await page.click(page.byRole('button', '开始制作'));
  await page.until(() => page.text.includes('先录一段或上传一段可用的样本'));
  await page.click(page.byRole('radio', '上传文件'));
  const field = await page.until(() => document.querySelector<HTMLInputElement>('input[type="file"]'));
  if (field === null) throw new Error('no field');
  expect(field.accept).toBe('.mp3,.wav');
  // happy-dom has no folders.
  const file = Object.assign(new File(['x'], 'sample.wav'), { webkitRelativePath: '' });
  Object.defineProperty(field, 'files', { value: [file], configurable: true });
  await page.doing(() => field.dispatchEvent(new Event('change', { bubbles: true })));
  expect(uploads.added[0]?.target).toMatchObject({ fields: { kind: 'sample', origin: 'uploaded' }, resumable: true });
  await page.until(() => page.text.includes('正在检查'));
  await page.doing(() => page.events.send(recordingChanged, { id: idOf(7) }));
  await page.until(() => page.text.includes('背景声音大'));
  expect(page.text).toContain('9 秒，其中说话 7.2 秒');
  await page.click(page.byRole('radio', '签名'));
  await page.fill(page.byRole('textbox', /^声音主人的姓名/), '周屿');
  await page.fill(page.byRole('textbox', /^声音名称/), '晨读');
  await page.click(page.byRole('checkbox'));
  await page.click(page.byRole('button', '开始制作'));
  await page.until(() => page.http.callsOf(createVoice).length === 1);
  expect(page.http.callsOf(createVoice)[0]?.body).toEqual({
    ...{ name: '晨读', language: 'zh-CN', sample: idOf(7), text: null },
    consent: { kind: 'signed', name: '周屿', sentence: '我是这段声音的主人', agreed: true },
  });
  await page.unmount();
});

test('whoever has signed one sentence has not signed the next', async () => {
  const serviceOf = (sentence: string) =>
    answer(readService, {
      ...{ why: null, isToneMatch: true, least: 3, most: 60, isSpokenOnly: false },
      languages: [{ tag: 'zh-CN', sentence }],
    });
  const page = await mountPlugin(voices, {
    ...{ page: 'Add', path: ADD, services: [uploadsOf()] },
    calls: [serviceOf('我同意甲'), serviceOf('我同意乙')],
  });
  await page.until(() => page.text.includes('我同意甲'));
  await page.click(page.byRole('radio', '签名'));
  await page.click(page.byRole('checkbox'));
  expect((page.byRole('checkbox') as HTMLInputElement).checked).toBe(true);
  await page.doing(() => page.i18n.setLanguage('en'));
  await page.until(() => page.text.includes('我同意乙'));
  expect((page.byRole('checkbox') as HTMLInputElement).checked).toBe(false);
  await page.unmount();
});

test('nothing is left of them', async () => {
  const calls = [listed(buildVoice(1)), SERVICE];
  expectNoLeaks(await cycle(voices, { calls, path: LIST, services: [uploadsOf()], times: TIMES }));
});
