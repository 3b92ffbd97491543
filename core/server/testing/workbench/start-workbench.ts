import type { z } from 'zod';

import type { ProviderKind } from '#core/contract/provider-kinds.ts';
import type { OutsideContext } from '#core/server/plugins/outside-context.ts';
import type { ServerHook } from '#core/server/services/hooks/server-hook.ts';
import { INSTALLATION, type Task } from '#core/server/services/jobs/jobs.ts';
import type { PluginFault } from '#core/server/services/plugin-registry/plugins.ts';
import type { ProviderPorts } from '#core/server/services/providers/provider-ports.ts';
import { writeOperatorValues } from '#core/server/services/settings/operator-values.ts';

import { drawClip, drawPicture, type ClipOptions, type Drawing, type PictureOptions } from './draw-media.ts';
import { watchJobs } from './ended-jobs.ts';
import { openServer } from './opened-server.ts';
import type { Partner } from './partner.ts';
import { testAccount, testVisitor, type AccountOptions, type TestAccount, type TestCaller } from './test-account.ts';

/** A whole server that runs the plugin under test, on a database and a data folder of its own. */
export interface TestWorkbench {
  /** What the plugin's server half is given. */
  readonly ctx: OutsideContext;
  /** Somebody who has not logged in. */
  readonly visitor: TestCaller;
  /** A new account, logged in. */
  account(options?: AccountOptions): Promise<TestAccount>;
  /**
   * Runs the plugin's jobs to the end, retries included; those of its tools and hooks too.
   * @param options.seconds until the test fails; 60 by default
   * @returns the tasks that have ended since the last call, in the order in which they were enqueued
   */
  runJobs(options?: { seconds?: number }): Promise<Task[]>;
  /** Starts the job of one of the plugin's schedules as if it were due, and runs it to the end. */
  runSchedule(name: string): Promise<Task[]>;
  /** Fires a hook of another plugin, and waits until the plugin under test has been told. */
  fire<T>(hook: ServerHook<T>, what: { accountId: string; data: T }): Promise<Task[]>;
  /** Sets what operators set for the plugin; null takes a value away. @throws Error naming values that do not fit */
  set(values: Record<string, z.core.util.JSONType>): Promise<void>;
  /** Fills in a service of the plugin and chooses it, as an operator would. */
  useService(kind: ProviderKind, id: string, settings?: Record<string, z.core.util.JSONType>): Promise<void>;
  /** Moves the clock on. Jobs that were enqueued for later go by the database's clock, which it does not move. */
  advance(seconds: number): void;
  /** Draws a clip. @returns its path; the file is kept from run to run */
  clip(options?: ClipOptions): Promise<string>;
  /** Draws a picture. @returns its path; the file is kept from run to run */
  picture(options?: PictureOptions): Promise<string>;
  /** What went wrong in the plugin's code so far, as operators see it; the newest first. */
  faults(): Promise<PluginFault[]>;
}

const JOB_SECONDS = 60;
/** Who changes settings, as the audit has it. */
const OPERATOR = 'system';

/** What is put in place of things around the plugin. */
export interface WorkbenchOptions {
  /** Stand-ins for other plugins from outside that the plugin uses. */
  partners?: readonly Partner[];
  /** Stand-ins for services, by kind; they are in use from the start. */
  services?: Partial<ProviderPorts>;
}

/**
 * Starts a workbench with the plugin under test; it ends with the test file. One is enough for a file, since each
 * account sees its own rows.
 * @throws Error with the reason when the workbench would not run the server half
 * @example
 * const workbench = await startWorkbench();
 * const silver = await workbench.account({ level: 'level2' });
 * await silver.call(createShot, { body: { name: 'Quay' } });
 */
export async function startWorkbench(options: WorkbenchOptions = {}): Promise<TestWorkbench> {
  const server = await openServer({ partners: options.partners ?? [], services: options.services ?? {} });
  const { ctx, manifest, half, own } = server;
  const jobs = watchJobs(ctx.db, manifest.id);
  const drawing: Drawing = { runner: ctx.media.runner, cacheFolder: server.cacheFolder };

  return {
    ctx: own,
    visitor: testVisitor(server),
    account: (who = {}) => testAccount(server, who),
    runJobs: ({ seconds = JOB_SECONDS } = {}) => jobs.wait(seconds),

    async runSchedule(name) {
      const schedules = half.schedules ?? [];
      const schedule = schedules.find((each) => each.name === name);
      if (schedule === undefined) {
        const names = schedules.map((each) => each.name).join(', ');
        throw new TypeError(`runSchedule: there is no schedule "${name}"; the plugin has ${names || 'none'}`);
      }
      await ctx.jobs.enqueue(ctx.db, schedule.job, { accountId: INSTALLATION, payload: { schedule: name } });
      return await jobs.wait(JOB_SECONDS);
    },

    async fire(hook, what) {
      await ctx.db.transaction((tx) => ctx.fire(tx, hook, what));
      return await jobs.wait(JOB_SECONDS);
    },

    set: (values) => writeOperatorValues(ctx, manifest, values, OPERATOR),

    async useService(kind, id, settings = {}) {
      const { admin } = ctx.providers;
      await admin.writeSettings(kind, id, settings, OPERATOR);
      await admin.choose(kind, { adapters: [id], orEmbedded: false }, OPERATOR);
    },

    advance: (seconds) => server.clock.advance(seconds),
    clip: (shape) => drawClip(drawing, shape),
    picture: (shape) => drawPicture(drawing, shape),
    faults: () => ctx.plugins.faults(manifest.id),
  };
}
