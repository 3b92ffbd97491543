import { fail } from '#core/contract/errors.ts';
import type { EventDefinition } from '#core/contract/event.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';
import { levelOfRole } from '#core/contract/tiers.ts';
import { roleAt } from '#core/server/services/accounts/accounts.ts';
import type { Jobs } from '#core/server/services/jobs/jobs.ts';

import type { ServerContext } from './context.ts';
import type { OutsideAccounts, OutsideContext } from './outside-context.ts';
import { serverTokenName, type ServerToken } from './server-token.ts';

/** The context for the server half of a plugin from outside, as {@link OutsideContext} describes it. */
export function narrowContext(ctx: ServerContext, plugin: Pick<PluginManifest, 'id' | 'uses'>): OutsideContext {
  const { id } = plugin;
  const { audit } = ctx;
  return Object.freeze<OutsideContext>({
    db: pick(ctx.db, ['orm', 'scope', 'transaction', 'beforeCommit']),
    files: ownHolds(ctx, id),
    jobs: ownJobs(ctx, id),
    events: ownEvents(ctx, id),
    media: {
      ...pick(ctx.media, ['runner', 'node', 'hasher']),
      graph: pick(ctx.media.graph, ['key', 'make', 'recall']),
    },
    toolRuns: ownRuns(ctx, id),
    accounts: seenAccounts(ctx),
    providers: pick(ctx.providers, ['use', 'inOrder', 'one', 'every']),
    settings: ownSettings(ctx, id),
    audit: {
      async record(tx, entry) {
        assertOwn(id, 'the audited action', entry.action);
        await audit.record(tx, entry);
      },
    },
    clock: ctx.clock,
    log: ctx.log.child({ plugin: id }),
    publicUrl: ctx.publicUrl,
    keyFor: (purpose: string) => ctx.keyFor(`plugin/${id}/${purpose}`),
    temporaryFolder: ctx.temporaryFolder,
    async fire(tx, hook, what) {
      if (hook.owner !== id) throw new TypeError(`${id}: only "${hook.owner}" fires ${hook.name}`);
      await ctx.fire(tx, hook, what);
    },
    use<T>(token: ServerToken<T>): T | undefined {
      const { plugin: owner, name } = serverTokenName(token);
      if (owner !== id && !plugin.uses.includes(owner)) {
        throw new TypeError(`${id}: to use ${name}, list "${owner}" under "uses" in plugin.ts`);
      }
      return ctx.use(token);
    },
  });
}

/** What is passed on as it is; services have more at run time than their types say. */
const FILES = [
  ...(['add', 'addLocal', 'copy', 'get', 'withLocal', 'remove', 'forget'] as const),
  ...(['held', 'space', 'assertSpace', 'signedUrl'] as const),
] as const;
const RUNS = [
  ...(['price', 'start', 'list', 'read', 'items', 'pause', 'resume', 'cancel', 'retry', 'rename', 'remove'] as const),
  ...(['planFurther', 'touch', 'toolOf', 'outputs', 'sharedFootage'] as const),
] as const;

function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  // The names are keys of the result's type.
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
}

/** @throws TypeError for a name that does not begin with the plugin's id and a dot */
function assertOwn(id: string, what: string, name: string): void {
  if (!name.startsWith(`${id}.`)) throw new TypeError(`${id}: ${what} "${name}" must be named "${id}.…"`);
}

/** Whoever holds a file is told apart from holders of other plugins. */
function ownHolds({ files }: ServerContext, id: string): OutsideContext['files'] {
  const own = (holder: string): string => `plugin ${id}: ${holder}`;
  return {
    ...pick(files, FILES),
    hold: (tx, accountId, ids, holder) => files.hold(tx, accountId, ids, own(holder)),
    release: (tx, accountId, holder) => files.release(tx, accountId, own(holder)),
  };
}

function ownJobs({ jobs }: ServerContext, id: string): OutsideContext['jobs'] {
  const own = (job: string): string => {
    assertOwn(id, 'the job', job);
    return job;
  };
  const ofTask =
    (change: (accountId: string, taskId: string) => ReturnType<Jobs['get']>): Jobs['get'] =>
    async (accountId, taskId) => {
      const { job } = await jobs.get(accountId, taskId);
      if (!job.startsWith(`${id}.`)) fail('core:task.missing', {}, { kind: 'not-found' });
      return await change(accountId, taskId);
    };
  return {
    enqueue: async (tx, job, options) => await jobs.enqueue(tx, own(job), options),
    enqueueMany: async (tx, job, options) => await jobs.enqueueMany(tx, own(job), options),
    retryMany: async (tx, job, accountId, ids) => await jobs.retryMany(tx, own(job), accountId, ids),
    pause: async (tx, job, subject) => await jobs.pause(tx, own(job), subject),
    resume: async (tx, job, subject) => await jobs.resume(tx, own(job), subject),
    get: ofTask(jobs.get),
    cancel: ofTask(jobs.cancel),
    retry: ofTask(jobs.retry),
    list: (accountId, options) => jobs.list(accountId, { ...options, plugin: id }),
  };
}

function ownEvents({ events }: ServerContext, id: string): OutsideContext['events'] {
  const own = ({ topic }: EventDefinition): void => assertOwn(id, 'the event', topic);
  return {
    async publish(tx, event, message) {
      own(event);
      await events.publish(tx, event, message);
    },
    async hint(event, message) {
      own(event);
      await events.hint(event, message);
    },
  };
}

function ownRuns({ toolRuns }: ServerContext, id: string): OutsideContext['toolRuns'] {
  return {
    ...pick(toolRuns, RUNS),
    async begin(tx, accountId, options) {
      assertOwn(id, 'the tool', options.tool);
      return await toolRuns.begin(tx, accountId, options);
    },
  };
}

function seenAccounts({ accounts, clock }: ServerContext): OutsideAccounts {
  return {
    async find(tx, accountId) {
      const row = await accounts.find(tx, accountId);
      if (row === undefined) return undefined;
      const { id, name, operator, disabled } = row;
      return { id, name, operator, disabled, level: levelOfRole(roleAt(row, clock.now())) ?? 'level0' };
    },
  };
}

function ownSettings({ settings }: ServerContext, id: string): OutsideContext['settings'] {
  // Settings with this prefix are deleted when the plugin is removed.
  const prefix = `plugin.${id}`;
  const own = (key: string): void => {
    if (key === prefix || key.startsWith(`${prefix}.`)) return;
    throw new TypeError(`${id}: the setting "${key}" must be named "${prefix}.…"`);
  };
  return {
    async get(definition) {
      own(definition.key);
      return await settings.get(definition);
    },
    async set(definition, value, actor) {
      own(definition.key);
      await settings.set(definition, value, actor);
    },
    async change(definition, update, actor) {
      own(definition.key);
      await settings.change(definition, update, actor);
    },
    async changeTogether(actor, work) {
      await settings.changeTogether(actor, ({ tx, change }) =>
        work({
          tx,
          async change(definition, update) {
            own(definition.key);
            await change(definition, update);
          },
        }),
      );
    },
    onPluginChange(plugin, listener) {
      own(`plugin.${plugin}`);
      return settings.onPluginChange(plugin, listener);
    },
  };
}
