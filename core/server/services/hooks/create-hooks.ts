import type { Logger } from 'pino';
import { z } from 'zod';

import { nearestName } from '#core/contract/nearest-name.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { INSTALLATION, type JobHandler, type Jobs } from '#core/server/services/jobs/jobs.ts';

import type { ServerHook, Subscription } from './server-hook.ts';

/** Tells plugins what has happened. */
export interface Hooks {
  /**
   * Tells every subscriber once the caller's transaction is committed; nobody when it is rolled back. Plugins that are
   * switched off are not told.
   * @throws TypeError for a payload of another shape, and a hook that its plugin does not list under `fires`
   */
  fire<T>(tx: Tx, hook: ServerHook<T>, what: { accountId: string; data: T }): Promise<void>;
}

/** {@link Hooks} with what the process needs that composes them. */
export interface HooksService extends Hooks {
  /** Adds hooks that may be fired. @throws TypeError for one of another owner, and one that is there twice */
  declare(owner: string, hooks: readonly ServerHook[]): void;
  /**
   * Adds what a plugin wants to be told of.
   * @param declared the names in its manifest
   * @returns the handlers of the jobs that deliver it, by name
   * @throws TypeError for a hook that the manifest does not list, and one that is subscribed to twice
   */
  subscribe(
    plugin: string,
    declared: readonly string[],
    subscriptions: readonly Subscription[],
  ): Record<string, JobHandler>;
  /** Forgets what a plugin fires and wants to be told of. */
  forget(plugin: string): void;
  /** Warns of subscriptions to hooks that their plugins do not fire; called once everything is declared. */
  tellUnknown(): void;
}

export interface HooksOptions {
  jobs: Pick<Jobs, 'enqueueMany'>;
  log: Pick<Logger, 'warn'>;
  /** Whether a plugin is installed and switched on. */
  isOn(id: string): Promise<boolean>;
}

const ATTEMPTS = 10;
const deliverySchema = z.object({ accountId: z.uuid(), data: z.unknown() });

/** The job that delivers a hook to a plugin: `shots.on.materials.ready.1`. */
const jobOf = (plugin: string, hook: string): string => `${plugin}.on.${hook.replace('@', '.')}`;

/** Creates the {@link HooksService} of a process. Each subscriber has a job of its own, so that none waits for another. */
export function createHooks({ jobs, log, isOn }: HooksOptions): HooksService {
  const declared = new Map<string, ServerHook>();
  const subscribers = new Map<string, string[]>();

  return {
    declare(owner, hooks) {
      for (const { name, ...hook } of hooks) {
        if (hook.owner !== owner) {
          throw new TypeError(`${owner}: only "${hook.owner}" fires ${name}; name a hook of your own "${owner}.…"`);
        }
        if (declared.has(name))
          throw new TypeError(`${owner}: ${name} is listed twice under fires; remove one of them`);
        declared.set(name, { name, ...hook });
      }
    },

    subscribe(plugin, names, subscriptions) {
      const handlers: Record<string, JobHandler> = {};
      for (const { hook, handle } of subscriptions) {
        if (!names.includes(hook.name)) {
          throw new TypeError(`${plugin}: to be told of ${hook.name}, list "${hook.name}" under "hooks" in plugin.ts`);
        }
        const job = jobOf(plugin, hook.name);
        if (job in handlers) throw new TypeError(`${plugin}: hooks has ${hook.name} twice; do both in one handler`);
        handlers[job] = async (run) => {
          // What was switched off meanwhile is not told.
          if (!(await isOn(plugin))) return;
          const { accountId, data } = deliverySchema.parse(run.payload);
          const { signal, task } = run;
          const complete = (publish?: (tx: Tx) => Promise<void>) => run.complete(publish);
          await handle({ id: task.id, accountId, data: hook.payload.parse(data), signal, complete });
        };
      }
      for (const { hook } of subscriptions) {
        subscribers.set(hook.name, [...(subscribers.get(hook.name) ?? []), plugin]);
      }
      return handlers;
    },

    forget(plugin) {
      for (const [name, { owner }] of declared) if (owner === plugin) declared.delete(name);
      for (const [name, plugins] of subscribers) {
        subscribers.set(
          name,
          plugins.filter((each) => each !== plugin),
        );
      }
    },

    tellUnknown() {
      const owners = new Set([...declared.values()].map(({ owner }) => owner));
      for (const [name, plugins] of subscribers) {
        if (declared.has(name) || !owners.has(name.slice(0, name.indexOf('.')))) continue;
        const nearest = nearestName(name, [...declared.keys()]);
        const advice = nearest === undefined ? 'remove the subscription' : `is ${nearest} meant?`;
        log.warn(
          { plugins, hook: name },
          `${plugins.join(', ')} will never be told of ${name}: nothing fires it; ${advice}`,
        );
      }
    },

    async fire(tx, hook, { accountId, data }) {
      const known = declared.get(hook.name);
      if (known === undefined) {
        throw new TypeError(`fire(${hook.name}): list it under "fires" of the server half of "${hook.owner}"`);
      }
      const { error } = known.payload.safeParse(data);
      if (error !== undefined) {
        const problems = error.issues.map(({ path, message }) => `${['data', ...path].join('.')}: ${message}`);
        throw new TypeError(`fire(${hook.name}): ${problems.join('; ')}`);
      }
      const payload = { accountId, data };
      for (const plugin of subscribers.get(hook.name) ?? []) {
        if (!(await isOn(plugin))) continue;
        await jobs.enqueueMany(tx, jobOf(plugin, hook.name), [
          { accountId: INSTALLATION, payload, attempts: ATTEMPTS },
        ]);
      }
    },
  };
}
