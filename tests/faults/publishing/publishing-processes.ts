import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { WishedPosts } from '#plugins/publishing/calls.ts';

const NODE = fileURLToPath(new URL('./publishing-node.ts', import.meta.url));

type Wish = WishedPosts & { key: string; name: string };

/** Posts that a node is to plan. */
export interface NodeQuestion {
  id: number;
  token: string;
  wish: Wish;
}

/** What a node says. */
export type NodeAnswer =
  | { kind: 'ready' }
  | { kind: 'planned'; id: number; task: string }
  | { kind: 'failed'; id: number; message: string };

/** A process was killed before it answered. */
export class Killed extends Error {}

/** A process that plans posts and takes them out; after it was killed, another one takes its place. */
export interface PublishingProcess {
  /** @returns the id of the task @throws Killed */
  plan(token: string, wish: Wish): Promise<string>;
  /** Kills it; resolves when another one has begun. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPublishingProcess(env: Readonly<Record<string, string>>): Promise<PublishingProcess> {
  const waiting = new Map<number, { resolve(task: string): void; reject(error: Error): void }>();
  let last = 0;
  let child = await start();

  async function start(): Promise<ChildProcess> {
    const begun = fork(NODE, { env: { ...process.env, ...env } });
    const ready = Promise.withResolvers<void>();
    begun.on('message', (answer: NodeAnswer) => {
      if (answer.kind === 'ready') return ready.resolve();
      const asker = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (answer.kind === 'planned') asker?.resolve(answer.task);
      else asker?.reject(new Error(answer.message));
    });
    begun.once('exit', (code) => ready.reject(new Error(`a node ended with ${code}`)));
    await ready.promise;
    return begun;
  }

  async function end(): Promise<void> {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    for (const { reject } of waiting.values()) reject(new Killed());
    waiting.clear();
  }

  return {
    async plan(token, wish) {
      const id = ++last;
      const answer = Promise.withResolvers<string>();
      waiting.set(id, answer);
      // It may be dying just now; then the end of the process is the answer.
      if (child.connected) child.send({ id, token, wish } satisfies NodeQuestion, () => undefined);
      else answer.reject(new Killed());
      return await answer.promise;
    },
    async kill() {
      await end();
      child = await start();
    },
    stop: end,
  };
}
