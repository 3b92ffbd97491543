import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import { fail } from '#core/contract/errors.ts';
import { coreTasks } from '#core/server/services/jobs/tables.ts';
import { coreToolRuns } from '#core/server/services/tool-runs/tables.ts';
import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import { TEXTS, type ExtractOptions } from '#plugins/copywriting/server/api.ts';
import { LIBRARY, type LibraryMaterial } from '#plugins/materials/server/api.ts';
import { cancelBatch, removeBatch, retryBatch } from '#plugins/translation/server/batch/control-batch.ts';
import { batchRates } from '#plugins/translation/server/batch/rates.ts';
import { stepEnded } from '#plugins/translation/server/batch/step-batch.ts';
import { translationDubs, translationTargets } from '#plugins/translation/server/tables.ts';
import { beginTranslation, TRANSLATE } from '#plugins/translation/server/translate-job.ts';
import { BATCH_STEP, wakeBatch } from '#plugins/translation/server/wake-batches.ts';
import type { startBatchKit } from './batch-kit.ts';
import { batchRows } from './batch-rows.ts';

const HOUR = 3_600_000;

/** What single steps of a batch do. @param started a server with a member, whose rows these are */
export function describeSteps(started: () => Awaited<ReturnType<typeof startBatchKit>>): void {
  const known = () => {
    const { ctx, accountId } = started().kit;
    return { ctx, accountId, scope: ctx.db.scope(accountId), rows: batchRows(ctx, accountId) };
  };
  const translating = { stage: 'translate', state: 'working', beganAt: new Date() } as const;

  describe('a step of a batch', () => {
    test('gives the places of texts that cannot be begun to others', async () => {
      const { ctx, rows } = known();
      const waiting = Array.from({ length: 6 }, () => ({ state: 'waiting' as const }));
      const { id, videos } = await rows.batch(waiting, [{ stage: 'translate', state: 'waiting', language: 'en-US' }], {
        extract: 'speech',
      });
      const extract = async (_: string, { video, begun }: ExtractOptions) => {
        if (videos.indexOf(video) < 4) fail('core:space-full', {}, { kind: 'invalid' });
        await ctx.db.transaction((tx) => begun(tx, { runId: uuid(), textId: uuid() }));
      };
      const none = () => Promise.resolve([]);
      await rows.step(rows.noting(rows.use(TEXTS, { extract, ofVideos: none, states: none })), id);
      const states = (await rows.videos(id)).map(({ state }) => state);
      assert.deepEqual(states, [...Array<string>(4).fill('failed'), 'extracting', 'extracting']);
    });

    test('goes on with a language that failed before and in which nothing is open any more', async () => {
      const { scope, rows } = known();
      const projectId = await rows.project({ 'en-US': 'failed', 'de-DE': 'failed' }, ['en-US']);
      const items = ['en-US', 'de-DE'].map((language) => ({ ...translating, language }));
      const { id } = await rows.batch([{ state: 'ready', projectId }], items);
      await scope.update(translationTargets, eq(translationTargets.projectId, projectId), { state: 'failed' });
      // Nothing further is begun by one that is paused.
      const ctx = rows.noting();
      await ctx.db.transaction((tx) => stepEnded(ctx)(tx, { ...taskOf(scope.accountId), state: 'failed' }, { id }));
      await rows.step(ctx, id);
      assert.deepEqual(
        (await rows.items(id)).map(({ stage, state }) => [stage, state]),
        [
          ['dub', 'waiting'],
          ['translate', 'failed'],
        ],
      );
    });

    test('pauses its batch when it is given up or stopped, which says so until it is resumed', async () => {
      const { ctx, accountId, rows } = known();
      const projectId = await rows.project({ 'en-US': 'idle' });
      const review = { stage: 'translate', state: 'review', language: 'en-US' } as const;
      const { id } = await rows.batch([{ state: 'ready', projectId }], [review]);
      await ctx.db.transaction((tx) => wakeBatch(ctx, tx, { accountId, id }, new Date(Date.now() + HOUR)));
      const [task] = await ctx.jobs.list(accountId, { subjectId: id });
      await ctx.jobs.cancel(accountId, task?.id ?? '');
      const stopped = await started().read(id);
      assert.deepEqual([stopped.state, /任务列表|list of jobs/.test(stopped.error ?? '')], ['paused', true]);
      assert.deepEqual((await started().change(id, 'working')).data.error, null);
      await ctx.db.transaction((tx) => stepEnded(ctx)(tx, { ...taskOf(accountId), state: 'failed' }, { id }));
      const failed = await started().read(id);
      assert.deepEqual([failed.state, /出错|An error/.test(failed.error ?? '')], ['paused', true]);
    });

    test('of one that is stopped ends what is under way, even where stopping broke off, and only once', async () => {
      const { accountId, rows } = known();
      const projectId = await rows.project({ 'en-US': 'idle' });
      const [dubs, reads] = [uuid(), uuid()];
      const { id } = await rows.batch(
        [
          { state: 'extracting', runId: reads, beganAt: new Date() },
          { state: 'ready', projectId },
        ],
        [{ stage: 'dub', state: 'working', language: 'en-US', runId: dubs, beganAt: new Date() }],
      );
      const cancelled: string[] = [];
      let isBroken = true;
      const { ctx } = known();
      const cancel = (_: string, run: string) => {
        if (isBroken) throw new Error('the process ends here');
        cancelled.push(run);
        return Promise.resolve({} as ToolRun);
      };
      const own = rows.noting({ toolRuns: { ...ctx.toolRuns, cancel } });
      await assert.rejects(cancelBatch(own, { accountId, id }), /ends here/);
      assert.deepEqual(
        own.enqueued.map(({ job, options }) => [job, options.payload]),
        [[BATCH_STEP, { id }]],
      );
      isBroken = false;
      await rows.step(own, id);
      assert.deepEqual(cancelled, [reads, dubs, dubs]);
      assert.deepEqual(
        (await rows.videos(id)).map(({ state }) => state),
        ['cancelled', 'ready'],
      );
      await rows.step(own, id);
      await removeBatch(own, { accountId, id });
      assert.equal(cancelled.length, 3);
    });

    test('of one that is stopped ends translations of its languages that no other batch waits for', async () => {
      const { ctx, accountId, scope, rows } = known();
      const languages = ['en-US', 'de-DE'] as const;
      const projectId = await rows.project({ 'en-US': 'working', 'de-DE': 'working' });
      const startAfter = new Date(Date.now() + HOUR);
      await ctx.db.transaction(async (tx) => {
        for (const language of languages) {
          const payload = { id: projectId, language };
          await ctx.jobs.enqueue(tx, TRANSLATE, { accountId, subjectId: projectId, payload, startAfter });
        }
      });
      const batchOf = (language: string) => rows.batch([{ state: 'ready', projectId }], [{ ...translating, language }]);
      const [english, german, other] = [await batchOf('en-US'), await batchOf('de-DE'), await batchOf('de-DE')];
      const open = async () => {
        const found = await scope.select(coreTasks, {
          where: [eq(coreTasks.subjectId, projectId), eq(coreTasks.state, 'queued')],
        });
        return found.map(({ payload }) => (payload as { language: string }).language);
      };
      const own = rows.noting();
      await cancelBatch(own, english);
      assert.deepEqual(await open(), ['de-DE']);
      await cancelBatch(own, german);
      assert.deepEqual(await open(), ['de-DE'], 'another batch waits for it');
      await cancelBatch(own, other);
      assert.deepEqual(await open(), []);
    });

    test('looks again while the library looks at a dub, and tells where that fails', async () => {
      const { ctx, accountId, scope, rows } = known();
      const [projectId, runId, materialId] = [await rows.project({ 'en-US': 'idle' }), uuid(), uuid()];
      const now = ctx.clock.now();
      await scope.insert(coreToolRuns, {
        ...{ id: runId, tool: 'translation.dub', name: 'Dub', state: 'done', settings: {}, inputs: [] },
        ...{ createdAt: now, updatedAt: now, endedAt: now },
      });
      await scope.insert(translationDubs, {
        ...{
          id: runId,
          projectId,
          language: 'en-US',
          choice: { voice: null, speakers: {}, under: 0, slow: false },
          lines: [],
        },
        ...{ materialId, folderId: uuid(), createdAt: now },
      });
      const dub = { stage: 'dub', state: 'working', language: 'en-US', runId, beganAt: now } as const;
      const { id } = await rows.batch([{ state: 'ready', projectId }], [dub]);
      const video = { state: 'preparing', trashed: false } as LibraryMaterial;
      const find = () => Promise.resolve(new Map([[materialId, video]]));
      const own = rows.noting(rows.use(LIBRARY, { find }));
      await rows.step(own, id);
      const [next] = own.enqueued;
      assert.equal(next?.job, BATCH_STEP);
      assert.ok((next.options.startAfter?.getTime() ?? 0) > Date.now() + 10_000, 'not at once');
      assert.equal((await rows.items(id))[0]?.state, 'working');
      // One that waits is enough.
      await ctx.db.transaction((tx) => wakeBatch(ctx, tx, { accountId, id }, new Date(Date.now() + HOUR)));
      await rows.step(own, id);
      assert.equal(own.enqueued.length, 1);
      video.state = 'failed';
      await rows.step(own, id);
      assert.equal((await rows.items(id))[0]?.state, 'failed');
      assert.equal((await rows.batchOf(id))?.state, 'done');
    });

    test('is one for all that wakes its batch until it begins, and begins once all of that is kept', async () => {
      const { ctx, accountId, scope } = known();
      const id = uuid();
      const steps = () => scope.select(coreTasks, { where: eq(coreTasks.subjectId, id) });
      // As one that waits until a worker is free.
      const startAfter = new Date(Date.now() + HOUR);
      const { id: waiting } = await ctx.db.transaction((tx) =>
        ctx.jobs.enqueue(tx, BATCH_STEP, { accountId, subjectId: id, payload: { id }, startAfter }),
      );
      let isKept = false;
      const begun = await ctx.db.transaction(async (tx) => {
        await wakeBatch(ctx, tx, { accountId, id });
        await wakeBatch(ctx, tx, { accountId, id });
        const beginning = scope
          .update(coreTasks, eq(coreTasks.id, waiting), { state: 'running', attempt: 1 })
          .then(() => isKept);
        await Promise.race([beginning, new Promise((resolve) => setTimeout(resolve, 300))]);
        isKept = true;
        return { beginning };
      });
      assert.equal(await begun.beginning, true, 'it began before what woke it was kept');
      assert.equal((await steps()).length, 1);
      await ctx.db.transaction((tx) => wakeBatch(ctx, tx, { accountId, id }));
      assert.equal((await steps()).length, 2, 'one that has begun may not see it');
    });

    test('that is put off keeps none from looking at once', async () => {
      const { ctx, accountId, scope } = known();
      const id = uuid();
      const own = { accountId, id };
      await ctx.db.transaction(async (tx) => {
        await wakeBatch(ctx, tx, own, new Date(Date.now() + HOUR));
        await wakeBatch(ctx, tx, own);
        await wakeBatch(ctx, tx, own);
      });
      assert.equal((await scope.select(coreTasks, { where: eq(coreTasks.subjectId, id) })).length, 2);
    });

    test('begins a language anew whose translation ends just now', async () => {
      const { ctx, accountId, scope, rows } = known();
      const id = await rows.project({ 'en-US': 'working' });
      const own = rows.noting({ providers: { ...ctx.providers, use: () => Promise.resolve({} as never) } });
      const ends = Promise.withResolvers<void>();
      const isEnding = Promise.withResolvers<void>();
      const ending = ctx.db.transaction(async (tx) => {
        await tx.scope(accountId).update(translationTargets, eq(translationTargets.projectId, id), { state: 'idle' });
        isEnding.resolve();
        await ends.promise;
      });
      await isEnding.promise;
      const begun = beginTranslation(own, { accountId, id }, ['en-US']);
      await Promise.race([begun, new Promise((resolve) => setTimeout(resolve, 300))]);
      ends.resolve();
      await Promise.all([ending, begun]);
      assert.deepEqual(
        own.enqueued.map(({ job }) => job),
        [TRANSLATE],
      );
      const target = await scope.find(translationTargets, eq(translationTargets.projectId, id));
      assert.equal(target?.state, 'working');
    });

    test('tried again, begins anew with what has lost its project', async () => {
      const { accountId, rows } = known();
      const failed = { stage: 'dub', state: 'failed', error: { code: 'translation:missing', params: {} } } as const;
      const { id } = await rows.batch(
        [{ state: 'ready', projectId: uuid() }],
        [
          { ...failed, language: 'en-US' },
          { ...failed, stage: 'export', language: 'zh-CN' },
          { stage: 'export', state: 'done', language: 'de-DE' },
        ],
      );
      await retryBatch(rows.noting(), { accountId, id }, 'translation:missing');
      assert.deepEqual(
        (await rows.items(id)).map(({ stage, state }) => [stage, state]),
        [
          ['translate', 'waiting'],
          ['export', 'waiting'],
          ['export', 'done'],
        ],
      );
      assert.equal((await rows.videos(id))[0]?.projectId, null);
    });
  });

  test('what work took is measured once a minute, and again while nothing is known', async () => {
    const { ctx } = known();
    let [asked, now, item] = [0, Date.now(), null as number | null];
    const execute = () => {
      asked += 1;
      return Promise.resolve({ rows: [{ item, text: null }] });
    };
    const own = { db: { orm: { execute } } as unknown as typeof ctx.db, clock: { now: () => new Date(now) } };
    const rates = (form: 'burned' | 'soft') => batchRates(own, { dub: null, form });
    await rates('soft');
    item = 2;
    for (let times = 0; times < 3; times += 1) assert.equal((await rates('soft')).item, 2);
    assert.equal(asked, 2);
    await rates('burned');
    now += 61_000;
    await rates('soft');
    assert.equal(asked, 4);
  });
}

/** A task of an account, as far as what follows its end looks. */
const taskOf = (accountId: string) => ({
  ...{ id: uuid(), accountId, job: BATCH_STEP, subjectId: null, progress: 0, secondsLeft: null, attempt: 10 },
  ...{ error: null, createdAt: new Date(), updatedAt: new Date() },
});
