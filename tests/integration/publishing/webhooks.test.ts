import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';

import { eq } from 'drizzle-orm';

import { coreAudit } from '#core/server/ground/audit/tables.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { JobRun } from '#core/server/services/jobs/jobs.ts';
import type { ServiceCall } from '#core/server/services/providers/service-call.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import type { Channel, ChannelChoice, Post, PublishTask } from '#plugins/publishing/calls.ts';
import { watchChannels } from '#plugins/publishing/server/channels/watch-channels.ts';
import { sweepNews, takeNews } from '#plugins/publishing/server/news/take-news.ts';
import { advancePost } from '#plugins/publishing/server/posts/advance-post.ts';
import { ADVANCE_POST } from '#plugins/publishing/server/posts/publish-posts.ts';
import { publishingChannels, publishingNews, publishingPosts } from '#plugins/publishing/server/tables.ts';
import { drawOnce } from '#tests/draw-once.ts';
import { startFacebook } from '#tests/fixtures/channels/facebook-simulator.ts';
import { startMeta } from '#tests/fixtures/channels/meta-simulator.ts';
import { startTiktok } from '#tests/fixtures/channels/tiktok-simulator.ts';
import { agreeAt } from '#tests/integration/channels/channel-case.ts';
import { startTestServer, type TestServer } from '#tests/integration/http/test-server.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';

const [TIKTOK, INSTAGRAM, FACEBOOK] = ['channels.tiktok', 'channels.instagram', 'channels.facebook'];

const scope = lastFirst({ after });
let server: TestServer;
let tiktok: Awaited<ReturnType<typeof startTiktok>>;
let meta: Awaited<ReturnType<typeof startMeta>>;
let facebook: Awaited<ReturnType<typeof startFacebook>>;
let member: { token: string; accountId: string };
let channel: Channel;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelport-webhooks-'));
  scope.after(() => rm(folder, { recursive: true, force: true }));
  [tiktok, meta, facebook] = [await startTiktok(scope), await startMeta(scope), await startFacebook(scope)];
  server = await startTestServer(scope, { discovered: await discoverPlugins() });
  const { admin } = own().providers;
  const at = (path: string) => tiktok.platform.address + path;
  const keys = {
    clientKey: 'client',
    clientSecret: 'client-secret',
    page: at('/v2/auth/authorize/'),
    endpoint: at(''),
  };
  await admin.writeSettings('channels', TIKTOK, keys, 'test');
  const { address } = meta.platform;
  const app = { appId: 'app', appSecret: 'app-secret', verifyToken: 'harbour' };
  const addresses = { page: address, endpoint: address, uploadAddress: address };
  await admin.writeSettings('channels', INSTAGRAM, { ...app, ...addresses }, 'test');
  const pages = { page: facebook.platform.address, endpoint: facebook.platform.address };
  await admin.writeSettings('channels', FACEBOOK, { ...app, ...pages }, 'test');
  const adapters = [TIKTOK, INSTAGRAM, FACEBOOK, 'channels.mastodon'];
  await admin.choose('channels', { adapters, orEmbedded: false }, 'test');
  member = await server.signIn({ level: 'level2' });
  await own().ledger.issue(own().db, {
    ...{ accountId: member.accountId, unit: 'publishes', amount: 20, kind: 'grant', key: randomUUID(), facts: {} },
  });
  channel = await connect(TIKTOK);
});
// What one test sends is not counted against the next one.
beforeEach(() => own().db.pool.query(`delete from core_limits where key like 'publishing:%'`));

const own = (): ServerContext => server.composed.ctx;
const call = async (method: string, path: string, body?: unknown) =>
  server.call(method, `/api/publishing/${path}`, { token: member.token, ...(body === undefined ? {} : { body }) });

async function connect(adapter: string): Promise<Channel> {
  const begun = await call('POST', 'connections', { adapter });
  const query = new URLSearchParams(await agreeAt((begun.envelope.data as { url: string }).url));
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
  const address = `${server.address}/api/publishing/connections/return?${query.toString()}`;
  const back = await fetch(address, { redirect: 'manual', headers: { cookie } });
  const to = new URL(back.headers.get('location') ?? '', server.address);
  const choice = to.searchParams.get('choose');
  if (choice === null) assert.ok(to.searchParams.has('connected'), to.href);
  else {
    const { accounts } = (await call('GET', `choices/${choice}`)).envelope.data as ChannelChoice;
    await call('POST', `choices/${choice}`, { owners: accounts.map(({ id }) => id) });
  }
  return (await channels()).find((one) => one.adapter === adapter) ?? assert.fail('it is listed');
}

async function channels(): Promise<Channel[]> {
  return ((await call('GET', 'channels')).envelope.data as { channels: Channel[] }).channels;
}
const stateOf = async (id: string) => (await channels()).find((one) => one.id === id)?.state;

let clips = 0;
/** A post that TikTok has taken and has not published yet. @returns its id and TikTok's name of it */
async function underWay(): Promise<{ id: string; remote: string }> {
  clips += 1;
  const path = join(folder, `clip-${clips}.mp4`);
  const look = ['-f', 'lavfi', '-i', 'testsrc2=s=360x640:r=10:d=2', '-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
  drawOnce(path, look);
  // An empty box, of another length each time.
  await appendFile(path, Buffer.concat([Buffer.from([0, 0, 0, 8 + clips]), Buffer.from('free'), Buffer.alloc(clips)]));
  const { accountId } = member;
  const name = `clip-${clips}.mp4`;
  const stored = await own().files.addLocal(own().db, accountId, path, { name, type: 'video/mp4' });
  const material = await own().db.transaction((tx) =>
    libraryOf(own()).adopt(tx, accountId, { id: stored.id, name }, { kind: 'video' }),
  );
  const wish = { what: { materials: [material] }, channels: [channel.id], when: { kind: 'now' } };
  const made = await call('POST', 'tasks', { key: randomUUID(), name: 'Spring', ...wish });
  assert.equal(made.status, 200, JSON.stringify(made.envelope));
  const task = made.envelope.data as PublishTask;
  const { items } = (await call('GET', `posts?task=${task.id}`)).envelope.data as { items: Post[] };
  const id = items[0]?.id ?? assert.fail('it is planned');
  await run(id);
  const row = await rowOf(id);
  assert.equal(row.state, 'processing', JSON.stringify(row.cause));
  return { id, remote: row.remote ?? '' };
}

async function rowOf(id: string) {
  const [row] = await own().db.orm.select().from(publishingPosts).where(eq(publishingPosts.id, id));
  return row ?? assert.fail('it is there');
}

/** Does what a worker does with the newest job of a post. */
async function run(postId: string, round?: number): Promise<void> {
  const job = {
    payload: { postId, round: round ?? (await rowOf(postId)).round },
    signal: new AbortController().signal,
    progress: () => undefined,
    complete: async (work) => (await own().db.transaction(async (tx) => await work?.(tx)), true),
  } as Partial<JobRun> as JobRun;
  await advancePost(own())(job);
}

/** The rounds, after one, that jobs of a post are for which begin within a few seconds, sooner than any other look. */
async function soon(postId: string, after: number): Promise<number[]> {
  const { rows } = await own().db.pool.query<{ round: number }>(
    `select (t.payload->>'round')::int as round from core_tasks t join pgboss.job q on q.id = t.queue_id
      where t.job = $1 and t.payload->>'postId' = $2 and q.start_after between now() - interval '1 second'
      and now() + interval '5 seconds' order by 1`,
    [ADVANCE_POST, postId],
  );
  return rows.map(({ round }) => round).filter((round) => round > after);
}

async function tell(service: string, { method, query, headers, body }: ServiceCall) {
  const url = new URL(`/anon/publishing/news/${service}`, server.address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const sent = method === 'GET' ? {} : { body, headers: { 'content-type': 'application/json', ...headers } };
  const answer = await fetch(url, { method, ...sent });
  return { status: answer.status, text: await answer.text() };
}
const audited = async (action: string) =>
  (await own().db.orm.select().from(coreAudit).where(eq(coreAudit.action, action))).length;

test('a post that is being processed is published as soon as the platform tells, without waiting for the next look', async () => {
  const { id, remote } = await underWay();
  const { round } = await rowOf(id);
  tiktok.settle();
  const told = await tell(TIKTOK, tiktok.news('post.publish.publicly_available', { publish_id: remote }));
  assert.deepEqual(told, { status: 200, text: '' });
  assert.equal((await rowOf(id)).state, 'processing', 'news by themselves publish nothing');
  assert.deepEqual(await soon(id, round), [round + 1]);
  await run(id);
  const post = await rowOf(id);
  assert.match(post.link ?? '', /^https:\/\/www\.tiktok\.com\/@quay\/video\/7\d+$/);
  assert.equal(post.state, 'published');
  await run(id, round);
  assert.equal((await rowOf(id)).publishedAt?.getTime(), post.publishedAt?.getTime(), 'the earlier look has no say');
});

test('news in the wrong order, or of what is not so, set no state: the platform is asked', async () => {
  const { id, remote } = await underWay();
  await tell(TIKTOK, tiktok.news('post.publish.complete', { publish_id: remote }));
  await run(id);
  assert.equal((await rowOf(id)).state, 'processing', 'it is not public yet');
  tiktok.settle();
  await tell(TIKTOK, tiktok.news('post.publish.failed', { publish_id: remote, reason: 'spam_risk_text' }));
  await run(id);
  assert.equal((await rowOf(id)).state, 'published');
  const { round } = await rowOf(id);
  for (const event of ['post.publish.failed', 'post.publish.no_longer_publicaly_available']) {
    assert.equal((await tell(TIKTOK, tiktok.news(event, { publish_id: remote, n: 2 }))).status, 200);
  }
  const late = await rowOf(id);
  assert.deepEqual([late.state, late.round], ['published', round], 'what is published is not looked at again');
});

test('news that come twice, or at the same moment, count once and are forgotten after a while', async () => {
  const { id, remote } = await underWay();
  const { round } = await rowOf(id);
  const news = tiktok.news('post.publish.complete', { publish_id: remote });
  const answers = await Promise.all([1, 2, 3].map(() => tell(TIKTOK, news)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  await run(id);
  await tell(TIKTOK, news);
  assert.equal((await rowOf(id)).round, round + 1, 'a replay has nothing looked at');
  const days = (count: number) => ({ now: () => new Date(Date.now() + count * 24 * 60 * 60_000) });
  assert.equal(await sweepNews({ db: own().db, clock: days(6) }), 0);
  assert.ok((await sweepNews({ db: own().db, clock: days(8) })) > 0);
  assert.deepEqual(await own().db.orm.select().from(publishingNews), []);
});

test('a wrong signature is refused and written down, and whoever goes on is not looked at any more', async () => {
  const { id, remote } = await underWay();
  const { round } = await rowOf(id);
  const wrong = () => tell(TIKTOK, tiktok.news('post.publish.complete', { publish_id: remote }, { secret: 'guess' }));
  assert.deepEqual(await wrong(), { status: 401, text: 'refused' });
  assert.equal((await tell(INSTAGRAM, meta.removal('person-5', { secret: 'guess' }))).status, 401);
  assert.equal((await rowOf(id)).round, round);
  const before = await audited('channel.news-refused');
  assert.ok(before > 0);
  const statuses = new Set<number>();
  for (let at = 0; at < 40; at += 1) statuses.add((await wrong()).status);
  assert.deepEqual([...statuses], [401, 429]);
  assert.ok((await audited('channel.news-refused')) <= before + 5, 'a flood does not fill the log');
});

test('many news of one post have it looked at once, and too many at a time are put off', async () => {
  const { id, remote } = await underWay();
  const { round } = await rowOf(id);
  const many = ['complete', 'failed', 'publicly_available', 'publicaly_available', 'no_longer_publicly_available'];
  for (const event of many) await tell(TIKTOK, tiktok.news(`post.publish.${event}`, { publish_id: remote }));
  assert.deepEqual([(await rowOf(id)).round, await soon(id, round)], [round + 1, [round + 1]]);
  const news = tiktok.news('post.publish.complete', { publish_id: remote });
  await own().db.pool.query(
    `insert into core_limits (key, count, expires_at) values ($1, 600, now() + interval '1 minute')
      on conflict (key) do update set count = 600`,
    [`publishing:news:${TIKTOK}`],
  );
  assert.equal((await tell(TIKTOK, news)).status, 429);
  const large = { ...news, body: Buffer.alloc(300 * 1024, 'a') };
  assert.equal((await tell(TIKTOK, large)).status, 422, 'nothing so large is read');
});

test('news of an account that nobody here has connected are taken, written down and change nothing', async () => {
  const before = await audited('channel.news-unknown');
  const stranger = tiktok.news('authorization.removed', { reason: 1 });
  const body = Buffer.from(stranger.body.toString().replace('open-42', 'open-43'));
  assert.equal((await tell(TIKTOK, { ...stranger, body })).status, 401, 'its signature is of something else');
  assert.equal((await tell(INSTAGRAM, meta.removal('person-9'))).status, 200);
  assert.equal(await audited('channel.news-unknown'), before + 1);
  assert.equal(await stateOf(channel.id), 'normal');
  assert.equal((await tell('channels.mastodon', stranger)).status, 404, 'a platform that tells nothing by itself');
  assert.equal((await tell('channels.youtube', stranger)).status, 503, 'one that is not in use');
});

test('an account that was taken back is marked at once, unless its owner has agreed again since', async () => {
  const reel = await connect(INSTAGRAM);
  const before = await audited('channel.expired');
  const [{ connectedAt } = assert.fail()] = await own()
    .db.orm.select()
    .from(publishingChannels)
    .where(eq(publishingChannels.id, reel.id));
  const late = meta.removal('person-5', { at: new Date(connectedAt.getTime() - 60_000) });
  assert.equal((await tell(INSTAGRAM, late)).status, 200);
  assert.equal(await stateOf(reel.id), 'normal', 'what was sent before they agreed comes late');
  await tell(INSTAGRAM, meta.removal('person-5', { at: new Date(connectedAt.getTime() + 60_000) }));
  assert.equal(await stateOf(reel.id), 'expired');
  assert.equal(await stateOf(channel.id), 'normal', 'others stay as they are');
  assert.equal(await audited('channel.expired'), before + 1);
});

test('Pages that were chosen together are connected together, and end together', async () => {
  await connect(FACEBOOK);
  const pages = async () => (await channels()).filter(({ adapter }) => adapter === FACEBOOK);
  assert.deepEqual(
    (await pages()).map(({ name, state }) => [name, state]),
    [
      ['Pier', 'normal'],
      ['Quay', 'normal'],
    ],
  );
  await tell(FACEBOOK, facebook.removal('person-5', { at: new Date(Date.now() + 60_000) }));
  assert.deepEqual(
    (await pages()).map(({ state }) => state),
    ['expired', 'expired'],
  );
});

test('a platform that asks whether the address is the right one is answered what it wants to read', async () => {
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'harbour', 'hub.challenge': '1158201444' };
  const asked = { method: 'GET', query, headers: {}, body: Buffer.alloc(0) } as const;
  assert.deepEqual(await tell(INSTAGRAM, asked), { status: 200, text: '1158201444' });
  const guess = { ...asked, query: { ...query, 'hub.verify_token': 'guess' } };
  assert.deepEqual(await tell(INSTAGRAM, guess), { status: 403, text: 'refused' });
});

test('where a platform does not say when an account was taken back, the account is asked about', async () => {
  const news = { owner: 'open-42', post: null, state: { state: 'unauthorised' }, at: null } as const;
  const watch = () => watchChannels(own())({ signal: new AbortController().signal } as JobRun);
  await takeNews(own(), TIKTOK, { ...news, id: 'late' });
  await watch();
  assert.equal(await stateOf(channel.id), 'normal', 'its owner has agreed again since');
  tiktok.grants.revoke();
  await watch();
  assert.equal(await stateOf(channel.id), 'normal', 'it was asked about just now');
  await takeNews(own(), TIKTOK, { ...news, id: 'true' });
  await watch();
  assert.equal(await stateOf(channel.id), 'expired');
  const { rows } = await own().db.pool.query(`select 1 from core_tasks where job = 'publishing.watch'`);
  assert.equal(rows.length, 2);
});
