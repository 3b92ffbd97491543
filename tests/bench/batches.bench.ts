import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eq } from 'drizzle-orm';

import { LANGUAGES } from '#core/contract/languages.ts';
import { startEmbeddedPostgres } from '#core/server/ground/database/embedded/embedded-postgres.ts';
import { buildSession } from '#core/server/testing/build-account.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { compose, type Composed } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { materialsItems } from '#plugins/materials/server/tables.ts';
import { batchOptionsSchema } from '#plugins/translation/batch-options.ts';
import { BATCH_LIMITS } from '#plugins/translation/limits.ts';
import { planBatch } from '#plugins/translation/server/batch/plan-batch.ts';
import { readBatch } from '#plugins/translation/server/batch/present-batch.ts';
import { startBatch } from '#plugins/translation/server/batch/start-batch.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';

import { reportBench } from './bench-report.ts';

// As many videos in as many languages as one batch may have, on a durable database: what it comes to is said, it is
// begun, and its page is read. What the videos themselves cost is in the benchmark `subtitles`.

const ROUNDS = 3;
const LIMIT_SECONDS = 5;
const PAGE_SECONDS = 0.5;
const RESULTS = BATCH_LIMITS.videos * BATCH_LIMITS.languages;

const dataDir = await mkdtemp(join(tmpdir(), 'reelport-batches-'));
await chmod(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir, log: testLog });
const env = { DATA_DIR: dataDir, DATABASE_URL: postgres.connectionString };
const composed = await compose(readConfiguration(env), 'api', {
  ...{ concurrency: 0, plugins: await discoverPlugins(), log: testLog },
});
try {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(composed));
  const columns = ['', 'said before, s', 'begun, s', 'its page, s'];
  reportBench({
    name: 'batches',
    title: `${BATCH_LIMITS.videos} videos in ${BATCH_LIMITS.languages} languages in one action`,
    columns,
    rows: rounds.map(({ plan, begin, page }, at) => [
      `round ${at + 1}`,
      ...[plan, begin, page].map((seconds) => seconds.toFixed(3)),
    ]),
    notes: ['On the embedded PostgreSQL with fsync, nothing of it being worked on.'],
    limits: [
      {
        ...{ what: 'a batch said and begun', unit: 's', atMost: LIMIT_SECONDS, by: 'most' },
        rounds: rounds.map(({ plan, begin }) => plan + begin),
      },
      {
        ...{ what: 'the page of a batch', unit: 's', atMost: PAGE_SECONDS, by: 'most' },
        rounds: rounds.map(({ page }) => page),
      },
    ],
  });
} finally {
  await composed.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function measure({ ctx }: Composed): Promise<{ plan: number; begin: number; page: number }> {
  const { account } = await buildSession(ctx.db, { level: 'level4' });
  const accountId = account.id;
  const videos = [];
  for (let number = 0; number < BATCH_LIMITS.videos; number++) {
    const path = join(dataDir, 'video');
    await writeFile(path, `${accountId} ${number}`);
    const name = `video ${number}.mp4`;
    const { id } = await ctx.files.addLocal(ctx.db, accountId, path, { name, type: 'video/mp4' });
    videos.push(await ctx.db.transaction((tx) => libraryOf(ctx).adopt(tx, accountId, { id, name }, { kind: 'video' })));
  }
  await ctx.db
    .scope(accountId)
    .update(materialsItems, eq(materialsItems.kind, 'video'), { state: 'ready', seconds: 60 });
  const wanted = {
    ...batchOptionsSchema.parse({ accept: true, dub: {} }),
    ...{ videos, languages: LANGUAGES.map(({ tag }) => tag).slice(0, BATCH_LIMITS.languages) },
  };
  const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const began = performance.now();
    const made = await work();
    return [made, (performance.now() - began) / 1000];
  };
  const [{ results, faults }, plan] = await timed(() => planBatch(ctx, accountId, wanted, 'en'));
  assert.deepEqual([results, faults], [RESULTS, []]);
  const begun = { ...wanted, name: 'All', folder: { name: 'All' } };
  const [{ id }, begin] = await timed(() => startBatch(ctx, accountId, begun, 'en'));
  const [{ counts }, page] = await timed(() => readBatch(ctx, { accountId, id }, 'en'));
  assert.equal(counts.waiting, RESULTS);
  return { plan, begin, page };
}
