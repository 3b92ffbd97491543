import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { asc, eq, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';
import { steerPost } from '#plugins/publishing/server/posts/steer-posts.ts';
import { publishingChannels, publishingPosts } from '#plugins/publishing/server/tables.ts';
import type { Whim } from '#tests/fixtures/channels/simulated-platform.ts';

import type { ChaosPlatform } from './chaos-platforms.ts';
import { Killed, startPublishingProcess, type PublishingProcess } from './publishing-processes.ts';
import { connectAccount, startStage } from './publishing-stage.ts';

const BATCH = 10;
/** Of a hundred requests: lost, done without an answer, broken off, answered late, and refused as too many. */
const MOODS = { loseRequest: 2, loseAnswer: 4, cut: 1, late: 3, limited: 2 };
/** Nothing of it is done, and it may be asked for again in a second. */
const TOO_MANY: Whim = { status: 429, headers: { 'retry-after': '1' }, json: {} };

/** What became of all posts. */
export interface StruckPosts {
  published: number;
  /** By their cause. */
  failed: Record<string, number>;
  kills: number;
  /** Requests that were lost, broken off, answered late or refused as too many. */
  moods: number;
  /** Of these, refused as too many. */
  limited: number;
}

/**
 * Publishes videos to simulated platforms that lose and delay answers, by two processes that are killed while they work;
 * half way through, two platforms take permissions back. Every post has to end published once or failed with a cause, by
 * the platforms' own records, and what it took of the account's publishes has to add up.
 */
export async function strikePosts(
  outer: TestScope,
  { posts, kills, minutes }: { posts: number; kills: number; minutes: number },
): Promise<StruckPosts> {
  const scope = lastFirst(outer);
  const stage = await startStage(scope, posts);
  const { ctx, env, accountId, token, platforms, channels, clips } = stage;
  const nodes = await Promise.all([startPublishingProcess(env), startPublishingProcess(env)]);
  scope.after(async () => {
    for (const node of nodes) await node.stop();
  });
  let [struck, moods, limited] = [0, 0, 0];
  const over = new AbortController();
  for (const { platform } of platforms) {
    platform.mood = () => {
      const number = randomInt(100);
      const { loseRequest, loseAnswer, cut, late } = MOODS;
      const wrong = loseRequest + loseAnswer + cut + late;
      if (number >= wrong + MOODS.limited) return 'nothing';
      moods += 1;
      if (number >= wrong) {
        limited += 1;
        return TOO_MANY;
      }
      if (number < loseRequest) return 'lose-request';
      if (number < loseRequest + loseAnswer) return 'lose-answer';
      return number < loseRequest + loseAnswer + cut ? 'cut' : { late: randomInt(500, 3000) };
    };
  }
  const strike = async (node: PublishingProcess) => {
    while (struck < kills && !over.signal.aborted) {
      struck += 1;
      await sleep(randomInt(300, 5000));
      await node.kill();
    }
  };
  const settling = (async () => {
    while (!over.signal.aborted) {
      for (const { settle } of platforms) settle();
      await sleep(1000);
    }
  })();

  const plan = async () => {
    const total = platforms.reduce((sum, { share }) => sum + share, 0);
    let [due, turn] = [0, 0];
    const left = platforms.map((platform) => ({
      platform,
      count: Math.max(1, Math.floor((platform.share * posts) / total)),
    }));
    left[0]!.count += posts - left.reduce((sum, { count }) => sum + count, 0);
    for (;;) {
      const open = left.filter(({ count }) => count > 0);
      const next = open[turn++ % Math.max(1, open.length)];
      if (next === undefined) break;
      const count = Math.min(BATCH, next.count);
      next.count -= count;
      due += count;
      const materials = await clips(count);
      const channel = channels.get(next.platform) ?? assert.fail('it is connected');
      await planSurely(nodes, token, { key: randomUUID(), materials, channel });
      if (due >= posts / 2 && due - count < posts / 2) for (const { grants } of platforms.slice(1, 3)) grants.revoke();
      await sleep(Math.min(3000, (kills * 2500 * count) / (2 * posts)));
    }
  };
  const agreeing = (async () => {
    while (!over.signal.aborted) {
      await agreeAgain(ctx, accountId, platforms);
      await sleep(1500);
    }
  })();

  try {
    await Promise.all([plan(), ...nodes.map(strike)]);
    await untilOver(ctx, minutes);
  } finally {
    over.abort();
    await Promise.all([settling, agreeing]);
  }
  return { ...(await compare(ctx, accountId, platforms, posts)), kills: struck, moods, limited };
}

/** What an owner does about an account whose permission was taken back: agrees again, and tries once more what it ended. */
async function agreeAgain(ctx: ServerContext, accountId: string, platforms: readonly ChaosPlatform[]): Promise<void> {
  const { state, cause, channelId } = publishingPosts;
  const expired = await ctx.db.orm.select().from(publishingChannels).where(eq(publishingChannels.state, 'expired'));
  for (const channel of expired) {
    const platform = platforms.find(({ adapter }) => adapter === channel.adapter);
    if (platform !== undefined) await connectAccount(ctx, accountId, platform);
  }
  const ended = await ctx.db.orm
    .select({ id: publishingPosts.id })
    .from(publishingPosts)
    .innerJoin(publishingChannels, eq(publishingChannels.id, channelId))
    .where(sql`${state} = 'failed' and ${cause}->>'next' = 'authorise' and ${publishingChannels.state} = 'normal'`);
  for (const { id } of ended) await steerPost(ctx, { accountId, id }, 'retry');
}

/** Asks until somebody has answered: the same key plans once. */
async function planSurely(
  nodes: readonly PublishingProcess[],
  token: string,
  { key, materials, channel }: { key: string; materials: string[]; channel: string },
): Promise<void> {
  for (let turn = 0; ; turn++) {
    const wish = {
      ...{
        key,
        name: 'Chaos',
        what: { materials },
        channels: [channel],
        ...{ deal: 'once' as const, moves: [], perDay: null, apart: true },
        zone: 'UTC',
        place: null,
      },
      ...{
        when: { kind: 'now' as const },
        spread: 0,
        titles: ['{name}.'],
        texts: ['{name}.'],
        topics: [],
        audiences: {},
        mentions: {},
        covers: {},
        own: {},
        product: null,
      },
    };
    try {
      await nodes[turn % nodes.length]?.plan(token, wish);
      return;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      await sleep(200);
    }
  }
}

async function untilOver(ctx: ServerContext, minutes: number): Promise<void> {
  const until = Date.now() + minutes * 60_000;
  for (;;) {
    const left = await ctx.db.orm
      .select({ id: publishingPosts.id, state: publishingPosts.state, platform: publishingPosts.platform })
      .from(publishingPosts).where(sql`${publishingPosts.state} not in ('published', 'cancelled')
        and not (${publishingPosts.state} = 'failed' and ${publishingPosts.cause}->>'next' <> 'authorise')`);
    if (left.length === 0) return;
    assert.ok(Date.now() < until, `${left.length} posts have not ended: ${JSON.stringify(left.slice(0, 5))}`);
    await sleep(1000);
  }
}

/** Holds what this installation says against what the platforms have. */
async function compare(ctx: ServerContext, accountId: string, platforms: readonly ChaosPlatform[], count: number) {
  const rows = await ctx.db.orm.select().from(publishingPosts).orderBy(asc(publishingPosts.id));
  assert.equal(rows.length, count, 'every post was planned once');
  const there = new Map<string, number>();
  for (const { platform } of platforms) {
    for (const { text } of platform.posts) {
      const [name = ''] = /clip-\d+/.exec(text) ?? [];
      there.set(name, (there.get(name) ?? 0) + 1);
    }
  }
  for (const { adapter, platform } of platforms) assert.ok(platform.posts.length > 0, `${adapter} has published`);
  const failed: Record<string, number> = {};
  const wrong: string[] = [];
  let published = 0;
  for (const { name, state, cause, platform } of rows) {
    const times = there.get(name.replace('.mp4', '')) ?? 0;
    let isRight = state === 'failed' && cause !== null && times <= (cause.next === 'look' ? 1 : 0);
    if (state === 'published') {
      published += 1;
      isRight = times === 1;
    } else if (cause !== null) failed[cause.code] = (failed[cause.code] ?? 0) + 1;
    if (!isRight) {
      wrong.push(`${name} at ${platform} is ${state}, ${JSON.stringify(cause)}, and there ${times} times`);
    }
  }
  assert.deepEqual(wrong, []);
  const { available, held } = await ctx.ledger.balance(ctx.db, accountId, 'publishes');
  assert.deepEqual({ available, held }, { available: count - published, held: 0 });
  return { published, failed };
}
