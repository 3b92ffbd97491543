import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { eq, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { openTokens, storedTokens } from '#plugins/publishing/server/channels/channel-tokens.ts';
import { publishingChannels, publishingPosts } from '#plugins/publishing/server/tables.ts';
import { startPublishingProcess } from '#tests/faults/publishing/publishing-processes.ts';
import { startStage, type PublishingStage } from '#tests/faults/publishing/publishing-stage.ts';

import { reportBench } from './bench-report.ts';

// Whether posts go out at their times when a thousand of them are due in one minute, by two nodes that share a schedule.

const CHANNELS = 40;
const WORKS = Number(process.env['REELPORT_DUE_WORKS'] ?? 25);
const POSTS = CHANNELS * WORKS;
const LIMIT_SECONDS = 5;
/** Until the first of them is due, beyond what it takes to look for them once a minute. */
const AHEAD_SECONDS = 150;

const ends: (() => Promise<void>)[] = [];
const scope = lastFirst({ after: (work) => void ends.push(work) });
try {
  const stage = await startStage(scope, POSTS);
  const { ctx, env, token, platforms } = stage;
  const nodes = await Promise.all([startPublishingProcess(env), startPublishingProcess(env)]);
  scope.after(async () => {
    for (const node of nodes) await node.stop();
  });
  const materials = await stage.clips(WORKS);
  const channels = await manyChannels(stage);
  const at = new Date(Date.now() + AHEAD_SECONDS * 1000);
  const wish = {
    ...{
      what: { materials },
      channels,
      deal: 'all' as const,
      moves: [],
      perDay: null,
      apart: true,
      when: { kind: 'at' as const, at: at.toISOString() },
    },
    ...{
      spread: 0,
      titles: ['{name}.'],
      texts: ['{index}'],
      topics: [],
      audiences: {},
      mentions: {},
      covers: {},
      own: {},
      product: null,
      zone: 'UTC',
      place: null,
    },
  };
  await nodes[0]?.plan(token, { ...wish, key: randomUUID(), name: 'Due' });
  await ctx.db.orm.execute(
    sql`update publishing_posts set at = ${at.toISOString()}::timestamptz + random() * interval '1 minute'`,
  );
  await untilPublished(stage, at.getTime() + 3 * 60_000);
  const rows = await ctx.db.orm.select().from(publishingPosts);
  const late = rows
    .map((row) => ((row.startedAt ?? new Date()).getTime() - row.at.getTime()) / 1000)
    .sort((one, other) => one - other);
  const there = platforms[0]?.platform.posts.length;
  assert.equal(there, POSTS, 'every post fired once');
  const share = (part: number) => late[Math.ceil(part * late.length) - 1] ?? Number.NaN;
  reportBench({
    name: 'posts-due',
    title: `${POSTS.toLocaleString('en')} posts that are due in one minute`,
    isTrial: WORKS < 25,
    columns: ['', 'seconds after its time'],
    rows: [
      ['half of the posts', share(0.5).toFixed(2)],
      ['99 of a hundred', share(0.99).toFixed(2)],
      ['the last', share(1).toFixed(2)],
    ],
    notes: [
      `${WORKS} videos on each of ${CHANNELS} accounts, by two nodes that share a database, on the machine that also simulates the platform. It counts when its upload begins. At this platform a post takes six seconds.`,
    ],
    limits: [
      { what: 'how late a post is at most', unit: 's', rounds: [share(1)], atMost: LIMIT_SECONDS, by: 'most' },
      { what: 'posts that are there, for each that was due', unit: '×', rounds: [there / POSTS], atLeast: 1 },
    ],
  });
} finally {
  for (const end of ends) await end();
}
process.exit(0);

/** Accounts like the one at the first platform. */
async function manyChannels({ ctx, accountId, platforms, channels }: PublishingStage): Promise<string[]> {
  const [first] = platforms;
  const id = first === undefined ? undefined : channels.get(first);
  assert.ok(id !== undefined);
  const [row] = await ctx.db.orm.select().from(publishingChannels).where(eq(publishingChannels.id, id));
  assert.ok(row !== undefined);
  const more = Array.from({ length: CHANNELS - 1 }, (_, number) => {
    const other = uuid();
    return {
      ...row,
      ...storedTokens(ctx, other, openTokens(ctx, row)),
      id: other,
      ownerId: `${row.ownerId}-${number}`,
    };
  });
  await ctx.db.scope(accountId).insert(publishingChannels, more);
  return [id, ...more.map((one) => one.id)];
}

async function untilPublished({ ctx }: PublishingStage, until: number): Promise<void> {
  for (;;) {
    const { rows } = await ctx.db.pool.query<{ state: string; count: number }>(
      'select state, count(*)::int as count from publishing_posts group by 1',
    );
    if (rows.every(({ state }) => state === 'published')) return;
    assert.ok(Date.now() < until, `posts are still ${JSON.stringify(rows)}`);
    await sleep(1000);
  }
}
