import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { ChannelService, Post, PublishTask } from '#plugins/publishing/calls.ts';
import { advancePost } from '#plugins/publishing/server/posts/advance-post.ts';
import { queueDue } from '#plugins/publishing/server/posts/queue-due.ts';

import { done, get, LINK, part, say, SHARED, WEEK, PhoneKit } from './phone-kit.ts';
import { testPhoneLinks } from './phone-links.ts';

const scope = lastFirst({ after });
let kit: PhoneKit;
before(async () => {
  kit = await PhoneKit.start(scope);
});
beforeEach(() => void (kit.later = 0));

describe('a post that is published by hand', () => {
  test('is moved to another time, and waits for that instead', async () => {
    const { ids, task } = await kit.handOver();
    const [id = ''] = ids;
    const at = new Date(Date.now() + 2 * 24 * 60 * 60_000).toISOString();
    const moved = await kit.call('PATCH', `posts/${id}`, { at });
    assert.deepEqual(
      [moved.status, (moved.envelope.data as Post).state, (moved.envelope.data as Post).at],
      [200, 'planned', at],
    );
    const url = await kit.linkTo('task', task.id);
    await done(new URL(`${url.pathname}/${id}${url.search}`, url));
    assert.equal((await kit.read(id)).state, 'planned', 'nobody publishes it meanwhile');
    await kit.call('POST', `tasks/${task.id}/cancel`);
  });

  test('says which store it names, since nobody else adds it there', async () => {
    const body = { poiId: '6601', name: '西湖 <1> 号店', address: '湖滨路 1 号', latitude: null, longitude: null };
    const { envelope } = await kit.server.call('POST', '/api/poi/places', { token: kit.member.token, body });
    const { ids, task } = await kit.handOver(1, kit.channel, { place: (envelope.data as { id: string }).id });
    const url = await kit.linkTo('post', ids[0] ?? '');
    assert.match(await (await get(url)).text(), /挂上门店[\s\S]*<textarea id="place"[^>]*>西湖 &lt;1(?:>|&gt;) 号店/);
    await kit.call('POST', `tasks/${task.id}/cancel`);
  });

  test('shows a long name of a store whole', async () => {
    const name = 'Harbour Tea Kowloon, Star Ferry Pier Concourse and Observation Deck';
    const body = { poiId: '6602', name, address: 'Salisbury Road', latitude: null, longitude: null };
    const { envelope } = await kit.server.call('POST', '/api/poi/places', { token: kit.member.token, body });
    const { ids, task } = await kit.handOver(1, kit.channel, { place: (envelope.data as { id: string }).id });
    const page = await (await get(await kit.linkTo('post', ids[0] ?? ''))).text();
    assert.match(page, /<textarea id="place" rows="2"/);
    await kit.call('POST', `tasks/${task.id}/cancel`);
  });

  test('waits for somebody, who sees what it takes in a page that is light and needs no script', async () => {
    const { ids, task } = await kit.handOver();
    const [id = ''] = ids;
    assert.equal(((await kit.call('GET', `tasks/${task.id}`)).envelope.data as PublishTask).handover, 1);
    const url = await kit.linkTo('post', id);
    assert.equal(url.pathname, `/douyinPublishH5/${id}`);
    const answer = await get(url);
    const page = await answer.text();
    assert.equal(answer.status, 200);
    assert.ok(Buffer.byteLength(page) < 60_000, `${Buffer.byteLength(page)} bytes`);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
    // Everything is within the page but what belongs to the post.
    assert.deepEqual(
      [...page.matchAll(/(?:src|href)="(\/(?!douyinPublishH5)[^"]*)"/g)].map(([, at]) => at),
      ['/favicon.svg'],
    );
    assert.match(page, /清晨 &lt;b>码头|清晨 &lt;b&gt;码头/);
    assert.match(page, /第一泡茶\n\n#港口/);
    assert.doesNotMatch(page, /openplatform|打开抖音<\/a>/, 'no button without keys');
    // Steps are counted by the page, so that one which a post does not have leaves no gap.
    assert.equal(page.match(/class="step"/g)?.length, 4);
    assert.doesNotMatch(page, /<h2>\d/);
    const [, script = ''] = /<script>(.*)<\/script>/s.exec(page) ?? [];
    assert.doesNotMatch(script, /=>|`|\b(?:let|const|class|async)\b|\?\.|\.\.\./, 'ECMAScript 5');
    assert.match(await (await get(url, { 'accept-language': 'en' })).text(), /Save the video/);
    assert.match(await (await get(part(url, '', { lang: 'en' }))).text(), /<html lang="en">/);
    assert.match(await (await get(url, { 'user-agent': 'Android MicroMessenger/8.0' })).text(), /在微信里不能保存视频/);
  });

  test('its video plays in ranges and is saved, as is its cover', async () => {
    const { ids } = await kit.handOver();
    const url = await kit.linkTo('post', ids[0] ?? '');
    const ranged = await get(part(url, '/video.mp4'), { range: 'bytes=0-9' });
    assert.deepEqual([ranged.status, (await ranged.arrayBuffer()).byteLength], [206, 10]);
    const saved = await get(part(url, '/video.mp4', { save: '1' }));
    assert.match(saved.headers.get('content-disposition') ?? '', /^attachment; .*clip-\d+\.mp4/);
    await saved.arrayBuffer();
    const cover = await get(part(url, '/cover.jpg'));
    assert.equal(cover.headers.get('content-type'), 'image/jpeg');
    assert.deepEqual([...new Uint8Array(await cover.arrayBuffer()).slice(0, 2)], [0xff, 0xd8]);
    assert.equal((await get(part(url, '/app'))).status, 503, 'nobody has filled in keys');
  });

  test('is published once with the link that was pasted, whoever says so and how often', async () => {
    const before = await kit.balance();
    const { ids } = await kit.handOver();
    const [id = ''] = ids;
    const url = await kit.linkTo('post', id);
    const both = await Promise.all([done(url, SHARED), done(url, 'https://v.douyin.com/another1/')]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [303, 303],
    );
    const { state, link } = await kit.read(id);
    assert.equal(state, 'published');
    assert.ok([LINK, 'https://v.douyin.com/another1/'].includes(link ?? ''));
    assert.equal((await done(url, 'https://v.douyin.com/thethird/')).status, 303);
    assert.equal((await say(url, { step: 'failed', reason: '太长' })).status, 303);
    assert.deepEqual([(await kit.read(id)).state, (await kit.read(id)).link], ['published', link]);
    assert.deepEqual(await kit.balance(), { ...before, available: before.available - 1 });
    assert.match(await (await get(url)).text(), /已经发布，谢谢/);
    assert.equal((await get(part(url, '/video.mp4'))).status, 410, 'what is done shows no video any more');
  });

  test('one that cannot be done says why, gives its publish back, and can be handed over again', async () => {
    const before = await kit.balance();
    const { ids, task } = await kit.handOver();
    const [id = ''] = ids;
    const url = await kit.linkTo('post', id);
    assert.equal((await say(url, { step: 'failed', reason: ' ' })).status, 422);
    assert.equal((await say(url, { step: 'failed', reason: '账号被限制' })).status, 303);
    const [failed] = await kit.postsOf(task.id);
    assert.deepEqual([failed?.state, failed?.cause?.next], ['failed', 'change']);
    assert.match(failed?.cause?.text ?? '', /账号被限制/);
    assert.deepEqual(await kit.balance(), before);
    assert.equal((await done(url)).status, 303, 'it is over');
    assert.equal((await kit.read(id)).state, 'failed');
    assert.equal((await kit.call('POST', `posts/${id}/retry`)).status, 200);
    await advancePost(kit.own)(kit.runOf({ postId: id, round: 2 }));
    assert.equal((await kit.read(id)).state, 'handover');
    assert.equal((await kit.call('POST', `posts/${id}/cancel`)).status, 200);
    assert.deepEqual(await kit.balance(), before);
  });

  test('one that its owner holds back is no next one, but what is out already can be told', async () => {
    const { ids, task } = await kit.handOver();
    const url = await kit.linkTo('post', ids[0] ?? '');
    const queue = await kit.linkTo('task', task.id);
    await kit.call('POST', `tasks/${task.id}/pause`);
    assert.match(await (await get(url)).text(), /暂停了这个任务/);
    assert.match(await (await get(queue)).text(), /没有等待发布的视频了/);
    kit.later = 60 * 60_000;
    await kit.call('POST', `tasks/${task.id}/resume`);
    kit.later = WEEK + 1000;
    await queueDue(kit.own)(kit.runOf({}));
    assert.equal((await kit.read(ids[0] ?? '')).state, 'handover', 'its time begins anew');
    kit.later = 0;
    assert.equal((await done(url)).status, 303);
    assert.equal((await kit.read(ids[0] ?? '')).state, 'published');
  });

  test('one that nobody publishes ends at its deadline with a cause', async () => {
    const { ids } = await kit.handOver();
    kit.later = WEEK + 1000;
    await queueDue(kit.own)(kit.runOf({}));
    const { state, cause } = await kit.read(ids[0] ?? '');
    assert.deepEqual([state, cause?.code, cause?.next], ['failed', 'publishing:cause.waited', 'retry']);
    assert.equal((await kit.balance()).held, 0, 'nothing is held for it any more');
  });
});

test('accounts are added by name, and by hand only where nothing goes out by itself', async () => {
  assert.deepEqual([kit.channel.name, kit.channel.platform, kit.channel.isByHand], ['港口茶铺', 'douyin', true]);
  assert.equal((await kit.addAccount('channels.phone-douyin', ' 港口茶铺 ')).id, kit.channel.id);
  const { services } = (await kit.call('GET', 'channel-services')).envelope.data as { services: ChannelService[] };
  assert.deepEqual(services.map(({ platform }) => platform).toSorted(), ['douyin', 'wechat-channels']);
});

// By subject, on the same server.
testPhoneLinks(() => kit);
