import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startEmbeddedPostgres } from '#core/server/ground/database/embedded/embedded-postgres.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import { buildSession } from '#core/server/testing/build-account.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { compose, type Composed } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { MAX_POSTS, type WishedPosts } from '#plugins/publishing/calls.ts';
import { beginConnection, finishConnection } from '#plugins/publishing/server/channels/connect-channel.ts';
import { planPosts } from '#plugins/publishing/server/posts/plan-posts.ts';
import { publishPosts } from '#plugins/publishing/server/posts/publish-posts.ts';
import { QuayPlatform } from '#tests/fixtures/publishing/quay-platform.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';

import { reportBench } from './bench-report.ts';

// As many posts as one action may plan, on a durable database: each with its time, its words, its place in the queue and
// what it holds of the account's publishes.

const ROUNDS = 3;
const CHANNELS = 27;
const WORKS = MAX_POSTS / CHANNELS;
const LIMIT_SECONDS = 5;

const dataDir = await mkdtemp(join(tmpdir(), 'reelport-publishing-'));
await chmod(dataDir, 0o755);
const platform = new QuayPlatform();
const plugins = [...(await discoverPlugins()), platform.plugin];
const postgres = await startEmbeddedPostgres({ dataDir, log: testLog });
const env = { DATA_DIR: dataDir, DATABASE_URL: postgres.connectionString };
const composed = await compose(readConfiguration(env), 'api', {
  ...{ concurrency: 0, plugins, log: testLog },
});
try {
  await composed.ctx.settings.set(choiceSetting('channels'), { adapters: ['quay.posts'], orEmbedded: false }, 'bench');
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(composed));
  const rows = rounds.map(({ plan, write }, at) => [`round ${at + 1}`, plan.toFixed(2), write.toFixed(2)]);
  reportBench({
    name: 'publishing',
    title: `${MAX_POSTS.toLocaleString('en')} posts in one action`,
    columns: ['', 'shown before, s', 'written, s'],
    rows,
    notes: [
      `${WORKS} videos on each of ${CHANNELS} accounts, an hour apart, in one transaction on the embedded PostgreSQL with fsync.`,
      'What accounts take is asked of a platform in the same process, so that no network is measured.',
    ],
    limits: [
      {
        ...{ what: 'posts planned in one action', unit: 's', atMost: LIMIT_SECONDS, by: 'most' },
        rounds: rounds.map(({ plan, write }) => plan + write),
      },
    ],
  });
} finally {
  await composed.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function measure({ ctx }: Composed): Promise<{ plan: number; write: number }> {
  const { account, token } = await buildSession(ctx.db, { level: 'level4' });
  const accountId = account.id;
  await ctx.ledger.issue(ctx.db, {
    ...{ accountId, unit: 'publishes', amount: 2 * MAX_POSTS, kind: 'grant', key: randomUUID(), facts: {} },
  });
  const channels = [];
  for (let number = 0; number < CHANNELS; number++) {
    const begun = { accountId, adapter: 'quay.posts', answers: {}, origin: 'http://localhost' };
    const { url } = await beginConnection(ctx, begun);
    const state = new URL(url ?? '').searchParams.get('state') ?? '';
    const { channel } = await finishConnection(ctx, { state, code: `${accountId}-${number}` });
    if (channel !== null) channels.push(channel.id);
  }
  const materials = [];
  for (let number = 0; number < WORKS; number++) {
    const path = join(dataDir, 'video');
    await writeFile(path, `${accountId} ${number}`);
    const name = `video ${number}.mp4`;
    const { id } = await ctx.files.addLocal(ctx.db, accountId, path, { name, type: 'video/mp4' });
    materials.push(
      await ctx.db.transaction((tx) => libraryOf(ctx).adopt(tx, accountId, { id, name }, { kind: 'video' })),
    );
  }
  const caller = (await ctx.accounts.authenticate(token)) as Caller;
  const from = new Date(Date.now() + 3_600_000).toISOString();
  const wish: WishedPosts = {
    ...{
      what: { materials },
      channels,
      deal: 'all',
      moves: [],
      perDay: null,
      apart: true,
      when: { kind: 'every', hours: 1, from },
      spread: 10,
    },
    ...{
      titles: ['{name} {index}'],
      texts: ['One', 'Two', 'Three'],
      topics: ['sea'],
      audiences: {},
      mentions: {},
      covers: {},
      own: {},
      product: null,
      zone: 'UTC',
      place: null,
    },
  };
  const seconds = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return (performance.now() - began) / 1000;
  };
  const plan = await seconds(async () => {
    const { posts } = await planPosts(ctx, caller, wish, 'en');
    assert.equal(posts.length, MAX_POSTS);
  });
  return { plan, write: await seconds(() => publishPosts(ctx, caller, { ...wish, key: randomUUID(), name: 'All' })) };
}
