import { expect, test } from '@rstest/core';

import {
  cancelToolRun,
  listToolItems,
  readToolPrice,
  readToolRun,
  startToolRun,
} from '#core/contract/tool-run-calls.ts';
import { toolRunEnded } from '#core/contract/tool-run-events.ts';
import { service } from '#core/web/service.ts';
import { STORAGE } from '#core/web/storage/storage.ts';
import { MemoryStorage } from '#core/web/testing/recorders.ts';
import { answer, type Answer, type MountOptions, type TestedPlugin } from '#core/web/testing/index.ts';
import { noteCopies, planPosts, type PlannedPost } from '#plugins/publishing/plan-calls.ts';
import { publishPosts } from '#plugins/publishing/post-calls.ts';
import { buildClip, crop } from '#tests/browser/crop/crop-kit.ts';
import { buildItem, buildRun, idOf, itemPage, RUN } from '#tests/browser/runs/press-run.tsx';
import { lastPlanned, PATH } from './compose-kit.ts';
import { buildChannel, buildPlanned, buildTask, channelsAnswer, open } from './publishing-kit.ts';

const [ONE, TWO] = [buildChannel(1), buildChannel(2)];
const LIMITS = { seconds: 60, bytes: 25_000_000, side: null, ratio: { least: 0.55, most: 0.575 } };
const OTHERS = { ...LIMITS, seconds: 90 };
const FIT = { limits: LIMITS, seconds: 59.9, width: 606, height: 1080, bytes: null };
const FAULT = '视频长 80 秒，平台要求 3 到 60 秒。请裁剪或换一个。';
const unfit = (number: number, overrides: Partial<PlannedPost> = {}) =>
  buildPlanned(number, { faults: [FAULT], fixes: ['video'], fit: FIT, ...overrides });
const making = (number: number, overrides: Partial<PlannedPost> = {}) =>
  unfit(number, { copy: { runId: RUN, state: 'making', error: null, made: null }, ...overrides });
const made = (number: number) => {
  const facts = { seconds: 59.9, width: 606, height: 1080, bytes: 12_300_000 };
  return buildPlanned(number, { copy: { runId: RUN, state: 'made', error: null, made: facts } });
};
const plan = (posts: PlannedPost[]): Answer =>
  answer(planPosts, {
    ...{ posts, cost: posts.length, available: 340, apart: [], quotas: [], gone: 0, audiences: {}, takes: {} },
  });
const free = answer(readToolPrice, { price: null, available: 0 });
const CALLS = [
  ...[free, answer(startToolRun, buildRun()), answer(noteCopies, {}), answer(readToolRun, buildRun())],
  answer(listToolItems, itemPage([buildItem(1, { state: 'planned', sources: [idOf(1)] })])),
];

/** The page with two clips and two accounts, and the plugin that cuts beside it. */
async function composed(plans: Answer[], calls: Answer[] = CALLS, partner: Partial<TestedPlugin> | null = {}) {
  const more: Partial<MountOptions> = { partners: partner === null ? [] : [{ ...crop, ...partner }] };
  const page = await open('Compose', PATH, [channelsAnswer([ONE, TWO]), ...plans, ...calls], more);
  page.library.hand(buildClip(1, { seconds: 80 }), buildClip(2, { seconds: 80 }));
  await page.click(await page.until(() => page.byRole('button', '选择视频')));
  await page.click(await page.until(() => page.byRole('checkbox', '全选（2 个）')));
  return page;
}

test('one press has a copy made that fits, says how far it is, and puts it in the video’s place once it is there', async () => {
  const page = await composed(
    [plan([unfit(1)]), plan([making(1)]), plan([made(1)])],
    [...CALLS, answer(publishPosts, buildTask())],
  );
  await page.until(() => page.text.includes('改好后：0:59.9，606×1080。'));
  await page.click(page.byRole('button', '把“镜头-1.mp4”自动改到合适'));
  await page.until(() => page.text.includes('正在做合适的副本：0%'));
  expect(page.http.callsOf(startToolRun)[0]?.body).toMatchObject({
    ...{ tool: 'crop.cut', inputs: [idOf(1)], settings: { fit: LIMITS }, name: '合适的副本：镜头-1' },
  });
  expect(page.http.callsOf(noteCopies)[0]?.body).toEqual({
    ...{ runId: RUN, copies: [{ fileId: idOf(1), channelId: ONE.id }] },
  });
  expect(page.byRole('progressbar', '“镜头-1.mp4”的合适副本')).toBeTruthy();
  expect(page.allByRole('button', '把“镜头-1.mp4”自动改到合适')).toEqual([]);
  page.events.send(toolRunEnded, { runId: RUN, tool: 'crop.cut', name: '', state: 'done', made: 1, failed: 0 });
  await page.until(() => page.text.includes('发合适的副本：0:59.9，606×1080，12.3 MB。'));
  expect(page.text).not.toContain(FAULT);
  await page.click(page.byRole('button', '发布 1 条到 1 个账号'));
  await page.until(() => page.http.callsOf(publishPosts).length === 1);
  expect(page.http.callsOf(publishPosts)[0]?.body).toMatchObject({
    copies: [{ fileId: idOf(1), channelId: ONE.id }],
  });
  await page.unmount();
});

test('a copy that is being made can be stopped', async () => {
  const calls = [...CALLS, answer(cancelToolRun, buildRun({ state: 'cancelled' }))];
  const page = await composed([plan([making(1)]), plan([unfit(1)])], calls);
  await page.click(await page.until(() => page.byRole('button', '不做了：镜头-1.mp4')));
  await page.until(() => page.byRole('button', '把“镜头-1.mp4”自动改到合适'));
  expect(page.http.callsOf(cancelToolRun)).toHaveLength(1);
  await page.unmount();
});

test('all that can be made to fit is made at once, one run for accounts that take the same', async () => {
  const other = { ...FIT, limits: OTHERS };
  const posts = [unfit(1), unfit(2), unfit(1, { channelId: TWO.id, fit: other })];
  const page = await composed([plan(posts)]);
  await page.until(() => page.text.includes('有 3 条可以自动改到各自账号的要求。'));
  await page.click(page.byRole('button', '全部自动改'));
  await page.until(() => page.http.callsOf(noteCopies).length === 2);
  const runs = page.http.callsOf(startToolRun).map(({ body }) => body as { inputs: string[]; settings: unknown });
  expect(runs.map(({ inputs, settings }) => [inputs, settings])).toEqual([
    [[idOf(1), idOf(2)], { fit: LIMITS }],
    [[idOf(1)], { fit: OTHERS }],
  ]);
  await page.unmount();
});

test('a member whose level does not include cutting is told so, and where it is off nobody is promised it', async () => {
  const locked = { name: 'locked', feature: null, unlockedBy: 'level2' } as const;
  const page = await composed([plan([unfit(1)])], CALLS, { state: locked });
  await page.click(await page.until(() => page.byRole('button', '升级后自动改')));
  expect(page.features.offered).toHaveLength(1);
  expect(page.http.callsOf(startToolRun)).toEqual([]);
  await page.unmount();

  const off = await composed([plan([unfit(1)])], CALLS, null);
  await off.until(() => off.text.includes('裁剪功能没有开启'));
  await off.unmount();
});

test('a reload finds what was composed again, with the copy that it waits for', async () => {
  const storage = new MemoryStorage();
  const services = [service(STORAGE, () => storage)];
  const clips = [buildClip(1, { seconds: 80 })];
  const opened = (posts: PlannedPost[]) =>
    open('Compose', PATH, [channelsAnswer([ONE, TWO]), plan(posts), ...CALLS], { partners: [crop], services, clips });
  const first = await opened([making(1)]);
  await first.click(await first.until(() => first.byRole('button', '选择视频')));
  await first.click(await first.until(() => first.byRole('checkbox', /账号-1/)));
  await first.fill(first.byRole('textbox', '标题'), '码头');
  await first.click(first.byRole('radio', /每周固定时段/));
  await first.click(first.byRole('button', '周日'));
  await first.until(() => JSON.stringify(storage.read(storage.keys()[0] ?? '') ?? '').includes('slots'));
  await first.until(() => {
    const when = lastPlanned(first)?.when;
    return when?.kind === 'slots' && when.minutes.length === 12;
  });
  await first.until(() => first.text.includes('正在做合适的副本'));
  await first.unmount();

  const again = await opened([made(1)]);
  await again.until(() => again.text.includes('发合适的副本'));
  const [before, after] = [first, again].map(lastPlanned);
  expect(after).toEqual(before);
  expect(after?.titles).toEqual(['码头']);
  again.http.script(answer(publishPosts, buildTask()));
  await again.click(again.byRole('button', '定时发布 1 条到 1 个账号'));
  await again.until(() => storage.keys().length === 0);
  await again.unmount();
});

test('what a run has made is made to fit by one press, and a second press begins nothing', async () => {
  const [first, second] = [1, 2].map((number) => ({ ...unfit(number), fileId: idOf(100 + number) }));
  const items = [1, 2].map((number) => buildItem(number, { sources: [] }));
  const [one, two] = items.map(({ files }) => files[0]?.id ?? '');
  const posts = [
    { ...first, fileId: one },
    { ...second, fileId: two },
  ] as PlannedPost[];
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  const slow = answer(readToolPrice, async () => {
    await held;
    return { price: null, available: 0 };
  });
  const calls = [slow, answer(startToolRun, buildRun()), answer(noteCopies, {}), answer(readToolRun, buildRun())];
  const page = await open(
    ...(['Compose', `${PATH}?run=${RUN}`] as const),
    [channelsAnswer([ONE]), plan(posts), ...calls, answer(listToolItems, itemPage(items))],
    { partners: [crop] },
  );
  await page.click(await page.until(() => page.byRole('checkbox', /账号-1/)));
  const all = await page.until(() => page.byRole('button', '全部自动改'));
  const single = page.byRole('button', '把“镜头-1.mp4”自动改到合适');
  for (const button of [all, all, single]) await page.click(button);
  go();
  await page.until(() => page.http.callsOf(noteCopies).length === 1 && page.http.underWay === 0);
  expect(page.http.callsOf(startToolRun).map(({ body }) => body)).toMatchObject([{ inputs: [one, two], once: true }]);
  expect(page.http.callsOf(noteCopies)[0]?.body).toMatchObject({
    copies: [one, two].map((fileId) => ({ fileId, channelId: ONE.id })),
  });
  await page.unmount();
});

test('a reload finds the picture of a cover again', async () => {
  const storage = new MemoryStorage();
  const picture = buildClip(9, {
    kind: 'image',
    name: '海报.png',
    thumbnail: 'https://files.test/poster.jpg',
    poster: null,
  });
  const options = { services: [service(STORAGE, () => storage)], clips: [buildClip(1), picture] };
  const first = await open('Compose', PATH, [channelsAnswer([ONE]), plan([buildPlanned(1)])], options);
  await first.click(await first.until(() => first.byRole('button', '选择视频')));
  await first.click(await first.until(() => first.byRole('checkbox', /账号-1/)));
  await first.until(() => storage.keys().length === 1);
  const [key = ''] = storage.keys();
  const kept = storage.read(key) as { wish: object };
  storage.write(key, { ...kept, wish: { ...kept.wish, covers: { [idOf(1)]: { kind: 'picture', id: picture.id } } } });
  await first.unmount();

  const again = await open('Compose', PATH, [channelsAnswer([ONE]), plan([buildPlanned(1)])], options);
  await again.until(() => lastPlanned(again)?.covers[idOf(1)] !== undefined);
  await again.click(again.byRole('button', /图片.*镜头-1\.mp4/));
  expect(again.dialogs.opened.at(-1)?.properties).toMatchObject({
    picture: { id: picture.id, name: '海报.png', url: 'https://files.test/poster.jpg' },
  });
  await again.unmount();
});
