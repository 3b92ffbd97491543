import { join } from 'node:path';

import { z } from 'zod';

import type { ServerHalvesService } from '#core/server/plugins/server-halves.ts';

import { loadHalfAnew, OUTSIDE_PLUGINS, type OpenHalvesOptions } from './open-halves.ts';
import { readFolder } from './read-folder.ts';

/** Topic of the message from a console that a half in the data folder is to be started anew. */
export const RESTART_HALF = 'server-half-restart';
/** Topic of the answer of each process that has done so. */
export const HALF_RESTARTED = 'server-half-restarted';
/** Topic of the faults of halves, for the console of whoever writes one. */
export const HALF_FAULT = 'server-half-fault';

export const restartSchema = z.object({
  request: z.uuid(),
  id: z.string(),
  /** Hash of the module that is to run: a process with another data folder has nothing to do. */
  integrity: z.string(),
});
export type RestartMessage = z.output<typeof restartSchema>;
export const restartedSchema = z.object({ request: z.uuid(), role: z.string(), problem: z.string().nullable() });
export const faultSchema = z.object({ id: z.string(), role: z.string(), place: z.string(), message: z.string() });

/** Notifications take little more than that. */
const FAULT_LETTERS = 3_000;

export interface RestartOptions extends OpenHalvesOptions {
  /** `api` or `worker`. */
  role: string;
  halves: ServerHalvesService;
  /** Puts what a half brings now in place of what it brought before. */
  exchange(id: string): Promise<void>;
}

/**
 * Starts single halves anew when a console on this machine has put them into the data folder, and tells it of faults.
 * The message says which half, and never brings code: what runs is what lies in the data folder, as at any start.
 */
export async function obeyRestarts(options: RestartOptions): Promise<void> {
  const { db, halves, role, log, dataDir } = options;
  const tell = (topic: string, data: object): void => {
    db.notifications.send(db, topic, data).catch((error: unknown) => {
      log.warn({ err: error, topic }, 'a console could not be told of a server half');
    });
  };

  /** A console asks again until it is answered. */
  let done: z.output<typeof restartedSchema> | undefined;

  async function restart({ request, id, integrity }: RestartMessage): Promise<void> {
    if (done?.request === request) return tell(HALF_RESTARTED, done);
    if ((await integrityOf(dataDir, id)) !== integrity) return;
    await halves.restart(id, () => loadHalfAnew(id, options));
    await options.exchange(id);
    const state = halves.states().get(id);
    log.info({ plugin: id, state: state?.state }, 'the server half of a plugin was started anew');
    done = { request, role, problem: state?.problem ?? null };
    tell(HALF_RESTARTED, done);
  }

  // One after another, also when a message comes while a half is being started.
  let last: Promise<void> = Promise.resolve();
  await db.notifications.listen({
    topic: RESTART_HALF,
    onMessage(data) {
      const message = restartSchema.safeParse(data).data;
      if (message === undefined) return;
      last = last
        .then(() => restart(message))
        .catch((error: unknown) => log.error({ err: error, plugin: message.id }, 'a server half was not started anew'));
    },
  });
  halves.onFault((id, error, place) => {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    tell(HALF_FAULT, { id, role, place, message: message.slice(0, FAULT_LETTERS) });
  });
}

/** Hash of the module in the data folder; undefined where there is none. */
async function integrityOf(dataDir: string, id: string): Promise<string | undefined> {
  if (!/^[a-z][a-z0-9-]{1,39}$/.test(id)) return undefined;
  const found = await readFolder(join(dataDir, OUTSIDE_PLUGINS, id), () => true).catch(() => undefined);
  return found?.package.server?.module.integrity;
}
