import { expect, test } from '@rstest/core';

import { answer } from '#core/web/testing/index.ts';
import { startDub } from '#plugins/translation/dub-calls.ts';

import { idOf } from '../crop/crop-kit.ts';
import { layOut } from '../materials/materials-plugin.ts';
import { AT } from './build-translation.ts';
import { buildDub, buildReport, DONE, known, openDialog, openProject } from './dub-kit.ts';

layOut();

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
