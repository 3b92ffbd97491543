import { expect, test } from '@rstest/core';

import { readToolPrice } from '#core/contract/tool-run-calls.ts';
import { answer, partnerService } from '#core/web/testing/index.ts';
import { MATERIALS } from '#plugins/materials/api.ts';
import { createMixRun, measureMixProject, readMixProject } from '#plugins/mixing/calls.ts';

import { buildRun } from '../run/build-run.ts';
import { buildProject } from './build-project.ts';
import { buildMaterial, buildMeasured, buildRow, fakeLibrary } from './editor-kit.ts';
import { openEditor, SAVED } from './open-editor.ts';

test('what the project yields is said, with what would lift it', async () => {
  const page = await openEditor();
  await page.until(() => page.text.includes('任意两条最多共用 1 / 2 个镜头'));
  expect(page.text).toContain('给“a”再加 1 个素材，可从 4 条增至 6 条。');
  await page.click(page.byRole('button', /最多共用 0 \/ 2：2 条/));
  expect(page.text).toContain('任意两条最多共用 0 / 2 个镜头');
  await page.unmount();
});

test('while clips are prepared it is said that the number follows, and not that groups have no clips', async () => {
  const none = answer(measureMixProject, buildMeasured({ rows: [], level: null, shots: { a: 2, b: 0 } }));
  const preparing = partnerService(MATERIALS, () =>
    fakeLibrary({
      find: (ids) => Promise.resolve(new Map(ids.map((id) => [id, buildMaterial(id, { state: 'preparing' })]))),
    }),
  );
  const page = await openEditor([SAVED, none, none], [12], preparing);
  await page.until(() => page.text.includes('素材还在准备，准备好后这里会显示能做多少条不同的视频。'));
  await page.unmount();
});

test('before the first answer it is said that the number is worked out', async () => {
  const never = answer(measureMixProject, () => new Promise<never>(() => undefined));
  const page = await openEditor([SAVED, never]);
  await page.until(() => page.text.includes('正在计算能做多少条不同的视频…'));
  await page.unmount();
});

test('for fewer than were measured the least limit is known at once', async () => {
  const rows = [
    { share: 0, bound: 4, reachable: 4, atLeast: false },
    { share: 1, bound: 60, reachable: 60, atLeast: false },
  ];
  // What is measured later never comes.
  const page = await openEditor([SAVED, answer(measureMixProject, buildMeasured({ rows, level: 1 }))]);
  await page.until(() => page.text.includes('任意两条最多共用 1 / 2 个镜头'));
  await page.fill(page.byRole('spinbutton', '条数'), '4');
  await page.until(() => page.text.includes('任意两条最多共用 0 / 2 个镜头'));
  await page.unmount();
});

test('count and button say the same, and why there are fewer can be asked', async () => {
  const alike = [{ material: 'm1', like: 'm2' }];
  const rows = [
    { share: 0, bound: 4, reachable: 4, atLeast: false },
    { share: 1, bound: 60, reachable: 60, atLeast: false },
  ];
  const measured = buildMeasured({ rows, level: 1, alike });
  const page = await openEditor([SAVED, ...Array.from({ length: 8 }, () => answer(measureMixProject, measured))]);
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

test('what the project has made before is named as a reason for fewer', async () => {
  const rows = [{ share: 1, bound: 12, reachable: 2, atLeast: false }];
  const measured = buildMeasured({ rows, level: 1, made: 10 });
  const page = await openEditor([SAVED, ...Array.from({ length: 4 }, () => answer(measureMixProject, measured))]);
  await page.click((await page.until(() => page.byRole('button', '为什么不是 50 条？')))!);
  await page.until(() =>
    document.body.textContent.includes(
      '这个项目做过的 10 条也算在内：任意两条最多共用 1 / 2 个镜头时，还能再做 2 条。',
    ),
  );
  await page.unmount();
});

test('a number that may still fall is marked provisional and asked for again', async () => {
  const provisional = answer(measureMixProject, buildMeasured({ provisional: true }));
  const page = await openEditor([SAVED, provisional, provisional]);
  await page.until(() => page.text.includes('暂估：素材还在比对。'));
  await page.until(() => !page.text.includes('暂估'), 8000);
  await page.unmount();
});

test('where everything is made there is nothing to press', async () => {
  const rows = [{ share: 1, bound: 9, reachable: 0, atLeast: false }];
  const measured = answer(measureMixProject, buildMeasured({ rows, level: null, made: 9 }));
  const page = await openEditor([SAVED, measured, measured, measured]);
  const button = await page.until(() => page.byRole('button', '已做完 9 / 9 条：请添加素材'));
  expect((button as HTMLButtonElement).disabled).toBe(true);
  await page.unmount();
});

test('what making the videos uses stands beside the button, and is agreed to with it', async () => {
  const price = { unit: 'mixes', amount: 1, per: 'output' } as const;
  const rows = [{ share: 1, bound: 9, reachable: 9, atLeast: false }];
  const measured = answer(measureMixProject, buildMeasured({ rows, level: 1 }));
  const run = answer(createMixRun, buildRun({ state: 'planning' }));
  const calls = [SAVED, run, measured, measured, measured, answer(readToolPrice, { price, available: 340 })];
  const page = await openEditor(calls);
  await page.until(() => page.text.includes('用掉 9 条混剪，剩余 340 条'));
  await page.click(page.byRole('button', /^生成/));
  await page.until(() => page.http.callsOf(createMixRun).length === 1);
  expect(page.http.callsOf(createMixRun)[0]?.body).toMatchObject({ agreed: { unit: 'mixes', amount: 9 } });
  await page.unmount();
});

test('more than ten at once show what unlocks them', async () => {
  const page = await openEditor([SAVED], []);
  await page.click(page.byRole('button', '50'));
  await page.until(() => page.text.includes('一次超过 10 条'));
  await page.click(page.byRole('button', /^生成/));
  await page.until(() => page.features.offered.length === 1);
  expect(page.http.callsOf(createMixRun)).toEqual([]);
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
    const page = await openEditor([
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
  const page = await openEditor([
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

test('a group without a name that blocks is named by its number', async () => {
  const project = buildProject();
  const document = {
    ...project,
    groups: project.groups.map((group, at) => (at === 1 ? { ...group, name: '' } : group)),
  };
  const page = await openEditor([
    answer(readMixProject, buildRow(document)),
    answer(measureMixProject, buildMeasured({ shots: { a: 2, b: 0 } })),
    SAVED,
  ]);
  await page.until(() => page.text.includes('“2”里没有能用的素材'));
  await page.unmount();
});
