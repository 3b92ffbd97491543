import { expect, test } from '@rstest/core';

import { listToolItems, readToolRun } from '#core/contract/tool-run-calls.ts';
import { answer } from '#core/web/testing/index.ts';
import { listMadeRuns, planPosts } from '#plugins/publishing/plan-calls.ts';
import { publishPosts } from '#plugins/publishing/post-calls.ts';
import { buildClip } from '#tests/browser/crop/crop-kit.ts';
import { buildItem, buildRun, idOf, itemPage, RUN } from '#tests/browser/runs/press-run.tsx';
import { composed, EXPIRED, lastPlanned, ONE, PATH, planned, TWO } from './compose-kit.ts';
import { buildPlanned, buildTakes, buildTask, channelsAnswer, open, TASK } from './publishing-kit.ts';

test('what is missing is said, one thing after the other', async () => {
  const page = await open('Compose', PATH, [channelsAnswer([ONE])]);
  await page.until(() => page.text.includes('先选择要发布的视频'));
  page.library.hand(buildClip(1));
  await page.click(page.byRole('button', '选择视频'));
  await page.until(() => page.text.includes('再选择发到哪些账号'));
  expect(page.http.callsOf(planPosts)).toEqual([]);
  await page.unmount();
});

test('videos are dealt out to a group as they are composed, and published as one task', async () => {
  const posts = [buildPlanned(1), buildPlanned(2, { channelId: TWO.id })];
  const page = await composed([planned(posts), answer(publishPosts, buildTask())]);
  await page.until(() => page.text.includes('用掉 2 条发布，剩余 340 条'));
  expect(document.querySelector('[aria-label="发到“账号-2”的样子"]')?.textContent).toContain('镜头-2');
  await page.fill(page.byRole('textbox', '话题'), '#新年 好物');
  await page.press(page.byRole('textbox', '话题'), 'Enter');
  await page.click(await page.until(() => page.byRole('button', '发布 2 条到 2 个账号')));
  await page.until(() => page.router.place.path === `/material/published-task-list/${TASK}`);
  const body = page.http.callsOf(publishPosts)[0]?.body;
  expect(body).toMatchObject({
    ...{ what: { materials: [idOf(1), idOf(2)] }, channels: [ONE.id, TWO.id], deal: 'once', when: { kind: 'now' } },
    ...{ titles: ['{name}'], texts: [], topics: ['新年', '好物'], spread: 0 },
  });
  await page.unmount();
});

test('posts take the free times of each account, which are told with the way to change them', async () => {
  const slots = { minutes: [0, 1, 2, 3, 4, 5, 6].map((day) => day * 1440 + 600), zone: 'Asia/Shanghai' };
  const page = await open('Compose', PATH, [
    channelsAnswer([ONE, { ...TWO, slots }]),
    planned([buildPlanned(1, { notes: ['同一账号前后 30 分钟内还有别的视频。'] })]),
  ]);
  page.library.hand(buildClip(1));
  await page.click(await page.until(() => page.byRole('button', '选择视频')));
  await page.click(await page.until(() => page.byRole('checkbox', '全选（2 个）')));
  await page.click(page.byRole('radio', '下一个空闲时段'));
  await page.until(() => page.text.includes('账号-2：每天 10:00 (Asia/Shanghai)'));
  expect(page.text).toContain('账号-1：还没设置，用每天 09:00、18:00');
  expect(page.byRole('link', '改时段：账号-1').getAttribute('href')).toContain(`?id=${ONE.id}`);
  await page.until(() => lastPlanned(page)?.when.kind === 'free');
  await page.until(() => page.text.includes('同一账号前后 30 分钟内还有别的视频。'));
  await page.unmount();
});

test('what a run of a tool has made is chosen by the run', async () => {
  const run = { id: RUN, name: '新品混剪', videos: 2, createdAt: '2027-01-04T01:00:00.000Z' };
  const page = await open('Compose', PATH, [
    answer(listMadeRuns, { runs: [run] }),
    channelsAnswer([ONE]),
    answer(readToolRun, buildRun({ name: '新品混剪' })),
    answer(listToolItems, itemPage([buildItem(1), buildItem(2)])),
  ]);
  await page.click(await page.until(() => page.byRole('button', '从制作结果选')));
  await page.click(await page.until(() => page.byRole('menuitem', /^新品混剪 · 2 个视频/)));
  await page.until(() => page.text.includes('2 个视频，来自“新品混剪”'));
  await page.unmount();
});

test('an account whose permission has ended cannot be chosen, and leads to where it is renewed', async () => {
  const page = await open('Compose', PATH, [channelsAnswer([EXPIRED])]);
  const link = await page.until(() => page.byRole('link', '重新授权“账号-3”'));
  expect(link.getAttribute('href')).toBe(`/monitor/authorizationList?id=${EXPIRED.id}`);
  expect((page.byRole('checkbox', /账号-3/) as HTMLInputElement).disabled).toBe(true);
  await page.unmount();
});

test('times of the week are sent as minutes, and a day is needed', async () => {
  const page = await composed([planned([buildPlanned(1)])]);
  await page.click(page.byRole('radio', /每周固定时段/));
  for (const day of ['周二', '周三', '周四', '周五', '周六', '周日']) await page.click(page.byRole('button', day));
  await page.until(() => page.http.callsOf(planPosts).length > 0 && page.http.underWay === 0);
  const last = () => page.http.callsOf(planPosts).at(-1)?.body as { when: { kind: string; minutes?: number[] } };
  await page.until(() => last().when.minutes?.length === 2);
  expect(last().when.minutes).toEqual([9 * 60, 18 * 60]);
  await page.click(page.byRole('button', '周一'));
  await page.until(() => page.text.includes('至少选一天'));
  await page.unmount();
});

test('who may see a post is chosen where an account offers more than one', async () => {
  const page = await composed([planned([buildPlanned(1)])]);
  await page.until(() => page.text.includes('公开'));
  expect(page.allByRole('combobox', /可见范围/)).toHaveLength(1);
  await page.unmount();
});

test('what a run has made is taken from the address', async () => {
  const calls = [
    answer(readToolRun, buildRun({ state: 'done' })),
    answer(listToolItems, itemPage([buildItem(1), buildItem(2, { state: 'failed' })])),
    planned([buildPlanned(1, { fileId: idOf(101) })]),
  ];
  const page = await open('Compose', `${PATH}?run=${RUN}`, [channelsAnswer([ONE]), ...calls]);
  await page.until(() => page.text.includes('1 个视频，来自“港口日落”'));
  await page.click(page.byRole('checkbox', /账号-1/));
  await page.until(() => page.http.callsOf(planPosts).length === 1);
  expect(page.http.callsOf(planPosts)[0]?.body).toMatchObject({ what: { runId: RUN } });
  await page.unmount();
});

test('a frame is chosen as the cover of a video, and an account that takes none says so', async () => {
  const posts = [buildPlanned(1), buildPlanned(2, { channelId: TWO.id })];
  const page = await composed([planned(posts)]);
  await page.until(() => page.http.callsOf(planPosts).length === 1);
  page.dialogs.script({ cover: { kind: 'frame', at: 1.5 }, picture: null, isForAll: true });
  await page.click(await page.until(() => page.byRole('button', '选封面（“镜头-1.mp4”）')));
  const covers = { [idOf(1)]: { kind: 'frame', at: 1.5 }, [idOf(2)]: { kind: 'frame', at: 1.5 } };
  await page.until(() => page.http.callsOf(planPosts).length === 2);
  expect(page.http.callsOf(planPosts)[1]?.body).toMatchObject({ covers });
  const card = (name: string) => document.querySelector(`[aria-label="发到“${name}”的样子"]`);
  await page.until(() => card('账号-2')?.textContent.includes('橱窗不接收封面'));
  expect(card('账号-1')?.querySelector('video')?.getAttribute('src')).toContain('#t=1.5');
  expect(card('账号-2')?.querySelector('video')).toBe(null);
  await page.unmount();
});

test('names are typed for each platform that has them, and one that is none says so', async () => {
  const rule = { pattern: '[a-z]{2,8}', example: 'quay', most: null, hasIds: false };
  const page = await composed([planned([buildPlanned(1)], 340, { [ONE.id]: buildTakes({ mentions: rule }) })]);
  const field = () => page.byRole('textbox', '在橱窗提及');
  await page.fill(await page.until(field), '@tea @Pier-1');
  await page.press(field(), 'Enter');
  await page.until(() => page.text.includes('“@Pier-1”不是这个平台的用户名'));
  await page.until(() => page.http.callsOf(planPosts).length === 2);
  const names = [
    { name: 'tea', id: null },
    { name: 'Pier-1', id: null },
  ];
  expect(page.http.callsOf(planPosts)[1]?.body).toMatchObject({ mentions: { [ONE.id]: names, [TWO.id]: names } });
  expect(document.querySelector('[aria-label="发到“账号-1”的样子"]')?.textContent).toContain('@tea @Pier-1');
  await page.unmount();
});

test('what an account has of its own is said, sent, and taken back', async () => {
  const page = await composed([planned([buildPlanned(1), buildPlanned(2, { channelId: TWO.id })])]);
  await page.until(() => page.byRole('combobox', '“账号-1”的可见范围'));
  const own = { titles: ['只给华南'], topics: ['茶'] };
  page.dialogs.script({ own, audience: 'SELF_ONLY', picture: null, isForPlatform: false });
  await page.click(await page.until(() => page.byRole('button', '单独设置“账号-1 · 橱窗”的内容')));
  await page.until(() => page.text.includes('不同：标题、话题、可见范围'));
  await page.until(() => page.http.callsOf(planPosts).length === 2);
  expect(page.http.callsOf(planPosts)[1]?.body).toMatchObject({
    ...{ own: { [ONE.id]: own }, audiences: { [ONE.id]: 'SELF_ONLY' } },
  });
  expect(document.querySelector('[aria-label="发到“账号-1”的样子"]')?.textContent).toContain('#茶');
  await page.click(page.byRole('button', '恢复“账号-1”，和大家一样'));
  await page.until(() => page.text.includes('所有账号用同样的内容'));
  await page.until(() => page.http.callsOf(planPosts).length === 3);
  expect(page.http.callsOf(planPosts)[2]?.body).toMatchObject({ own: {}, audiences: {} });
  await page.unmount();
});

test('a product is chosen, and each account says how it shows it', async () => {
  const posts = [buildPlanned(1), buildPlanned(2, { channelId: TWO.id })];
  const page = await composed([planned(posts, 340, { [TWO.id]: buildTakes({ products: null }) })]);
  await page.until(() => page.http.callsOf(planPosts).length === 1);
  const product = { id: idOf(77), name: '茉莉花茶', url: 'https://shop.example/tea', price: '¥12', picture: null };
  page.dialogs.script(product);
  await page.click(page.byRole('button', '选商品'));
  await page.until(() => page.http.callsOf(planPosts).length === 2);
  expect(page.http.callsOf(planPosts)[1]?.body).toMatchObject({ product: product.id });
  const card = (name: string) => document.querySelector(`[aria-label="发到“${name}”的样子"]`)?.textContent;
  await page.until(() => card('账号-2')?.includes('橱窗的视频不带商品链接'));
  expect(card('账号-1')).toContain('https://shop.example/tea');
  await page.click(page.byRole('button', '去掉商品“茉莉花茶”'));
  await page.until(() => page.http.callsOf(planPosts).length === 3);
  await page.unmount();
});
