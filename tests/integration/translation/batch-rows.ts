import { asc, eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { ServerToken } from '#core/server/plugins/server-token.ts';
import type { EnqueueOptions, JobRun, Task } from '#core/server/services/jobs/jobs.ts';
import { batchOptionsSchema, type BatchOptions } from '#plugins/translation/batch-options.ts';
import { batchJob } from '#plugins/translation/server/batch/step-batch.ts';
import {
  translationBatches,
  translationBatchItems,
  translationBatchVideos,
  translationLines,
  translationProjects,
  translationTargets,
  translationTexts,
  type BatchItemRow,
  type BatchVideoRow,
} from '#plugins/translation/server/tables.ts';

type Video = Partial<BatchVideoRow> & Pick<BatchVideoRow, 'state'>;
type Item = Partial<BatchItemRow> & Pick<BatchItemRow, 'stage' | 'state' | 'language'>;

/** Batches as rows of an account, and steps of them that begin nothing elsewhere. */
export function batchRows(ctx: ServerContext, accountId: string) {
  const scope = ctx.db.scope(accountId);
  const now = ctx.clock.now();
  const [item, video] = [translationBatchItems, translationBatchVideos];
  return {
    /** A batch of videos, each with the same items. @returns its id, and those of its videos */
    async batch(
      videos: readonly Video[],
      items: readonly Item[],
      options: Partial<BatchOptions> = {},
    ): Promise<{ id: string; accountId: string; videos: string[] }> {
      const id = uuid();
      await scope.insert(translationBatches, {
        ...{ id, name: 'Batch', state: 'working', options: { ...batchOptionsSchema.parse({}), ...options } },
        ...{ languages: items.map(({ language }) => language), prices: {}, reader: 'zh', createdAt: now },
      });
      const made = videos.map((given, position) => ({
        ...{ batchId: id, materialId: uuid(), position, name: `${position}.mp4`, seconds: 4, ...given },
      }));
      await scope.insert(translationBatchVideos, made);
      const all = items.flatMap((given, at) =>
        made.map(({ materialId }, position) => ({
          ...{ batchId: id, materialId, place: at * made.length + position, ...given },
        })),
      );
      await scope.insert(translationBatchItems, all);
      return { id, accountId, videos: made.map(({ materialId }) => materialId) };
    },
    /** A project of one line. @returns its id */
    async project(
      targets: Readonly<Record<string, 'idle' | 'working' | 'failed'>>,
      translated: readonly string[] = [],
    ): Promise<string> {
      const id = uuid();
      await scope.insert(translationProjects, {
        ...{
          id,
          textId: uuid(),
          textRevision: 1,
          name: 'Project',
          from: 'zh-CN',
          tone: 'plain',
          about: '',
          terms: [],
          product: '',
        },
        ...{ createdAt: now, updatedAt: now },
      });
      const line = { projectId: id, cue: 'c1', text: '全场包邮' };
      await scope.insert(translationLines, { ...line, position: 0, start: 0, end: 2_000, speaker: '' });
      await scope.insert(
        translationTargets,
        Object.entries(targets).map(([language, state], position) => ({ projectId: id, language, state, position })),
      );
      for (const language of translated) {
        await scope.insert(translationTexts, {
          ...{ projectId: id, language, cue: 'c1', text: 'Free shipping', source: line.text, state: 'done' },
          ...{ origin: 'typed', revision: 1, updatedAt: now },
        });
      }
      return id;
    },
    /** A context that only notes what is enqueued, with other parts than those of the server. */
    noting(
      parts: Partial<ServerContext> = {},
    ): ServerContext & { enqueued: { job: string; options: EnqueueOptions }[] } {
      const enqueued: { job: string; options: EnqueueOptions }[] = [];
      const jobs = {
        ...ctx.jobs,
        enqueue: (_tx: unknown, job: string, options: EnqueueOptions) => {
          enqueued.push({ job, options });
          return Promise.resolve({} as Task);
        },
      };
      return { ...ctx, jobs, ...parts, enqueued };
    },
    /** Runs one step of a batch. */
    async step(own: ServerContext, id: string): Promise<void> {
      const complete: JobRun['complete'] = async (publish) => {
        await own.db.transaction(async (tx) => publish?.(tx));
        return true;
      };
      const run = { task: { accountId }, payload: { id }, signal: new AbortController().signal, complete };
      await batchJob(own)(run as JobRun);
    },
    /** The service of another plugin in place of the server's. */
    use: <S>(token: ServerToken<S>, service: Partial<S>): Pick<ServerContext, 'use'> => ({
      use: <T>(asked: ServerToken<T>) => (asked === (token as symbol) ? (service as unknown as T) : ctx.use(asked)),
    }),
    items: (id: string) => scope.select(item, { where: eq(item.batchId, id), orderBy: asc(item.place) }),
    videos: (id: string) => scope.select(video, { where: eq(video.batchId, id), orderBy: asc(video.position) }),
    batchOf: (id: string) => scope.find(translationBatches, eq(translationBatches.id, id)),
  };
}
