import { and, asc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';

import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import type { AccountScope, Tx } from '#core/server/ground/database/database.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { FailureHandler, JobHandler } from '#core/server/services/jobs/jobs.ts';

import { cancelRun, pauseRun, planFurther, resumeRun, retryRun } from './control-run.ts';
import { changeRun } from './database-store.ts';
import { findRun } from './find-run.ts';
import { listItems } from './list-items.ts';
import { makeJob } from './make-job.ts';
import { jobsOf, type RunParts } from './parts.ts';
import { readPrice } from './payments.ts';
import { listRuns, presentRuns } from './present-run.ts';
import { removeOwnRun, sweepRuns } from './remove-runs.ts';
import { renameItems } from './rename-items.ts';
import { archiveRun, openArchive } from './run-archive.ts';
import { finishJob, planJob } from './stage-jobs.ts';
import { beginRun, startRun } from './start-run.ts';
import { coreToolItems } from './tables.ts';
import { tellChange } from './tell-change.ts';
import { pluginOfTool, type AnyTool } from './tool.ts';
import type { RunOutput, ToolRuns } from './tool-runs.ts';
import { workEnded } from './work-ended.ts';

/** {@link ToolRuns} with what the process needs that composes it. */
export interface ToolRunsService extends ToolRuns {
  /**
   * Adds the tools that plugins bring.
   * @throws TypeError for a name that is there already
   */
  add(tools: readonly AnyTool[]): void;
  /** Forgets the tools of a plugin; their runs wait until it has them again. */
  forget(plugin: string): void;
  /** The handlers of the jobs of all tools that were added, by name: each plugin with tools has its own. */
  handlers(): Record<string, JobHandler>;
  failures(): Record<string, FailureHandler>;
  /** Removes runs whose time is up, with their outputs. @returns how many */
  sweep(): Promise<number>;
}

/** Runs of tools, kept in the database and made by the job queue. */
export function createToolRuns(options: Omit<RunParts, 'tools'>): ToolRunsService {
  const tools = new Map<string, AnyTool>();
  const parts: RunParts = { ...options, tools };

  const present = async (accountId: string, id: string, language: MessageLanguage): Promise<ToolRun> => {
    const [run] = await presentRuns(parts, accountId, [await findRun(parts.db.scope(accountId), id)], language);
    if (run === undefined) throw new Error('a run was not presented');
    return run;
  };
  const after =
    (change: (parts: RunParts, accountId: string, id: string) => Promise<void>) =>
    async (accountId: string, id: string, language: MessageLanguage) => {
      await change(parts, accountId, id);
      return await present(accountId, id, language);
    };
  const ended = workEnded(parts);
  const ofEach = <T>(entries: (jobs: ReturnType<typeof jobsOf>) => [string, T][]): Record<string, T> =>
    Object.fromEntries([...tools.keys()].flatMap((name) => entries(jobsOf(parts, name))));

  return {
    add(more) {
      for (const tool of more) {
        if (tools.has(tool.name)) throw new TypeError(`tool "${tool.name}" is registered twice; rename one of them`);
        tools.set(tool.name, tool);
      }
    },
    forget(plugin) {
      for (const name of tools.keys()) if (pluginOfTool(name) === plugin) tools.delete(name);
    },
    handlers: () =>
      ofEach(({ plan, make, finish }) => [
        [plan, planJob(parts)],
        [make, makeJob(parts)],
        [finish, finishJob(parts)],
      ]),
    failures: () => ofEach((jobs) => Object.values(jobs).map((job) => [job, ended])),
    sweep: () => sweepRuns(parts),

    tools: () => [...tools.values()],
    price: (accountId, tool) => readPrice(parts, accountId, tool),
    start: (accountId, { language, ...start }) =>
      startRun(parts, accountId, start).then((id) => present(accountId, id, language)),
    list: (accountId, query) => listRuns(parts, accountId, query),
    read: present,
    items: (accountId, id, query) => listItems(parts, accountId, id, query),
    pause: after(pauseRun),
    resume: after(resumeRun),
    cancel: after(cancelRun),
    retry: (accountId, id, { items, language }) =>
      after((own, account, run) => retryRun(own, account, run, items))(accountId, id, language),
    begin: (tx, accountId, options) => beginRun(parts, tx, accountId, options),
    planFurther: (tx, accountId, id) => planFurther(parts, tx, accountId, id),
    touch: (tx, accountId, id) => touch(parts, tx, accountId, id),
    rename: (accountId, id, options) => renameItems(parts, accountId, id, options),
    remove: (accountId, id) => removeOwnRun(parts, accountId, id),
    archive: (accountId, id, query) => archiveRun(parts, accountId, id, query),
    openArchive: (link, signature) => openArchive(parts, link, signature),
    toolOf: async (accountId, id) => (await findRun(parts.db.scope(accountId), id)).tool,
    outputs: (accountId, id, items) => outputsOf(parts.db.scope(accountId), id, items),
    async sharedFootage(accountId, id) {
      const { tool } = await findRun(parts.db.scope(accountId), id);
      return (await tools.get(tool)?.sharedFootage?.({ id, accountId })) ?? null;
    },
  };
}

async function touch(parts: RunParts, tx: Tx, accountId: string, id: string): Promise<number> {
  const run = await changeRun(parts, tx, { id, accountId }, {});
  await tellChange(parts, tx, run);
  return run.revision;
}

/** What tools call the size of a picture among their facts. */
const pictureSchema = z.object({ width: z.number().positive(), height: z.number().positive() });

async function outputsOf(scope: AccountScope, runId: string, items: readonly string[] | undefined) {
  await findRun(scope, runId);
  const rows = await scope.select(coreToolItems, {
    where: and(
      eq(coreToolItems.runId, runId),
      eq(coreToolItems.state, 'made'),
      items === undefined ? undefined : inArray(coreToolItems.id, [...items]),
    ),
    orderBy: asc(coreToolItems.position),
  });
  return rows.flatMap(({ id: itemId, sources, files, facts, seconds, posterId }) => {
    const { data: picture = null } = pictureSchema.safeParse(facts);
    return files.map(({ id: fileId, name, type, size }): RunOutput => ({
      ...{ itemId, fileId, name, type, size, seconds, picture, sources, facts, posterId },
    }));
  });
}
