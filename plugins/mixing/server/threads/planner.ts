import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import { knownMaterials, type WaitingMaterial } from '../measure/known-materials.ts';
import { createKnownFootage } from '../measure/known-footage.ts';
import { createHistories } from '../measure/project-history.ts';
import type { ShownTiming } from '../preview/check-combination.ts';
import type { PlannedProject } from '../render/planned-project.ts';
import type { Measured, PlannedPreview } from './plan-results.ts';
import type { KnownProject, PlanTask } from './plan-tasks.ts';
import { createThreadPool, ThreadLost, ThreadTimeout, type RunInThreadOptions } from './thread-pool.ts';

/** What is known of a project that is being edited. */
export interface SeenProject {
  known: KnownProject;
  waiting: WaitingMaterial[];
  /** Materials of which it is not known yet what they show. */
  unseen: string[];
}

/** Plans and counts beside the process's own work. */
export interface Planner {
  /**
   * Gathers what a plan needs of the library and of earlier runs.
   * @param projectId the project's own id, when it has been saved
   * @throws expected `mixing:project-missing` (404)
   */
  see(accountId: string, document: MixProject, projectId: string | null): Promise<SeenProject>;
  /** @throws expected `mixing:plan-too-large` (503) for a project that takes too long, or too much memory */
  measure(task: Omit<PlanTask & { do: 'measure' }, 'do'>, options: PlannerOptions): Promise<Measured>;
  /** @throws expected `mixing:plan-too-large` (503), `mixing:shots-too-many` (422) */
  preview(task: Omit<PlanTask & { do: 'preview' }, 'do'>, options: PlannerOptions): Promise<PlannedPreview>;
  /**
   * Whether the project yields a combination just as it is described.
   * @throws expected `mixing:preview-outdated` (409), `mixing:plan-too-large` (503)
   */
  check(task: Omit<PlanTask & { do: 'check' }, 'do'>, options: PlannerOptions): Promise<ShownTiming>;
}

/** How long a task may take, and what takes it back. */
export type PlannerOptions = Omit<RunInThreadOptions, 'key'>;

const THREADS = Math.min(2, Math.max(1, availableParallelism() - 1));

/** Makes the planner of a process; its threads start with the first task and end when nothing is asked of them. */
export function createPlanner(ctx: ServerContext): Planner {
  const pool = createThreadPool({ size: THREADS, program: new URL('./plan-thread.ts', import.meta.url) });
  const historyOf = createHistories(ctx);
  const footageOf = createKnownFootage(ctx);

  async function run(task: PlanTask, options: PlannerOptions): Promise<unknown> {
    try {
      return await pool.run(task, { ...options, key: task.known.key });
    } catch (error) {
      if (!(error instanceof ThreadTimeout || error instanceof ThreadLost)) throw error;
      return fail('mixing:plan-too-large', {}, { kind: 'unavailable', cause: error });
    }
  }

  return {
    async see(accountId, document, projectId) {
      const history = await historyOf(accountId, projectId);
      const { ready, waiting } = await knownMaterials(ctx, accountId, document);
      const project = plannedProject(document);
      const materials = [...ready].map(([id, { hash, seconds }]) => [id, hash, seconds] as const);
      const footage = await footageOf(accountId, ready);
      const key = digestOf([accountId, project, materials, history.key]);
      const unseen = materials.flatMap(([id, hash]) => (footage.has(hash) ? [] : [id]));
      return { known: { key, project, materials, history: history.packed, footage }, waiting, unseen };
    },
    // The program of the threads answers each task with its own kind of result.
    measure: async (task, options) => (await run({ do: 'measure', ...task }, options)) as Measured,
    preview: async (task, options) => (await run({ do: 'preview', ...task }, options)) as PlannedPreview,
    check: async (task, options) => (await run({ do: 'check', ...task }, options)) as ShownTiming,
  };
}

/** What of a document decides the plan, and nothing else: a new title plans nothing anew. */
export function plannedProject({ ratio, resolution, order, shotSeconds, groups }: MixProject): PlannedProject {
  return {
    ...{ ratio, resolution, order, shotSeconds },
    groups: groups.map(({ id, name, speed, transition, materials }) => ({ id, name, speed, transition, materials })),
  };
}

/** Names data by its content. */
export function digestOf(data: unknown): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex');
}
