import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { ExpectedError, type MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { LedgerNode } from '#tests/integration/ledger/random-steps.ts';

const NODE = fileURLToPath(new URL('./ledger-node.ts', import.meta.url));

type Method = keyof LedgerNode;

/** What a node is sent. */
export type NodeQuestion =
  | { kind: 'step'; id: number; method: Method; options: unknown }
  | { kind: 'live'; id: number; ids: readonly string[] };

/** What a node says. */
export type NodeAnswer =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; value: unknown }
  | { kind: 'refused'; id: number; code: MessageKey; params: MessageParams }
  | { kind: 'failed'; id: number; message: string }
  /** Which of these jobs go on. */
  | { kind: 'who-lives'; id: number; ids: readonly string[] };

/** A process was killed before it answered. */
export class Killed extends Error {}

/** A process that works on a ledger; after it was killed, another one takes its place. */
export interface LedgerProcess extends LedgerNode {
  /** Kills it while it works; resolves when another one has begun. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a {@link LedgerProcess} on a database. @param live jobs that go on */
export async function startLedgerProcess(connectionString: string, live: ReadonlySet<string>): Promise<LedgerProcess> {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  let child = await start();
  let restarting: Promise<void> = Promise.resolve();

  async function start(): Promise<ChildProcess> {
    const begun = fork(NODE, { serialization: 'advanced', env: { ...process.env, DATABASE_URL: connectionString } });
    begun.on('message', (answer: NodeAnswer) => {
      if (answer.kind === 'ready') return;
      if (answer.kind === 'who-lives') {
        const { id, ids } = answer;
        send(begun, { kind: 'live', id, ids: ids.filter((job) => live.has(job)) });
        return;
      }
      const asker = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (answer.kind === 'done') asker?.resolve(answer.value);
      else if (answer.kind === 'refused') asker?.reject(new ExpectedError(answer.code, answer.params));
      else asker?.reject(new Error(answer.message));
    });
    await once(begun, 'message');
    return begun;
  }

  function send(to: ChildProcess, question: NodeQuestion): void {
    // It may be dying just now; then nobody answers.
    if (to.connected) to.send(question, () => undefined);
  }

  async function ask<T>(method: Method, options?: unknown): Promise<T> {
    await restarting;
    return await new Promise<T>((resolve, reject) => {
      const id = ++last;
      // What the node answers is what the method answers.
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      send(child, { kind: 'step', id, method, options });
    });
  }

  async function end(): Promise<void> {
    const dying = child;
    dying.kill('SIGKILL');
    if (dying.exitCode === null && dying.signalCode === null) await once(dying, 'exit');
  }

  async function restart(): Promise<void> {
    await end();
    const lost = [...waiting.values()];
    waiting.clear();
    child = await start();
    for (const { reject } of lost) reject(new Killed('the process was killed before it answered'));
  }

  return {
    issue: (options) => ask('issue', options),
    hold: (options) => ask('hold', options),
    settle: (options) => ask('settle', options),
    correct: (options) => ask('correct', options),
    allot: (options) => ask('allot', options),
    look: () => ask('look'),
    async kill() {
      restarting = restarting.then(restart);
      await restarting;
    },
    stop: async () => {
      await restarting;
      await end();
    },
  };
}
