import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';

import type { z } from 'zod';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import { withConsole } from '#host/server/console.ts';
import type { Configuration } from '#host/server/configuration.ts';
import {
  faultSchema,
  HALF_FAULT,
  HALF_RESTARTED,
  RESTART_HALF,
  restartedSchema,
  type RestartMessage,
} from '#host/server/outside-plugins/obey-restarts.ts';
import { addPluginFolder } from '#host/server/outside-plugins/plugin-folders.ts';
import { runningServer } from '#host/server/start/data-folder-lock.ts';

import type { AuthorFolder } from './author-folder.ts';
import type { BuiltPlugin } from './build-plugin.ts';
import { BUNDLED } from './bundle.ts';
import { inSources } from './server-stack.ts';
import type { ToolTerminal } from './terminal.ts';

/** Puts the server half of a build into a running workbench, if it is another one than the last. */
export type PushServer = (built: BuiltPlugin) => Promise<void>;

export interface ServerPushOptions {
  configuration: Configuration;
  folder: AuthorFolder;
  /** Address to which browser halves go; it has to be that of the same workbench. */
  to: string;
  terminal: ToolTerminal;
}

/** Processes of a workbench that run server halves. */
const ROLES = ['api', 'worker'] as const;
/** Longer than the import of a half may take. */
const RESTART_MILLISECONDS = 20_000;
/** A worker that is just starting does not listen yet. */
const AGAIN_MILLISECONDS = 2_000;

/**
 * Runs `work` with a way to push server halves to the workbench that runs from the data folder on this machine. Whoever
 * can write that folder can have code run by the server anyway, at its next start; nobody else can push, and nothing
 * goes over HTTP. Faults of the half are printed as they come.
 * @throws expected `host:plugin-tools.dev-server-…` where there is no such workbench
 */
export async function withServerPush(
  options: ServerPushOptions,
  work: (push: PushServer) => Promise<void>,
): Promise<void> {
  const { configuration, folder, terminal } = options;
  await assertHere(options);
  await withConsole(configuration, async ({ db }) => {
    const answers = new Map<string, (answer: z.output<typeof restartedSchema>) => void>();
    let id = '';
    let last = '';
    await db.notifications.listen({
      topic: HALF_RESTARTED,
      onMessage(data) {
        const answer = restartedSchema.safeParse(data).data;
        if (answer !== undefined) answers.get(answer.request)?.(answer);
      },
    });
    await db.notifications.listen({
      topic: HALF_FAULT,
      onMessage(data) {
        const fault = faultSchema.safeParse(data).data;
        if (fault?.id !== id) return;
        const message = inSources(fault.message, { id, map: join(folder.dist, BUNDLED.serverMap) });
        terminal.tell('host:plugin-tools.dev-server-fault', { ...fault, message });
      },
    });

    async function restart(integrity: string): Promise<void> {
      const request = randomUUID();
      const missing = new Set<string>(ROLES);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      let problem: string | null = null;
      const end = (): void => {
        if (problem === null) resolve();
        else reject(new ExpectedError('host:plugin-tools.dev-server-failed', { problem }));
      };
      answers.set(request, (answer) => {
        missing.delete(answer.role);
        problem ??= answer.problem;
        // While one of them has yet to answer, it still runs what was there before.
        if (missing.size === 0) end();
      });
      const late = setTimeout(() => {
        if (problem !== null) return end();
        const params = { roles: [...missing].join(', '), seconds: RESTART_MILLISECONDS / 1000 };
        reject(new ExpectedError('host:plugin-tools.dev-server-silent', params));
      }, RESTART_MILLISECONDS);
      const message: RestartMessage = { request, id, integrity };
      const ask = (): Promise<void> => db.notifications.send(db, RESTART_HALF, message);
      const again = setInterval(() => void ask().catch(reject), AGAIN_MILLISECONDS);
      try {
        await ask();
        await promise;
      } finally {
        clearTimeout(late);
        clearInterval(again);
        answers.delete(request);
      }
    }

    await work(async (built) => {
      const { server, manifest } = built.description;
      const content = contentOf(built);
      if (server === null || content === last) return;
      id = manifest.id;
      const begin = performance.now();
      // Whatever goes wrong from here on, the last one runs no more.
      last = '';
      await addPluginFolder(configuration.dataDir, folder.dist);
      await restart(server.module.integrity);
      last = content;
      const milliseconds = Math.round(performance.now() - begin);
      terminal.tell('host:plugin-tools.dev-server-restarted', { id, milliseconds });
    });
  });
}

/** @throws expected `host:plugin-tools.dev-server-…` unless the workbench at the address runs here, by itself */
async function assertHere({ configuration, to }: ServerPushOptions): Promise<void> {
  const { dataDir, databaseUrl, publicUrl } = configuration;
  if (databaseUrl !== undefined) fail('host:plugin-tools.dev-server-shared');
  const running = await runningServer(dataDir);
  if (running === undefined) fail('host:plugin-tools.dev-server-none', { folder: dataDir });
  const { address } = running;
  if (address !== null && !isSame(to, address) && new URL(to).origin !== publicUrl) {
    fail('host:plugin-tools.dev-server-other', { to, address, folder: dataDir });
  }
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function isSame(to: string, address: string): boolean {
  const [one, other] = [new URL(to), new URL(address)];
  return one.origin === other.origin || (one.port === other.port && LOOPBACK.test(one.hostname));
}

/** A hash of everything in a build that a server half consists of; its texts too, because failures are told by them. */
function contentOf({ files }: BuiltPlugin): string {
  const hash = createHash('sha256');
  for (const [path, bytes] of files) if (/^(server|texts)\//.test(path)) hash.update(path).update(bytes);
  return hash.digest('hex');
}
