import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { JobRun } from '#core/server/services/jobs/jobs.ts';
import { buildSession } from '#core/server/testing/build-account.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { PUBLISHING_FIGURES, type FiguresQuery } from '#plugins/publishing/server/api.ts';
import { readFigures } from '#plugins/publishing/server/posts/read-figures.ts';

import { PublishingKit } from './publishing-kit.ts';

const DAY = 24 * 60 * 60_000;
const scope = lastFirst({ after });
let kit: PublishingKit;
before(async () => {
  kit = await PublishingKit.start(scope);
});

const read = () => readFigures(kit.ctx)({ signal: new AbortController().signal } as JobRun);

test('what posts gain is offered by day, account and platform, along with those of sub-accounts', async () => {
  const { own, platform } = kit;
  const figures = own.use(PUBLISHING_FIGURES) ?? assert.fail('it is offered');
  const { accountId } = kit.member;
  const account = await own.accounts.create(own.db, { name: 'sub', parentId: accountId });
  const sub = { accountId: account.id, token: (await buildSession(own.db, { account })).token };
  await kit.give(5, sub);
  await kit.call('PUT', `channels/${kit.channel.id}/users`, { users: [sub.accountId] });
  // Noon of tomorrow in China: what is planned now is due then, and some hours later it is the same day there.
  kit.now = new Date(Date.now() + DAY);
  kit.now.setUTCHours(4, 0, 0, 0);
  const dayIn = (days: number): string => new Date(kit.now.getTime() + days * DAY).toISOString().slice(0, 10);
  const [earlier, today, tomorrow] = [dayIn(-9), dayIn(0), dayIn(1)];
  const publish = async (caller: { token: string; accountId: string }) => {
    const { task } = await kit.publish([await kit.clip(caller)], {}, [kit.channel.id], caller.token);
    const [post] = await kit.postsOf(task, caller.token);
    await kit.advance(post?.id ?? '');
  };
  await publish(kit.member);
  await publish(sub);
  platform.views = 100;
  await read();
  kit.pass(3 * 60);
  platform.views = 130;
  await read();
  kit.pass(24 * 60);
  platform.views = 125;
  await read();

  const query: FiguresQuery = { accountId, from: earlier, to: tomorrow, zone: 'Asia/Shanghai' };
  const common = { channelId: kit.channel.id, platform: 'quay', comments: 0, shares: 0 };
  const mine = [
    { ...common, accountId, day: today, posts: 1, views: 130, likes: 1 },
    { ...common, accountId, day: tomorrow, posts: 0, views: -5, likes: 0 },
  ];
  assert.deepEqual(await figures.daily(query), mine);
  const all = await figures.daily({ ...query, withSubAccounts: true });
  assert.deepEqual(new Set(all.map((row) => row.accountId)), new Set([accountId, sub.accountId]));
  assert.equal(
    all.reduce((sum, { views }) => sum + views, 0),
    250,
  );
  assert.deepEqual(await figures.daily({ ...query, from: tomorrow }), mine.slice(1));
  const ofSub = await figures.daily({ ...query, accountId: sub.accountId, withSubAccounts: true });
  assert.ok(ofSub.length > 0 && ofSub.every((row) => row.accountId === sub.accountId), 'not those of the main account');

  assert.equal((await kit.call('DELETE', `channels/${kit.channel.id}`)).status, 200);
  const [first] = await figures.daily(query);
  assert.deepEqual([first?.channelId, first?.views], [null, 130], 'what was gained stays');
  const stranger = await kit.server.signIn({ level: 'level2' });
  assert.deepEqual(await figures.daily({ ...query, accountId: stranger.accountId, withSubAccounts: true }), []);
  await assert.rejects(figures.daily({ ...query, zone: 'Mars/Base' }), { code: 'publishing:zone' });
});
