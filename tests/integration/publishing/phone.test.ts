import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';

import { eq } from 'drizzle-orm';

import type { JobRun } from '#core/server/services/jobs/jobs.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import { defineServer } from '#core/server/plugins/server-plugin.ts';
import type { fetchGuarded } from '#core/server/services/outbound/fetch-guarded.ts';
import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { createPhoneChannel } from '#plugins/channels/server/phone/phone-channel.ts';
import { PHONE_PLATFORMS } from '#plugins/channels/server/phone/phone-platforms.ts';
import { startOutsidePages } from '#tests/fixtures/channels/outside-pages.ts';
import { discoverPlugins, type DiscoveredPlugin } from '#host/server/discover-plugins.ts';
import type { Channel, ChannelService, PhoneLink, Post, PublishTask } from '#plugins/publishing/calls.ts';
import { advancePost } from '#plugins/publishing/server/posts/advance-post.ts';
import { queueDue } from '#plugins/publishing/server/posts/queue-due.ts';
import { readFigures } from '#plugins/publishing/server/posts/read-figures.ts';
import { publishingPosts } from '#plugins/publishing/server/tables.ts';
import { drawOnce } from '#tests/draw-once.ts';
import { startTestServer, type TestServer } from '#tests/integration/http/test-server.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';

const scope = lastFirst({ after });
const LINK = 'https://v.douyin.com/iRNBho5m/';
const SHARED = `7.43 复制打开抖音，看看【港口】 ${LINK} 03/12 a@b.cd`;
let server: TestServer;
let pages: Awaited<ReturnType<typeof startOutsidePages>>;
let member: { token: string; accountId: string };
let channel: Channel;
let folder: string;
/** So many milliseconds later it is for the server. */
let later = 0;
const WEEK = 7 * 24 * 60 * 60_000;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reelport-phone-'));
  scope.after(() => rm(folder, { recursive: true, force: true }));
  const clock = { now: () => new Date(Date.now() + later) };
  pages = await startOutsidePages(scope);
  const discovered = [...(await discoverPlugins()), askedPlatform(pages.outside)];
  server = await startTestServer(scope, { discovered, clock, sharedRenders: true });
  await choose();
  // Tests ask nobody on the internet.
  for (const id of ADAPTERS) {
    await own().providers.admin.writeSettings('channels', id, { asksLinks: false }, 'test');
  }
  member = await server.signIn({ level: 'level2' });
  await own().ledger.issue(own().db, {
    ...{ accountId: member.accountId, unit: 'publishes', amount: 100, kind: 'grant', key: randomUUID(), facts: {} },
  });
  channel = await addAccount('channels.phone-douyin', '港口茶铺');
});
beforeEach(() => void (later = 0));

const ADAPTERS = ['channels.phone-douyin', 'channels.phone-wechat-channels'];
const choose = (...more: string[]) =>
  own().settings.set(choiceSetting('channels'), { adapters: [...ADAPTERS, ...more], orEmbedded: false }, 'test');

/** Douyin by phone, whose links are asked about at pages of a test. */
function askedPlatform(outside: typeof fetchGuarded): DiscoveredPlugin {
  const manifest = definePlugin({
    ...{ id: 'wharf', version: '1.0.0', title: 'core:plugins', gate: { login: true, roles: [12], feature: null } },
  });
  const adapter = { kind: 'channels', id: 'wharf.phone', title: 'core:plugins', embedded: true } as const;
  const platform = PHONE_PLATFORMS.find(({ id }) => id === 'douyin') ?? assert.fail();
  const open = () => createPhoneChannel(platform, null, outside);
  return {
    manifest,
    calls: {},
    server: defineServer({ manifest, providers: () => [defineProvider({ ...adapter, open })] }),
  };
}

const own = () => server.composed.ctx;
const call = async (method: string, path: string, body?: unknown, token = member.token) =>
  server.call(method, `/api/publishing/${path}`, { token, ...(body === undefined ? {} : { body }) });
const balance = () => own().ledger.balance(own().db, member.accountId, 'publishes');

async function addAccount(adapter: string, name: string): Promise<Channel> {
  const { envelope } = await call('POST', 'connections', { adapter, answers: { name } });
  return (envelope.data as { channel: Channel }).channel;
}

let clips = 0;
async function clip(): Promise<string> {
  const drawn = join(folder, 'drawn.mp4');
  if (clips === 0) {
    drawOnce(drawn, ['-f', 'lavfi', '-i', 'testsrc2=s=90x160:r=10:d=4', '-c:v', 'libx264', '-pix_fmt', 'yuv420p']);
  }
  clips += 1;
  const path = join(folder, `clip-${clips}.mp4`);
  const box = Buffer.from('....free....');
  box.writeUInt32BE(box.length);
  box.writeUInt32BE(clips, 8);
  writeFileSync(path, Buffer.concat([readFileSync(drawn), box]));
  const { accountId } = member;
  const name = basename(path);
  const file = await own().files.addLocal(own().db, accountId, path, { name, type: 'video/mp4' });
  return own().db.transaction((tx) => libraryOf(own()).adopt(tx, accountId, { id: file.id, name }, { kind: 'video' }));
}

const runOf = (payload: unknown): JobRun =>
  ({
    payload,
    signal: new AbortController().signal,
    progress: () => undefined,
    complete: async (work) => (await own().db.transaction(async (tx) => await work?.(tx)), true),
  }) as Partial<JobRun> as JobRun;

const postsOf = async (taskId: string) =>
  ((await call('GET', `posts?task=${taskId}`)).envelope.data as { items: Post[] }).items;
const read = async (id: string) => {
  const [row] = await own().db.orm.select().from(publishingPosts).where(eq(publishingPosts.id, id));
  return row ?? assert.fail('it is there');
};

/** A task whose posts wait for somebody with a phone. */
async function handOver(count = 1, to = channel): Promise<{ task: PublishTask; ids: string[] }> {
  const materials = [];
  for (let at = 0; at < count; at += 1) materials.push(await clip());
  const words = { titles: ['清晨 <b>码头</b>'], texts: ['第一泡茶'], topics: ['港口'] };
  const body = { key: randomUUID(), name: 'Spring', what: { materials }, channels: [to.id], when: { kind: 'now' } };
  const { envelope } = await call('POST', 'tasks', { ...body, ...words });
  const task = envelope.data as PublishTask;
  const ids = (await postsOf(task.id)).map(({ id }) => id);
  for (const id of ids) {
    await advancePost(own())(runOf({ postId: id, round: 1 }));
    assert.equal((await read(id)).state, 'handover');
  }
  return { task, ids };
}

async function linkTo(kind: 'post' | 'task' | 'channel', id: string, isNew = false): Promise<URL> {
  const { status, envelope } = await call('POST', 'phone-links', { kind, id, isNew });
  assert.equal(status, 200, JSON.stringify(envelope));
  return new URL((envelope.data as PhoneLink).url);
}

/** As a phone asks that nobody is logged in on. */
const get = (url: URL | string, headers: Record<string, string> = {}) =>
  fetch(url, { redirect: 'manual', headers: { 'accept-language': 'zh-CN', ...headers } });
function part(url: URL, path: string, more: Record<string, string> = {}): URL {
  const found = new URL(url);
  found.pathname += path;
  for (const [name, value] of Object.entries(more)) found.searchParams.set(name, value);
  return found;
}
const say = (url: URL, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
/** No two posts have one link. */
let given = 0;
const done = (url: URL, link = SHARED.replace('iRNBho5m', `given${(given += 1)}`)) => say(url, { step: 'done', link });

describe('a post that is published by hand', () => {
  test('is moved to another time, and waits for that instead', async () => {
    const { ids, task } = await handOver();
    const [id = ''] = ids;
    const at = new Date(Date.now() + 2 * 24 * 60 * 60_000).toISOString();
    const moved = await call('PATCH', `posts/${id}`, { at });
    assert.deepEqual(
      [moved.status, (moved.envelope.data as Post).state, (moved.envelope.data as Post).at],
      [200, 'planned', at],
    );
    const url = await linkTo('task', task.id);
    await done(new URL(`${url.pathname}/${id}${url.search}`, url));
    assert.equal((await read(id)).state, 'planned', 'nobody publishes it meanwhile');
    await call('POST', `tasks/${task.id}/cancel`);
  });

  test('waits for somebody, who sees what it takes in a page that is light and needs no script', async () => {
    const { ids, task } = await handOver();
    const [id = ''] = ids;
    assert.equal(((await call('GET', `tasks/${task.id}`)).envelope.data as PublishTask).handover, 1);
    const url = await linkTo('post', id);
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
    const [, script = ''] = /<script>(.*)<\/script>/s.exec(page) ?? [];
    assert.doesNotMatch(script, /=>|`|\b(?:let|const|class|async)\b|\?\.|\.\.\./, 'ECMAScript 5');
    assert.match(await (await get(url, { 'accept-language': 'en' })).text(), /Save the video/);
    assert.match(await (await get(part(url, '', { lang: 'en' }))).text(), /<html lang="en">/);
    assert.match(await (await get(url, { 'user-agent': 'Android MicroMessenger/8.0' })).text(), /在微信里不能保存视频/);
  });

  test('its video plays in ranges and is saved, as is its cover', async () => {
    const { ids } = await handOver();
    const url = await linkTo('post', ids[0] ?? '');
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
    const before = await balance();
    const { ids } = await handOver();
    const [id = ''] = ids;
    const url = await linkTo('post', id);
    const both = await Promise.all([done(url, SHARED), done(url, 'https://v.douyin.com/another1/')]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [303, 303],
    );
    const { state, link } = await read(id);
    assert.equal(state, 'published');
    assert.ok([LINK, 'https://v.douyin.com/another1/'].includes(link ?? ''));
    assert.equal((await done(url, 'https://v.douyin.com/thethird/')).status, 303);
    assert.equal((await say(url, { step: 'failed', reason: '太长' })).status, 303);
    assert.deepEqual([(await read(id)).state, (await read(id)).link], ['published', link]);
    assert.deepEqual(await balance(), { ...before, available: before.available - 1 });
    assert.match(await (await get(url)).text(), /已经发布，谢谢/);
    assert.equal((await get(part(url, '/video.mp4'))).status, 410, 'what is done shows no video any more');
  });

  test('a link of another host, or none, is refused in words, and what was typed stays', async () => {
    const { ids } = await handOver();
    const [id = ''] = ids;
    const url = await linkTo('post', id);
    for (const wrong of [
      'https://v.douyin.com.evil.example/iRNBho5m/',
      'https://evil.example/?v.douyin.com/iRNBho5m/',
      'https://xhslink.com/a/abcdef',
      'https://www.douyin.com/user/abc',
      'javascript:alert(1)',
      '',
    ]) {
      const answer = await done(url, wrong);
      const page = await answer.text();
      assert.equal(answer.status, 422, wrong);
      assert.match(page, /role="alert"/);
      if (wrong !== '') assert.ok(page.includes(wrong), wrong);
    }
    assert.equal((await read(id)).state, 'handover');
    assert.equal((await done(url, 'https://www.douyin.com/video/7412345678901234567')).status, 303);
    assert.equal((await read(id)).link, 'https://www.douyin.com/video/7412345678901234567');
  });

  test('says whether its platform has confirmed the link, and takes none that is of another post', async () => {
    await choose('wharf.phone');
    const asked = await addAccount('wharf.phone', '问得到的账号');
    const { task, ids } = await handOver(3, asked);
    const [first, second, third] = await Promise.all(ids.map((id) => linkTo('post', id)));
    assert.ok(first && second && third);
    const VIDEO = '7412345678901234999';
    pages.leads('v.douyin.com/oneshort/', `https://www.douyin.com/video/${VIDEO}`);
    pages.leads('v.douyin.com/twoshort/', `https://www.iesdouyin.com/share/video/${VIDEO}/`);
    assert.equal((await done(first, 'https://v.douyin.com/oneshort/')).status, 303);
    for (const given of ['oneshort', 'oneshort/', 'twoshort/']) {
      const answer = await done(second, `https://v.douyin.com/${given}`);
      assert.equal(answer.status, 422, given);
      assert.match(await answer.text(), /已经用在另一条视频上了/);
    }
    assert.equal((await done(second, `https://www.douyin.com/video/${VIDEO}`)).status, 422, 'nor by its full link');
    // The platform is away, which holds nobody up.
    pages.says('v.douyin.com/awayaway/', 503);
    const both = await Promise.all([second, third].map((page) => done(page, 'https://v.douyin.com/awayaway/')));
    assert.deepEqual(both.map(({ status }) => status).sort(), [303, 422], 'one of two at once');
    const told = new Map((await postsOf(task.id)).map(({ id, linkProof }) => [id, linkProof]));
    assert.deepEqual(
      [told.get(ids[0] ?? ''), [...told.values()].sort()],
      ['platform', ['platform', 'shape', null].sort()],
    );
    for (const page of [second, third]) assert.equal((await done(page)).status, 303);
    await choose();
    // Its posts have ids, and nothing tells their figures now, which keeps nobody else's from being read.
    await readFigures(own())(runOf({}));
  });

  test('takes a link that somebody gave for another post when it is sent once more, and says so', async () => {
    const { task, ids } = await handOver(3);
    const [first, second, third] = await Promise.all(ids.map((id) => linkTo('post', id)));
    assert.ok(first && second && third);
    const link = 'https://v.douyin.com/strayed/';
    assert.equal((await done(first, link)).status, 303);
    const again = `${link}?from=app`;
    const refused = await done(second, again);
    assert.equal(refused.status, 422, 'what an app adds is no other post');
    assert.ok((await refused.text()).includes(`name="again" value="${again}"`));
    const other = { step: 'done', link, again: 'https://v.douyin.com/notthis1/' };
    assert.equal((await say(second, other)).status, 422, 'they were not told of this one');
    assert.equal((await say(second, { step: 'done', link: again, again })).status, 303);
    const told = new Map((await postsOf(task.id)).map(({ id, linkProof }) => [id, linkProof]));
    assert.deepEqual(
      ids.map((id) => told.get(id)),
      ['shape', 'twice', null],
    );
    // As one that the platform has published itself.
    await own()
      .db.orm.update(publishingPosts)
      .set({ linkProof: null })
      .where(eq(publishingPosts.id, ids[0] ?? ''));
    assert.equal((await say(third, { step: 'done', link, again: link })).status, 422);
    assert.equal((await done(third)).status, 303);
  });

  test('one that cannot be done says why, gives its publish back, and can be handed over again', async () => {
    const before = await balance();
    const { ids, task } = await handOver();
    const [id = ''] = ids;
    const url = await linkTo('post', id);
    assert.equal((await say(url, { step: 'failed', reason: ' ' })).status, 422);
    assert.equal((await say(url, { step: 'failed', reason: '账号被限制' })).status, 303);
    const [failed] = await postsOf(task.id);
    assert.deepEqual([failed?.state, failed?.cause?.next], ['failed', 'change']);
    assert.match(failed?.cause?.text ?? '', /账号被限制/);
    assert.deepEqual(await balance(), before);
    assert.equal((await done(url)).status, 303, 'it is over');
    assert.equal((await read(id)).state, 'failed');
    assert.equal((await call('POST', `posts/${id}/retry`)).status, 200);
    await advancePost(own())(runOf({ postId: id, round: 2 }));
    assert.equal((await read(id)).state, 'handover');
    assert.equal((await call('POST', `posts/${id}/cancel`)).status, 200);
    assert.deepEqual(await balance(), before);
  });

  test('one that its owner holds back is no next one, but what is out already can be told', async () => {
    const { ids, task } = await handOver();
    const url = await linkTo('post', ids[0] ?? '');
    const queue = await linkTo('task', task.id);
    await call('POST', `tasks/${task.id}/pause`);
    assert.match(await (await get(url)).text(), /暂停了这个任务/);
    assert.match(await (await get(queue)).text(), /没有等待发布的视频了/);
    later = 60 * 60_000;
    await call('POST', `tasks/${task.id}/resume`);
    later = WEEK + 1000;
    await queueDue(own())(runOf({}));
    assert.equal((await read(ids[0] ?? '')).state, 'handover', 'its time begins anew');
    later = 0;
    assert.equal((await done(url)).status, 303);
    assert.equal((await read(ids[0] ?? '')).state, 'published');
  });

  test('one that nobody publishes ends at its deadline with a cause', async () => {
    const { ids } = await handOver();
    later = WEEK + 1000;
    await queueDue(own())(runOf({}));
    const { state, cause } = await read(ids[0] ?? '');
    assert.deepEqual([state, cause?.code, cause?.next], ['failed', 'publishing:cause.waited', 'retry']);
    assert.equal((await balance()).held, 0, 'nothing is held for it any more');
  });

  test('where posts have no links that everybody can copy, none is asked for', async () => {
    const other = await addAccount('channels.phone-wechat-channels', '港口视频号');
    const { ids } = await handOver(1, other);
    const url = await linkTo('post', ids[0] ?? '');
    assert.equal((await done(url, LINK)).status, 422);
    assert.equal((await done(url, '')).status, 303);
    assert.deepEqual([(await read(ids[0] ?? '')).state, (await read(ids[0] ?? '')).link], ['published', null]);
    // Where all posts have one path, two of them are not the same.
    const { ids: more } = await handOver(2, other);
    for (const [at, id] of more.entries()) {
      const link = `https://channels.weixin.qq.com/web/pages/feed?eid=export-${at}`;
      assert.equal((await done(await linkTo('post', id), link)).status, 303, link);
    }
  });
});

describe('a link', () => {
  test('ends with its time, with a new one, and is good for nothing else', async () => {
    const { ids, task } = await handOver(2);
    const [first = '', second = ''] = ids;
    const url = await linkTo('post', first);
    assert.equal((await linkTo('post', first)).href, url.href, 'the same until it ends');
    const status = async (changed: URL) => (await get(changed)).status;
    const tampered = new URL(url);
    const key = url.searchParams.get('key') ?? '';
    tampered.searchParams.set('key', `${key.slice(0, -1)}${key.endsWith('_') ? '-' : '_'}`);
    const ofOther = new URL(url);
    ofOther.pathname = `/douyinPublishH5/${second}`;
    const besides = part(ofOther, '', { of: first });
    const without = new URL(url.pathname, url);
    const queue = new URL(`/douyinPublishH5-temp/${task.id}${url.search}`, url);
    for (const wrong of [tampered, ofOther, besides, without, queue, part(besides, '/video.mp4')]) {
      assert.equal(await status(wrong), 404, wrong.href);
    }
    assert.equal((await done(besides)).status, 404);
    assert.equal((await read(second)).state, 'handover');
    const fresh = await linkTo('post', first, true);
    assert.deepEqual([await status(url), await status(fresh)], [404, 200]);
    later = WEEK + 1000;
    assert.deepEqual([await status(fresh), await status(part(fresh, '/video.mp4'))], [410, 410]);
    assert.equal((await done(fresh)).status, 410);
    assert.equal((await read(first)).state, 'handover');
  });

  test('is made by the owner alone', async () => {
    const { ids, task } = await handOver();
    const other = await server.signIn({ level: 'level2' });
    for (const [kind, id] of [
      ['post', ids[0]],
      ['task', task.id],
      ['channel', channel.id],
    ]) {
      assert.equal((await call('POST', 'phone-links', { kind, id }, other.token)).status, 404, kind);
    }
  });

  test('to a task leads from one post to the next, and to an account through all that wait there', async () => {
    const { ids, task } = await handOver(2);
    const url = await linkTo('task', task.id);
    assert.equal(url.pathname, `/douyinPublishH5-temp/${task.id}`);
    const video = async () => {
      const page = await (await get(url)).text();
      const [, src = ''] = / src="([^"]*video\.mp4[^"]*)"/.exec(page) ?? [];
      return new URL(src.replaceAll('&amp;', '&'), url);
    };
    const shown = [];
    for (let at = 0; at < 2; at += 1) {
      const address = await video();
      assert.equal((await get(address)).status, 200);
      const page = new URL(address);
      page.pathname = page.pathname.replace('/video.mp4', '');
      shown.push(page.pathname.split('/').at(-1));
      const { status, headers } = await done(page);
      assert.equal(status, 303);
      assert.match(headers.get('location') ?? '', new RegExp(`^${url.pathname}\\?.*said=done.*#top$`));
    }
    assert.deepEqual(shown.toSorted(), ids.toSorted());
    assert.match(await (await get(url)).text(), /没有等待发布的视频了/);
    const { ids: more } = await handOver();
    const account = await linkTo('channel', channel.id);
    const page = await (await get(account)).text();
    assert.ok(page.includes(more[0] ?? '-'), 'another task of the same account');
  });
});

test('accounts are added by name, and by hand only where nothing goes out by itself', async () => {
  assert.deepEqual([channel.name, channel.platform, channel.isByHand], ['港口茶铺', 'douyin', true]);
  assert.equal((await addAccount('channels.phone-douyin', ' 港口茶铺 ')).id, channel.id);
  const { services } = (await call('GET', 'channel-services')).envelope.data as { services: ChannelService[] };
  assert.deepEqual(services.map(({ platform }) => platform).toSorted(), ['douyin', 'wechat-channels']);
});
