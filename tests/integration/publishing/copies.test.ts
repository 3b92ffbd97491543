import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { sql } from 'drizzle-orm';

import type { CallData } from '#core/contract/call.ts';
import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import type { ChannelRules } from '#core/server/services/providers/channels.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';
import { compose } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import type { planPosts, PlannedPost } from '#plugins/publishing/plan-calls.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';
import { ffmpeg } from '#tests/tools/awkward-clips.ts';
import { until } from '#tests/until.ts';
import { PublishingKit } from './publishing-kit.ts';

/** What is said of something that has to be there. */
const known = <T>(value: T | null | undefined): T => value ?? assert.fail('it is told');

/** A member, a platform that takes no more than a second and a half of upright video, and a worker. */
async function startKit(outer: TestScope) {
  const scope = lastFirst(outer);
  const kit = await PublishingKit.start(scope);
  const { rules } = kit.platform;
  kit.platform.rules = { ...rules, seconds: { least: 0.5, most: 1.5 }, ratio: { least: 0.55, most: 0.575 } };
  kit.platform.rules.side = { least: 120, most: 4000 };
  const env = { DATA_DIR: kit.server.dataDir, DATABASE_URL: kit.own.db.connectionString, WORKER_SLOTS: '2' };
  const plugins = [...(await discoverPlugins()), kit.platform.plugin];
  const worker = await compose(readConfiguration(env), 'worker', { concurrency: 2, plugins, log: testLog });
  scope.after(() => worker.close());
  const { accountId, token } = kit.member;
  return Object.assign(kit, {
    /** A video of the library that was looked at. */
    async readyClip(path?: string, type = 'video/mp4'): Promise<string> {
      const id = await (path === undefined ? kit.clip() : kit.adopt(path, type));
      const state = async () => (await libraryOf(kit.own).find(accountId, [id])).get(id)?.state;
      await until(async () => (await state()) === 'ready', 'the library knows the video');
      return id;
    },
    plan(materials: string[]): Promise<PlannedPost[]> {
      return this.planOf({ materials });
    },
    async planOf(what: { materials: string[] } | { runId: string }): Promise<PlannedPost[]> {
      const wish = { what, channels: [kit.channel.id], when: { kind: 'now' } };
      const { status, envelope } = await kit.call('POST', 'plans', wish);
      assert.equal(status, 200, JSON.stringify(envelope));
      return (envelope.data as CallData<typeof planPosts>).posts;
    },
    async cut(inputs: string[], fit: unknown): Promise<ToolRun> {
      const body = { tool: 'crop.cut', name: 'Copies', inputs, settings: { fit } };
      const { status, envelope } = await kit.server.call('POST', '/api/tool-runs', { token, body });
      assert.equal(status, 200, JSON.stringify(envelope));
      return envelope.data as ToolRun;
    },
    note: (runId: string, files: string[], as = token) => {
      const copies = files.map((fileId) => ({ fileId, channelId: kit.channel.id }));
      return kit.call('POST', 'copies', { runId, copies }, as);
    },
  });
}

test('a copy that fits is made of a video that does not, takes its place by itself, and goes out once', async (t) => {
  const kit = await startKit(t);
  const video = await kit.readyClip();
  const [post] = await kit.plan([video]);
  const fit = known(post?.fit);
  assert.deepEqual([post?.faults.length, post?.copy, fit.limits.seconds], [3, null, 1.5]);
  assert.deepEqual([fit.width, fit.height, fit.bytes], [120, 212, null]);

  const run = await kit.cut([video], fit.limits);
  assert.equal((await kit.note(run.id, [video])).status, 200);
  let [now] = await kit.plan([video]);
  assert.equal(now?.copy?.runId, run.id);
  await until(async () => ([now] = await kit.plan([video]))[0]?.copy?.state === 'made', 'the copy is made');
  assert.deepEqual([now?.faults, now?.fit, now?.fileId], [[], null, video]);
  const made = known(now?.copy?.made);
  assert.deepEqual([made.width, made.height], [fit.width, fit.height]);
  assert.ok(made.seconds <= 1.5 && made.seconds > 1.3);

  const copies = [{ fileId: video, channelId: kit.channel.id }];
  const { task } = await kit.publish([video], { copies, covers: { [video]: { kind: 'frame', at: 1.9 } } });
  const posts = () => kit.postsOf(task);
  await until(async () => (await posts())[0]?.state === 'published', 'it is out');
  const [out] = await posts();
  assert.notEqual(out?.fileId, video);
  assert.equal(out?.name, post?.name, 'it is called as the video');
  assert.deepEqual(
    kit.platform.posts.map(({ bytes }) => bytes),
    [made.bytes],
  );
  assert.match((await kit.plan([video]))[0]?.faults[0] ?? '', /already|已经/);
  for (const again of [{ copies }, {}]) assert.equal((await kit.publish([video], again)).status, 409);
});

test('what a run has made is made to fit as well, once however often that is asked for', async (t) => {
  const kit = await startKit(t);
  const video = await kit.readyClip();
  const { token } = kit.member;
  const made = await kit.cut([video], null);
  const stateOf = async ({ id }: ToolRun) =>
    ((await kit.server.call('GET', `/api/tool-runs/${id}`, { token })).envelope.data as ToolRun).state;
  await until(async () => (await stateOf(made)) === 'done', 'the run is done');
  const what = { runId: made.id };
  const [post] = await kit.planOf(what);
  const fit = known(post?.fit);
  assert.deepEqual([post?.faults.length, fit.limits.seconds, fit.width, fit.height], [3, 1.5, 120, 212]);
  assert.notEqual(post?.fileId, video);

  const own = known(post).fileId;
  const body = { tool: 'crop.cut', name: 'Copies', inputs: [own], settings: { fit: fit.limits }, once: true };
  const start = (more = {}) => kit.server.call('POST', '/api/tool-runs', { token, body: { ...body, ...more } });
  const presses = await Promise.all([start(), start(), start()]);
  const ids = new Set(presses.map(({ envelope }) => (envelope.data as ToolRun).id));
  assert.equal(ids.size, 1, 'three presses, one run');
  const [runId = ''] = ids;
  const other = await start({ settings: { fit: { ...fit.limits, seconds: 1.4 } } });
  assert.ok(!ids.has((other.envelope.data as ToolRun).id), 'other limits are another run');

  assert.equal((await kit.note(runId, [own])).status, 200);
  await until(async () => (await kit.planOf(what))[0]?.copy?.state === 'made', 'the copy is made');
  const [now] = await kit.planOf(what);
  assert.deepEqual([now?.faults, now?.fit, now?.fileId], [[], null, own]);
  const again = await start();
  assert.ok(!ids.has((again.envelope.data as ToolRun).id), 'what has ended is made anew when that is asked for');

  const copies = [{ fileId: own, channelId: kit.channel.id }];
  const { task } = await kit.publish([], { what, copies });
  await until(async () => (await kit.postsOf(task))[0]?.state === 'published', 'it is out');
  assert.deepEqual(
    kit.platform.posts.map(({ bytes }) => bytes),
    [known(now?.copy?.made).bytes],
  );
  const stranger = await kit.server.signIn({ level: 'level2' });
  const theirs = await kit.server.call('POST', '/api/tool-runs', { token: stranger.token, body });
  assert.deepEqual([theirs.status, theirs.failure.error], [422, 'core:tool-run.input-missing']);
});

test('what is not made says why, may be asked for again, and nobody’s run or video counts for somebody else', async (t) => {
  const kit = await startKit(t);
  const [video, other] = [await kit.readyClip(), await kit.readyClip()];
  const [post] = await kit.plan([video]);
  const fit = known(post?.fit);
  const failing = await kit.cut([video], { bytes: 3000 });
  assert.equal((await kit.note(failing.id, [video])).status, 200);
  await until(async () => (await kit.plan([video]))[0]?.copy?.state === 'failed', 'it is said');
  const [failed] = await kit.plan([video]);
  assert.ok(failed?.faults.includes(known(failed.copy?.error)));
  assert.deepEqual(failed?.fit, fit);
  const copies = [{ fileId: video, channelId: kit.channel.id }];
  const refused = await kit.publish([video], { copies });
  assert.deepEqual([refused.status, refused.failure.error], [409, 'publishing:copy.gone']);

  assert.equal((await kit.note(failing.id, [other])).status, 422);
  const stranger = await kit.server.signIn({ level: 'level2' });
  assert.equal((await kit.note(failing.id, [video], stranger.token)).status, 404);

  const again = await kit.cut([video], fit.limits);
  assert.equal((await kit.note(again.id, [video])).status, 200);
  await until(async () => (await kit.plan([video]))[0]?.copy?.state === 'made', 'the latest counts');

  const stopped = await kit.cut([other], fit.limits);
  await kit.server.call('POST', `/api/tool-runs/${stopped.id}/cancel`, { token: kit.member.token });
  await kit.note(stopped.id, [other]);
  const [unmade] = await kit.plan([other]);
  assert.notEqual(unmade?.copy?.state, 'making', 'a run that was stopped is as good as none');
});

test('a file that an account does not take becomes one that it takes, and is found out before it goes out at the latest', async (t) => {
  const kit = await startKit(t);
  const rules: ChannelRules = { ...kit.platform.rules, seconds: { least: 0.5, most: 60 }, ratio: null, side: null };
  kit.platform.rules = { ...rules, containers: ['video/mp4'], codecs: { pictures: ['h264'], sound: ['aac'] } };
  const path = join(kit.server.dataDir, 'filmed.mov');
  const sound = ['-f', 'lavfi', '-i', 'sine=f=440:d=2', '-c:a', 'pcm_s16le'];
  ffmpeg('ffmpeg', [
    ...['-y', '-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=2', ...sound],
    ...['-c:v', 'mpeg4', '-f', 'mov', path],
  ]);
  const video = await kit.readyClip(path, 'video/quicktime');
  const [post] = await kit.plan([video]);
  assert.equal(post?.faults.length, 3, JSON.stringify(post?.faults));
  const fit = known(post.fit);
  const run = await kit.cut([video], fit.limits);
  await kit.note(run.id, [video]);
  let [now] = await kit.plan([video]);
  await until(async () => ([now] = await kit.plan([video]))[0]?.copy?.state === 'made', 'the copy is made');
  assert.deepEqual(now?.faults, []);
  assert.ok(Math.abs(known(now?.copy?.made).seconds - 2) < 0.2, 'all of it is kept');

  // What the library looked at before codecs were kept is looked at again when it is about to go out.
  const old = await kit.readyClip();
  await kit.own.db.orm.execute(sql`update materials_items set codecs = null where id = ${old}`);
  kit.platform.rules = { ...rules, codecs: { pictures: ['vp9'] } };
  assert.deepEqual((await kit.plan([old]))[0]?.faults, []);
  const { task } = await kit.publish([old]);
  await until(async () => (await kit.postsOf(task))[0]?.state === 'failed', 'it is refused');
  const [failed] = await kit.postsOf(task);
  assert.match(failed?.cause?.text ?? '', /VP9/);
  assert.deepEqual(kit.platform.posts, []);

  // A turned one is measured as it is seen: this one is upright.
  const turned = join(kit.server.dataDir, 'turned.mp4');
  ffmpeg('ffmpeg', ['-y', '-v', 'error', '-i', kit.drawn(), '-c', 'copy', '-metadata:s:v:0', 'rotate=90', turned]);
  const phone = await kit.readyClip(turned);
  await kit.own.db.orm.execute(sql`update materials_items set codecs = null where id = ${phone}`);
  kit.platform.rules = { ...rules, ratio: { least: 0.55, most: 0.575 }, codecs: { pictures: ['h264'] } };
  const upright = (await kit.publish([phone])).task;
  await until(async () => (await kit.postsOf(upright))[0]?.state === 'published', 'it goes out');
});
