import { expect, test } from '@rstest/core';

import { answer, refuse } from '#core/web/testing/index.ts';
import { planPosts } from '#plugins/publishing/plan-calls.ts';
import type { Product } from '#plugins/publishing/product-calls.ts';
import { publishPosts } from '#plugins/publishing/post-calls.ts';
import { buildClip } from '#tests/browser/crop/crop-kit.ts';
import { idOf } from '#tests/browser/runs/press-run.tsx';
import { composed, lastPlanned, ONE, PATH, planned, TWO } from './compose-kit.ts';
import { buildChannel, buildPlanned, buildTakes, channelsAnswer, open } from './publishing-kit.ts';

const TEA: Product = { id: idOf(7), name: '茉莉花茶', url: 'https://shop.example/tea', price: null, picture: null };

test('so many a day, and what accounts of a group have in common at most', async () => {
  const reached = { group: '华南', accounts: 2, most: 12, unknown: 1 };
  const page = await composed([planned([buildPlanned(1), buildPlanned(2)], 340, {}, [reached])]);
  await page.until(() => page.text.includes('华南：任意两个账号之间，最相似的两个视频重合画面约 12%。'));
  expect(page.text).toContain('有 1 个视频没有比对过，没有算进来。');
  await page.fill(page.byRole('spinbutton', '每个账号每天最多'), '3');
  await page.until(() => lastPlanned(page)?.perDay === 3);
  await page.until(() => page.byRole('button', '定时发布 2 条到 1 个账号'));
  await page.click(page.byRole('checkbox', '同组账号不发相似的视频'));
  await page.until(() => lastPlanned(page)?.apart === false);
  expect(page.text).not.toContain('重合画面');
  await page.click(page.byRole('radio', '每个视频发所有账号'));
  await page.until(() => !page.text.includes('同组账号不发相似的视频'));
  await page.unmount();
});

test('beside what does not fit stands what can be done about it', async () => {
  const at = (day: number) => `2027-01-0${day}T01:00:00.000Z`;
  const posts = [
    buildPlanned(1, { faults: ['标题有 300 个字。'], fixes: ['words'], at: at(4) }),
    buildPlanned(2, { faults: ['今天还能发 1 条。'], fixes: ['day'], at: at(4) }),
    buildPlanned(3, { channelId: TWO.id, faults: ['授权已经失效。'], fixes: ['authorise'] }),
  ];
  const page = await composed([planned(posts)]);
  await page.click(await page.until(() => page.byRole('button', '改文案：镜头-1.mp4')));
  expect(document.activeElement).toBe(page.byRole('textbox', '标题'));
  expect(page.byRole('link', '重新授权').getAttribute('href')).toContain(`?id=${TWO.id}`);
  expect(page.byRole('list', '全部发布').textContent).toContain(`${TWO.name} · ${TWO.service} · `);
  await page.click(page.byRole('button', '把“镜头-2.mp4”排到后面几天'));
  await page.until(() => lastPlanned(page)?.perDay === 1);
  await page.unmount();
});

test('a product that an account does not take is changed, left out there, or not sent there', async () => {
  const fault = '“茶”不是这个平台的商品。';
  const posts = [buildPlanned(1, { faults: [fault], fixes: ['product'] }), buildPlanned(2, { channelId: TWO.id })];
  const page = await composed([planned(posts)]);
  const change = await page.until(() => page.byRole('button', '给“镜头-1.mp4”换一个商品'));
  page.dialogs.script(TEA);
  await page.click(change);
  await page.until(() => lastPlanned(page)?.product === TEA.id);
  expect(page.allByRole('button', '去裁剪“镜头-1.mp4”')).toEqual([]);
  await page.click(page.byRole('button', `这个账号不带商品：${ONE.name}`));
  await page.until(() => lastPlanned(page)?.own[ONE.id]?.product === null);
  expect(page.text).toContain('不同：不带商品');
  await page.click(page.byRole('button', `恢复“${ONE.name}”，和大家一样`));
  await page.until(() => lastPlanned(page)?.own[ONE.id] === undefined);
  await page.click(page.byRole('button', `不发到这个账号：${ONE.name}`));
  await page.until(() => lastPlanned(page)?.channels.join() === TWO.id);
  // Of one account alone, it is all posts that have no product.
  await page.click(page.byRole('button', /^这个账号不带商品：/));
  await page.until(() => lastPlanned(page)?.product === null);
  await page.unmount();
});

test('a post that is too many for its day moves to an account with room, alone or with the others, and back', async () => {
  const day = '2027-01-04';
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const FREE = buildChannel(4);
  const elsewhere = { channelId: FREE.id, channel: FREE.name };
  const beyond = { faults: ['今天还能发 1 条。'], fixes: ['day' as const], elsewhere, day };
  const page = await open('Compose', PATH, [
    channelsAnswer([ONE, FREE]),
    planned(
      [buildPlanned(1, beyond), buildPlanned(2, beyond)],
      340,
      {},
      [],
      [{ channelId: ONE.id, channel: ONE.name, day, zone, planned: 3, most: 1, counts: 'left', state: 'over' }],
    ),
  ]);
  page.library.hand(buildClip(1), buildClip(2));
  await page.click(await page.until(() => page.byRole('button', '选择视频')));
  await page.click(await page.until(() => page.byRole('checkbox', /账号-1/)));
  await page.click(await page.until(() => page.byRole('button', '把“镜头-1.mp4”换到“账号-4”')));
  await page.until(() => lastPlanned(page)?.moves.length === 1);
  expect(lastPlanned(page)).toMatchObject({
    channels: [ONE.id],
    moves: [{ fileId: idOf(1), from: ONE.id, to: FREE.id }],
  });
  await page.until(() => page.text.includes('有 1 条换到了同平台的其他账号。'));
  await page.click(page.byRole('button', '把 2 条换到别的账号：“账号-1”放不下'));
  await page.until(() => lastPlanned(page)?.moves.length === 2);
  await page.click(page.byRole('button', '换回原来的账号'));
  await page.until(() => lastPlanned(page)?.moves.length === 0);
  await page.unmount();
});

test('days on which an account has as many posts as it takes are told in the plan', async () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const full = { channelId: ONE.id, channel: ONE.name, day: '2027-01-05', zone, planned: 15, most: 15 };
  const page = await composed([
    planned(
      [buildPlanned(1)],
      340,
      {},
      [],
      [
        { ...full, counts: 'day', state: 'full' },
        { ...full, day: '2027-01-04', zone: 'Pacific/Apia', planned: 4, most: 1, counts: 'left', state: 'over' },
      ],
    ),
  ]);
  const PART = 'section[aria-label="账号每天能发几条"]';
  await page.until(() => document.querySelector(PART));
  const [first, second] = [...document.querySelectorAll(`${PART} li`)].map((row) => row.textContent);
  expect(first).toContain('账号-1 · 橱窗 · 1月4日还排着 4 条，平台说今天还能发 1 条（Pacific/Apia）超出 3 条');
  expect(second).toContain('账号-1 · 橱窗 · 1月5日排了 15 条，一天最多 15 条已满');
  await page.unmount();
});

test('an attempt whose answer is lost is repeated under the same key, and another wish gets another', async () => {
  const lost = refuse(publishPosts, '没有回答', { kind: 'network', status: 0 });
  const page = await composed([planned([buildPlanned(1)]), lost]);
  const publish = () => page.until(() => page.byRole('button', '发布 1 条到 1 个账号'));
  for (const count of [1, 2]) {
    await page.click(await publish());
    await page.until(() => page.http.callsOf(publishPosts).length === count && page.http.underWay === 0);
  }
  await page.fill(page.byRole('textbox', '标题'), '第{index}条');
  await page.until(() => page.http.callsOf(planPosts).length === 2);
  await page.click(await publish());
  await page.until(() => page.http.callsOf(publishPosts).length === 3);
  const [first, second, third] = page.http.callsOf(publishPosts).map(({ body }) => (body as { key: string }).key);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  await page.unmount();
});

test('posts that may not go out say why, and are published only after a question', async () => {
  const fault = '视频长 80 秒，平台要求 3 到 60 秒。请裁剪或换一个。';
  const page = await composed([planned([buildPlanned(1), buildPlanned(2, { faults: [fault] })])]);
  page.dialogs.script(false);
  await page.until(() => page.text.includes(fault));
  await page.click(page.byRole('button', '发布 2 条到 1 个账号'));
  await page.until(() => page.dialogs.opened.length === 1);
  expect(page.http.callsOf(publishPosts)).toEqual([]);
  const list = page.byRole('list', '全部发布');
  await page.click(list.querySelector('button') as Element);
  await page.until(() => page.text.includes('1 个视频'));
  await page.unmount();
});

test('a plan that takes more than there is leads to where there is more', async () => {
  const page = await composed([planned([buildPlanned(1), buildPlanned(2)], 1)]);
  await page.until(() => page.text.includes('需要 2 条发布，只剩 1 条'));
  expect(page.byRole('link', '增加用量').getAttribute('href')).toBe('/recharge/number');
  expect((page.byRole('button', '发布 2 条到 1 个账号') as HTMLButtonElement).disabled).toBe(true);
  await page.unmount();
});

test('a membership without batches is offered one that has them', async () => {
  const page = await composed([planned([buildPlanned(1), buildPlanned(2)])], []);
  await page.until(() => page.text.includes('一次发布多条或定时发布从白银会员起可用'));
  // What it would be may be looked at.
  await page.until(() => page.text.includes('共 2 条'));
  await page.click(page.byRole('button', '发布 2 条到 1 个账号'));
  expect(page.features.offered).toEqual([15]);
  expect(page.http.callsOf(publishPosts)).toEqual([]);
  await page.unmount();
});

test('letters are counted as the account counts them', async () => {
  const takes = buildTakes({ titleLetters: null, textLetters: 5, counts: { by: 'weighted', link: 23 } });
  const page = await composed([planned([buildPlanned(1, { text: '码头茶' })], 340, { [ONE.id]: takes })]);
  const count = () => document.querySelector('.rp-post-card__count');
  await page.until(() => count()?.textContent === '文案 6/5');
  expect(count()?.getAttribute('data-over')).toBe('true');
  await page.unmount();
});

test('a post is drawn as its platform shows it, without a title where there is none', async () => {
  const platforms = ['tiktok', 'x', 'peertube'].map((platform, at) =>
    buildChannel(at + 1, { platform, service: platform }),
  );
  const takes = Object.fromEntries(platforms.map(({ id }) => [id, buildTakes({ titleLetters: null })]));
  const third = platforms[2]?.id ?? '';
  const posts = platforms.map(({ id }, at) => buildPlanned(1, { channelId: id, title: `标题-${at}` }));
  const plan = answer(planPosts, {
    ...{ posts, cost: 3, available: 9, audiences: {}, quotas: [], apart: [], gone: 0 },
    takes: { ...takes, [third]: buildTakes() },
  });
  const page = await open('Compose', PATH, [channelsAnswer(platforms), plan]);
  page.library.hand(buildClip(1));
  await page.click(await page.until(() => page.byRole('button', '选择视频')));
  await page.click(await page.until(() => page.byRole('checkbox', '全选（3 个）')));
  const cards = () => [...document.querySelectorAll<HTMLElement>('.rp-post-card')];
  await page.until(() => cards().length === 3);
  expect(cards().map(({ dataset }) => dataset['layout'])).toEqual(['screen', 'timeline', 'page']);
  const titles = cards().map((card) => card.querySelector('.rp-post-card__title')?.textContent ?? null);
  expect(titles).toEqual([null, null, '标题-2']);
  expect(page.text).toContain('tiktok的视频没有标题，只显示文案。');
  await page.unmount();
});
