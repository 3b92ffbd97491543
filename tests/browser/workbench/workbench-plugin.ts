import type { TaskEvent } from '#core/contract/kernel-events.ts';
import { readFileCapacity } from '#core/contract/account-calls.ts';
import { listJobs, type Job } from '#core/contract/task-calls.ts';
import { answer, buildManifest, type Answer, type TestedPlugin } from '#core/web/testing/index.ts';
import { defineWeb, type WebPlugin } from '#core/web/define-web.ts';
import type { WorkbenchCard } from '#plugins/workbench/api.ts';
import { readFirstSteps } from '#plugins/workbench/calls.ts';
import manifest from '#plugins/workbench/plugin.ts';
import web from '#plugins/workbench/web/index.ts';

export const workbench = { manifest, web };

export const TIME = '2026-01-01T00:00:00.000Z';

/** A plugin that adds to the workbench. */
export function partner(activate: NonNullable<WebPlugin['activate']>, id = 'harbour'): TestedPlugin {
  const slots = [
    ...['workbench.cards', 'workbench.first-steps', 'tasks.work', 'workbench.clips'],
    ...['workbench.starts', 'workbench.outputs', 'workbench.widgets'],
  ];
  const routes = [{ path: '/harbour/:id', page: 'Ship' }];
  const pages = { Ship: () => Promise.resolve({ default: () => null }) };
  return {
    manifest: buildManifest({ id, uses: ['workbench'], slots, routes }),
    web: defineWeb({ pages, activate }),
  };
}

export function buildCard(overrides: Partial<WorkbenchCard> = {}): WorkbenchCard {
  return {
    ...{ id: '1', title: '港口日落', picture: null, to: '/harbour/1', changedAt: TIME },
    state: { tone: 'idle', text: 'workbench:jobs.title' },
    ...overrides,
  };
}

export const TASK = '01890000-0000-7000-8000-0000000000a1';

/** A job of one running task. */
export function buildJob(overrides: Partial<Job> = {}): Job {
  return {
    ...{ id: TASK, subjectId: null, job: 'harbour.load', state: 'running', total: 1, ended: 0 },
    ...{ running: [{ id: TASK, progress: 0.25 }], secondsLeft: 40, error: null, startedAt: TIME, updatedAt: TIME },
    ...overrides,
  };
}

/** The event that tells of a task. */
export function taskEvent(overrides: Partial<TaskEvent> = {}): TaskEvent {
  return {
    ...{ id: TASK, job: 'harbour.load', subjectId: null, state: 'running', progress: 0.5, secondsLeft: 20 },
    ...{ attempt: 1, createdAt: TIME, updatedAt: TIME },
    ...overrides,
  };
}

export function jobsAnswer(items: Job[], total = items.length): Answer {
  return answer(listJobs, { items, total });
}

/** What a server answers to a new account. */
export const QUIET: Answer[] = [
  answer(readFirstSteps, { material: false }),
  answer(readFileCapacity, { fdTotalSize: 1000, fdUsedSize: 100 }),
];
export const EMPTY: Answer[] = [...QUIET, jobsAnswer([])];
