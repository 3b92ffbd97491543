import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { eraseAccount } from '#plugins/account/server/accounts/erase-account.ts';
import { forgetCopies } from '#plugins/voices/server/clones/left-copies.ts';
import { voicesLeftCopies } from '#plugins/voices/server/tables.ts';
import { startOpenAiVoices } from '#tests/fixtures/voices/voice-services.ts';
import { spoken, startVoicesKit } from '#tests/integration/voices/voices-kit.ts';

/** Voices whose workers are killed at any moment, beside the worst ones: by hand. */
const KILLS = Number(process.env['REELPORT_KILLS'] ?? 0);
/** Milliseconds after the first request within which a voice is made. */
const LATEST = 40;

test('kill -9 while a voice is made: as its consent and as the voice is there and nobody has heard of it, it is made once', async (t) => {
  const scope = lastFirst(t);
  const kit = await startVoicesKit(scope, { worker: 'own' });
  const openai = await startOpenAiVoices();
  scope.after(() => openai.close());
  await kit.choose('engines.openai-voices', { address: `${openai.address}/v1`, key: 'k' });
  let worker: ChildProcess = kit.kit.startWorker();
  const kill = async (): Promise<void> => {
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    worker = kit.kit.startWorker();
  };
  /** Kills the worker at the moment when the service has made something, before it hears of it. */
  const killAsMade = async (made: Map<string, string>): Promise<void> => {
    await new Promise<void>((resolve, reject) => {
      made.set = (key, value) => {
        Reflect.deleteProperty(made, 'set');
        kill().then(resolve, reject);
        return made.set(key, value);
      };
    });
  };
  const killAnyTime = async (): Promise<void> => {
    const before = openai.sent.length;
    while (openai.sent.length === before) await sleep(2);
    const moment = Math.round(Math.random() * LATEST);
    t.diagnostic(`killed ${moment} ms after the first request`);
    await sleep(moment);
    await kill();
  };
  /** Has a voice made while workers are killed. @returns its id */
  async function struck(...strikes: (() => Promise<void>)[]): Promise<string> {
    const consent = await kit.record(spoken(), 'consent', { name: 'recording.wav', origin: 'recorded' });
    const all = Promise.all(strikes.map((strike) => strike()));
    const { id } = await kit.create({ consent: { kind: 'spoken', name: 'Ada', recording: consent.id } });
    await all;
    await kit.reach(id, (voice) => voice?.state === 'success', 60);
    return id;
  }

  const made = [
    await struck(
      () => killAsMade(openai.consents),
      () => killAsMade(openai.voices),
    ),
  ];
  for (let count = 0; count < KILLS; count += 1) made.push(await struck(killAnyTime));
  // Each is named by our id, and there is one of it.
  assert.deepEqual([...openai.voices.values()].toSorted(), made.toSorted());
  assert.deepEqual([...openai.consents.values()].toSorted(), made.toSorted());

  // With the account all of it goes, also where the answer to that is lost.
  await eraseAccount(kit.ctx, kit.accountId, (erase) => kit.ctx.db.transaction(erase));
  openai.whims.push('lost');
  await forgetCopies(kit.ctx);
  await kit.ctx.db.orm.update(voicesLeftCopies).set({ dueAt: new Date(0) });
  await forgetCopies(kit.ctx);
  assert.deepEqual(await kit.ctx.db.orm.select().from(voicesLeftCopies), []);
  assert.deepEqual([openai.voices.size, openai.consents.size], [0, 0]);
});
