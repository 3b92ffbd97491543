import { expect, test } from '@rstest/core';

import { listToolItems, type ToolItem } from '#core/contract/tool-run-calls.ts';
import { answer, mountPlugin, partnerService, type Answer, type MountedPlugin } from '#core/web/testing/index.ts';
import { MATERIALS, type MaterialsLibrary } from '#plugins/materials/api.ts';
import { readMixCertificate, readMixCertificatePage } from '#plugins/mixing/calls.ts';
import manifest from '#plugins/mixing/plugin.ts';
import web from '#plugins/mixing/web/index.ts';

import { holdTouch } from '#tests/browser/hold-touch.ts';
import { buildOutput, idOf, itemPage, RUN } from '../run/build-run.ts';
import { buildShown } from './build-shown.ts';

const LIBRARY: MaterialsLibrary = {
  pick: () => Promise.resolve(undefined),
  pickFolder: () => Promise.resolve(undefined),
  find: () => Promise.resolve(new Map()),
  upload: () => [],
  restore: () => Promise.resolve(),
  watch: () => () => undefined,
};

/** A video whose address holds nothing to play. */
function buildVideo(number: number): ToolItem {
  const output = buildOutput(number);
  return { ...output, files: output.files.map((file) => ({ ...file, url: `data:,${number}` })) };
}

async function openCertificate(...calls: Answer[]): Promise<MountedPlugin> {
  return await mountPlugin(
    { manifest, web },
    {
      page: 'Certificate',
      path: `/mixedCut/certificate/${RUN}`,
      tokens: [partnerService(MATERIALS, () => LIBRARY)],
      calls: [...calls, answer(listToolItems, itemPage([buildVideo(1), buildVideo(2)]))],
    },
  );
}

test('the page says what was measured, and of which pair', async () => {
  const page = await openCertificate(answer(readMixCertificate, buildShown()));
  await page.until(() => page.text.includes('每一对都在限度之内'));
  expect(page.text).toContain('3 条视频生成后两两比对，共 3 对');
  expect(page.text).not.toContain('LUFS');
  expect(page.text).toContain('≥ 6');
  await page.until(() => page.element.querySelectorAll('video').length === 2);
  expect(page.http.callsOf(listToolItems)[0]?.query).toMatchObject({ ids: `${idOf(1)},${idOf(2)}` });
  expect(page.text).toContain('码头.mp4');
  expect(page.text).toContain('素材已删除');
  await page.unmount();
});

test('the page leads with a plain verdict, and is amber where the limit was loosened by choice', async () => {
  const page = await openCertificate(answer(readMixCertificate, buildShown({ limit: { share: 1, loosenedFrom: 0 } })));
  await page.until(() => page.text.includes('最接近的两条共用 50 % 的画面'));
  const verdict = page.element.querySelector<HTMLElement>('.rp-certificate__state');
  expect(verdict?.dataset['state']).toBe('loosened');
  expect(verdict?.textContent).toContain('限度由您从 0 放宽到 1（共 2 个镜头）');
  await page.unmount();
});

test('how far loud and soft passages lie apart is said of all videos together', async () => {
  const outputs = buildShown().outputs.map((output, index) => ({ ...output, loudnessRange: 3.4 + 2 * index }));
  const page = await openCertificate(answer(readMixCertificate, buildShown({ outputs })));
  await page.until(() => page.text.includes('每条 −14 LUFS，范围 3 至 7 LU'));
  await page.unmount();
});

test('who has no pointer is told to press a cell, not to point at it', async () => {
  holdTouch();
  const page = await openCertificate(answer(readMixCertificate, buildShown()));
  await page.until(() => page.text.includes('点一下方格，看它是哪两条视频。'));
  await page.unmount();
});

test('the table says in words what the picture shows', async () => {
  const page = await openCertificate(answer(readMixCertificate, buildShown()));
  await page.until(() => page.element.querySelector('.rp-matrix__table tbody'));
  const rows = [...page.element.querySelectorAll('.rp-matrix__table tbody tr')].map(({ textContent }) => textContent);
  expect(rows[0]).toBe('港口-001.mp4港口-002.mp41 / 250 %');
  await page.unmount();
});

test('one video alone has nothing to compare', async () => {
  const alone = buildShown({ pairs: 0, worst: null, matrix: '', outputs: buildShown().outputs.slice(0, 1) });
  const page = await openCertificate(answer(readMixCertificate, alone));
  await page.until(() => page.text.includes('只有一条视频，无需比对'));
  expect(page.element.querySelector('canvas')).toBeNull();
  await page.unmount();
});

test('the arrow keys choose a pair and Enter opens it', async () => {
  const page = await openCertificate(answer(readMixCertificate, buildShown()));
  const map = await page.until(() => page.element.querySelector('canvas'));
  await page.press(map!, 'ArrowRight');
  await page.until(() => page.text.includes('港口-001.mp4 与 港口-002.mp4：共用 1 / 2 个镜头，50 % 的画面。'));
  await page.press(map!, 'ArrowRight');
  await page.press(map!, 'Enter');
  await page.until(() => page.text.includes('选中的一对'));
  await page.click(page.byRole('button', '回到最接近的一对'));
  await page.until(() => page.text.includes('最接近的一对'));
  await page.unmount();
});

test('it is saved for machines and as a page', async () => {
  const page = await openCertificate(
    answer(readMixCertificate, buildShown()),
    answer(readMixCertificatePage, { html: '<p></p>', name: '港口-certificate.html' }),
  );
  const saved: string[] = [];
  const { click } = HTMLAnchorElement.prototype;
  HTMLAnchorElement.prototype.click = function save() {
    saved.push(this.download);
  };
  await page.click(await page.until(() => page.byRole('button', 'JSON')));
  await page.click(page.byRole('button', '网页'));
  await page.until(() => saved.length === 2);
  expect(saved).toEqual(['港口-certificate.json', '港口-certificate.html']);
  HTMLAnchorElement.prototype.click = click;
  await page.unmount();
});
