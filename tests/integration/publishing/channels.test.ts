import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { eq } from 'drizzle-orm';

import type { JobRun } from '#core/server/services/jobs/jobs.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Channel } from '#plugins/publishing/calls.ts';
import { watchChannels } from '#plugins/publishing/server/channels/watch-channels.ts';
import { publishingChannels } from '#plugins/publishing/server/tables.ts';
import { PublishingKit } from './publishing-kit.ts';

const scope = lastFirst({ after });
let kit: PublishingKit;
before(async () => {
  kit = await PublishingKit.start(scope);
});

describe('accounts at platforms', () => {
  test('nobody ends a connection that another browser has begun, and each is ended once', async () => {
    const begun = await kit.call('POST', 'connections', { adapter: 'quay.posts' });
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
    const state = new URL((begun.envelope.data as { url: string }).url).searchParams.get('state') ?? '';
    assert.match(await kit.comeBack(`state=${state}&code=jetty`, ''), /failed=publishing:channel.gone/);
    assert.match(await kit.comeBack(`state=${state}&code=jetty`, 'rp-connection=other'), /failed=/);
    assert.match(await kit.comeBack(`state=${state}&code=jetty`, cookie), /connected=/);
    assert.match(await kit.comeBack(`state=${state}&code=jetty`, cookie), /failed=publishing:channel.gone/);
  });

  test('what one person has agreed to for several accounts is given back with the last of them', async () => {
    const { provider } = kit.platform;
    const [exchange, revoke] = [provider.exchange.bind(provider), provider.revoke?.bind(provider)];
    const revoked: string[] = [];
    provider.exchange = async (query, request) => {
      const agreed = await exchange(query, request);
      return { ...agreed, owner: { ...agreed.owner, agreedBy: 'somebody' } };
    };
    provider.revoke = async ({ access }) => void revoked.push(access);
    try {
      const [north, south] = [await kit.connect('north'), await kit.connect('south')];
      const remove = async ({ id }: Channel) => (await kit.call('DELETE', `channels/${id}`)).envelope.data;
      assert.deepEqual(await remove(north), { cancelled: 0, permission: 'needed' });
      assert.deepEqual(revoked, [], 'the other one goes on with it');
      assert.deepEqual(await remove(south), { cancelled: 0, permission: 'given-back' });
      assert.deepEqual(revoked, ['access south']);
      const [east, other] = [await kit.connect('east'), await kit.server.signIn({ level: 'level2' })];
      const theirs = await kit.connect('east', other.token);
      assert.deepEqual(await remove(east), { cancelled: 0, permission: 'needed' }, 'also of somebody else');
      provider.revoke = () => Promise.reject(new Error('down'));
      const failed = await kit.call('DELETE', `channels/${theirs.id}`, undefined, other.token);
      assert.deepEqual(failed.envelope.data, { cancelled: 0, permission: 'failed' });
      delete provider.revoke;
      const last = await kit.connect('last');
      assert.deepEqual(await remove(last), { cancelled: 0, permission: 'at-platform' });
    } finally {
      Object.assign(provider, { exchange, revoke });
    }
  });

  test('others neither see nor change them, and their tokens are sealed', async () => {
    const other = await kit.server.signIn({ level: 'level2' });
    const { channels } = (await kit.call('GET', 'channels', undefined, other.token)).envelope.data as {
      channels: Channel[];
    };
    assert.deepEqual(channels, []);
    for (const [method, path, body] of [
      ['PATCH', `channels/${kit.channel.id}`, { group: 'mine' }],
      ['POST', `channels/${kit.channel.id}/refresh`],
      ['DELETE', `channels/${kit.channel.id}`],
    ] as const) {
      assert.equal((await kit.call(method, path, body, other.token)).status, 404, path);
    }
    const [row] = await kit.own.db.orm
      .select()
      .from(publishingChannels)
      .where(eq(publishingChannels.id, kit.channel.id));
    assert.doesNotMatch(row?.tokens ?? 'access', /access|refresh/);
  });

  test('a level includes so many', async () => {
    const free = await kit.server.signIn({ level: 'level0' });
    for (const name of ['a', 'b', 'c']) await kit.connect(name, free.token);
    const begun = await kit.call('POST', 'connections', { adapter: 'quay.posts' }, free.token);
    const state = new URL((begun.envelope.data as { url: string }).url).searchParams.get('state') ?? '';
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
    assert.match(await kit.comeBack(`state=${state}&code=d`, cookie), /failed=publishing:channel.limit/);
  });

  test('a permission is renewed ahead of time by one at a time, and one that was taken back is told at once', async () => {
    const pole = await kit.connect('pole');
    const expire = () =>
      kit.own.db.orm
        .update(publishingChannels)
        .set({ renewAt: new Date(0) })
        .where(eq(publishingChannels.id, pole.id));
    await expire();
    const refresh = () => kit.call('POST', `channels/${pole.id}/refresh`);
    const { renewals } = kit.platform;
    const answers = await Promise.all([refresh(), refresh(), refresh()]);
    assert.equal(kit.platform.renewals, renewals + 1, 'what is good once is used once');
    assert.deepEqual(
      answers.map(({ envelope }) => (envelope.data as Channel).state),
      ['normal', 'normal', 'normal'],
    );
    assert.equal((answers[0].envelope.data as Channel).followers, 7);
    kit.platform.refreshTokens.delete('pole');
    assert.equal(((await refresh()).envelope.data as Channel).state, 'expired');
    assert.equal((await kit.connect('pole')).id, pole.id, 'agreed again');
    assert.equal(((await refresh()).envelope.data as Channel).state, 'normal');
  });

  test('an owner is warned once seven days and once a day before a permission ends, and again after agreeing', async (t) => {
    const mole = await kit.connect('mole');
    const warned: number[] = [];
    const events = {
      ...kit.own.events,
      publish: async (...[, event, { data }]: Parameters<typeof kit.own.events.publish>) => {
        if (event.topic === 'publishing.channel-ending' && (data as { id: string }).id === mole.id) {
          warned.push((data as { days: number }).days);
        }
      },
    } as typeof kit.own.events;
    const look = () => watchChannels({ ...kit.ctx, events })({ signal: t.signal } as JobRun);
    const ends = (days: number) =>
      kit.own.db.orm
        .update(publishingChannels)
        .set({ endsAt: new Date(kit.now.getTime() + days * 86_400_000), renewAt: null })
        .where(eq(publishingChannels.id, mole.id));
    await ends(9);
    await look();
    assert.deepEqual(warned, []);
    for (let hour = 0; hour < 9 * 24; hour += 6) {
      kit.pass(6 * 60);
      if (hour < 8.9 * 24) await look();
    }
    assert.deepEqual(warned, [7, 1]);
    await kit.connect('mole');
    await ends(5);
    await look();
    assert.deepEqual(warned, [7, 1, 7]);
    kit.now = new Date();
  });

  test('accounts are looked at by themselves: followers are kept by day, and what was taken back is told before a post', async (t) => {
    const buoy = await kit.connect('buoy');
    const own = eq(publishingChannels.id, buoy.id);
    await kit.own.db.orm.update(publishingChannels).set({ renewAt: null }).where(own);
    const look = () => watchChannels(kit.ctx)({ signal: t.signal } as JobRun);
    await look();
    kit.pass(25 * 60);
    await look();
    const { envelope } = await kit.call('GET', `channels/${buoy.id}`);
    const { followers } = envelope.data as { followers: { followers: number }[] };
    assert.deepEqual(
      followers.map((day) => day.followers),
      [7, 7],
    );
    kit.platform.refreshTokens.delete('buoy');
    const state = async () => (await kit.channels()).find(({ id }) => id === buoy.id)?.state;
    await look();
    assert.equal(await state(), 'normal', 'asked once a day');
    kit.pass(25 * 60);
    await look();
    assert.equal(await state(), 'expired');
    kit.now = new Date();
  });

  test('a main account says which of its sub-accounts may publish to an account, and no one else does', async () => {
    const { accountId } = kit.member;
    const own = await kit.own.accounts.create(kit.own.db, { name: 'own', parentId: accountId });
    const { token } = await kit.own.accounts.openSession(kit.own.db, own.id);
    const sub = { accountId: own.id, token };
    await kit.give(5, sub);
    const other = await kit.server.signIn({ level: 'level2' });
    const shares = await kit.connect('shared');
    const write = (users: string[], as = kit.member.token) =>
      kit.call('PUT', `channels/${shares.id}/users`, { users }, as);
    const publish = async () => kit.publish([await kit.clip(sub)], {}, [shares.id], token);

    assert.equal((await publish()).status, 404);
    assert.equal((await write([other.accountId])).status, 422);
    assert.equal((await write([own.id], token)).status, 404);
    assert.equal((await write([own.id])).status, 200);
    const [seen] = await kit.channels(token);
    assert.deepEqual([seen?.id, seen?.isShared], [shares.id, true]);
    for (const [method, path, body] of [
      ['GET', `channels/${shares.id}`],
      ['PATCH', `channels/${shares.id}`, { group: 'mine' }],
      ['DELETE', `channels/${shares.id}`],
    ] as const) {
      assert.equal((await kit.call(method, path, body, token)).status, 404, method);
    }
    const { task } = await publish();
    const [post] = await kit.postsOf(task, token);
    await kit.advance(post?.id ?? '');
    assert.equal((await kit.postsOf(task, token))[0]?.state, 'published');
    assert.equal((await kit.call('GET', `tasks/${task.id}`)).status, 404, 'its posts are its own');

    const later = (await publish()).task;
    assert.equal((await write([])).status, 200);
    assert.deepEqual(
      (await kit.postsOf(later, token)).map(({ state }) => state),
      ['cancelled'],
    );
    assert.deepEqual(await kit.channels(token), []);
    assert.equal((await publish()).status, 404);
  });
});
