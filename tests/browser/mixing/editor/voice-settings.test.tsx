import { expect, test } from '@rstest/core';

import type { CallData } from '#core/contract/call.ts';
import { answer } from '#core/web/testing/index.ts';
import { listVoices, readMixProject, speakDubbing, updateMixProject } from '#plugins/mixing/calls.ts';
import type { MixProject } from '#plugins/mixing/project.ts';

import { buildProject } from './build-project.ts';
import { buildRow } from './editor-kit.ts';
import { openEditor, SAVED } from './open-editor.ts';

const OWN = 'clone:01890000-0000-7000-8000-0000000000d1';
const VOICES = answer(listVoices, ({ query }): CallData<typeof listVoices> => ({
  languages: ['zh-CN', 'en-US'],
  isRobotic: true,
  voices:
    (query as { language?: string } | undefined)?.language === 'zh-CN'
      ? [
          { id: 'engines.espeak-ng/cmn+f2', name: '', sex: 'female', isOwn: false },
          { id: OWN, name: '老船长', sex: null, isOwn: true },
        ]
      : [],
}));

async function openVoice(dubbing: Partial<NonNullable<MixProject['dubbing']>>) {
  const whole = { text: '今天包邮', language: 'zh-CN', volume: 1, speed: 1, tone: 0, ...dubbing };
  const project = answer(readMixProject, buildRow(buildProject({ dubbing: whole })));
  const spoken = answer(speakDubbing, { url: '/files/voice.wav', seconds: 2 });
  const page = await openEditor([SAVED, project, VOICES, spoken]);
  await page.click(await page.until(() => page.byRole('tab', '配音')));
  return page;
}
type Page = Awaited<ReturnType<typeof openVoice>>;

const saved = (page: Page) =>
  page.http.callsOf(updateMixProject).map((call) => (call.body as { document: MixProject }).document.dubbing);

test('a voice of one’s own is chosen beside those of the service, and leaves with its language', async () => {
  const page = await openVoice({});
  await page.until(() => page.text.includes('听起来像机器'));
  await page.click(page.byRole('combobox', '声音'));
  await page.click(await page.until(() => page.byRole('option', '我的声音 · 老船长')));
  await page.until(() => saved(page).at(-1)?.voice === OWN);
  await page.click(page.byRole('combobox', '语言'));
  await page.click(await page.until(() => page.byRole('option', /英语/)));
  await page.until(() => saved(page).at(-1)?.language === 'en-US');
  expect(Object.keys(saved(page).at(-1) ?? {})).not.toContain('voice');
  await page.unmount();
});

test('a voice that was deleted since is said beside it, and another one can be chosen', async () => {
  const page = await openVoice({ voice: 'clone:gone' });
  await page.until(() => page.text.includes('配音选用的声音已被删除'));
  await page.click(page.byRole('combobox', '声音'));
  await page.click(await page.until(() => page.byRole('option', '自动选择')));
  await page.until(() => !page.text.includes('配音选用的声音已被删除'));
  await page.unmount();
});

test('a voice of before, which names no service, is still the one that is chosen', async () => {
  const page = await openVoice({ voice: 'cmn+f2' });
  await page.until(() => page.byRole('combobox', '声音').textContent?.includes('女声'));
  expect(page.text).not.toContain('配音选用的声音已被删除');
  await page.unmount();
});

test('paragraphs are dealt out, and one that is too long says what would fit', async () => {
  const page = await openVoice({ text: `包邮\n\n${'半分钟烧开水'.repeat(20)}` });
  await page.click(await page.until(() => page.byRole('switch', '每段配一条视频')));
  await page.until(() => saved(page).at(-1)?.dealt === true);
  await page.until(() => page.text.includes('共 2 段；预览里念的是第 1 段'));
  // 2 letters took 2 seconds, and the shortest video has 6: 6.9 letters would fit.
  await page.until(() => page.text.includes('第 2 段约 120.0 秒，最短的视频只有 6.0 秒：缩短到 6 个字以内就放得下。'));
  await page.unmount();
});
