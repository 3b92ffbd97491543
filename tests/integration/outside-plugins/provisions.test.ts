import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';
import { CIRCLE, PILOT, TIDE } from '#tests/fixtures/server-halves/partners.ts';
import type { Answer, TestServer } from '#tests/integration/http/test-server.ts';

import { startHarbour } from './harbour.ts';

const scope = lastFirst({ after });
let server: TestServer;
let token: string;
before(async () => {
  const discovered = (await discoverPlugins()).filter(({ manifest }) => manifest.id === 'materials');
  server = await startHarbour(scope, [PILOT, TIDE, ...CIRCLE], { discovered });
  ({ token } = await server.signIn());
});

const ask = (what: string): Promise<Answer> => server.call('GET', `/api/p/pilot/ask/${what}`, { token });
const answerOf = async (what: string) => ((await ask(what)).envelope.data as { answer: string }).answer;
const faultsOf = async (id: string) => (await server.composed.ctx.plugins.faults(id)).map(({ message }) => message);

test('halves from outside meet each other and the library, whichever starts first', async () => {
  assert.equal(await answerOf('height'), '5');
  assert.equal(await answerOf('library'), '0');
  assert.deepEqual(server.composed.halves.states().get('tide')?.parts?.provides, ['tide.table@1']);
});

test('a partner that the manifest does not list, and a query that the library does not take, are the asker’s mistakes', async () => {
  assert.equal((await ask('unlisted')).failure.error, 'core:plugin.server-fault');
  assert.equal((await ask('badly')).failure.error, 'core:plugin.server-fault');
  const messages = await untilNoted('pilot', 2);
  assert.match(messages.join('\n'), /to use mixing\.anything@1, list "mixing" under "uses" in plugin\.ts/);
  assert.match(messages.join('\n'), /list of the library: limit: /);
  assert.equal(await answerOf('height'), '5');
});

test('halves that need each other while they start: the one that closes the circle fails, and says how', () => {
  const [eddy, swirl] = CIRCLE.map(({ id }) => server.composed.halves.states().get(id));
  assert.deepEqual([eddy?.state, swirl?.state], ['running', 'failed']);
  assert.match(swirl?.problem ?? '', /eddy → swirl\.turn@1 → eddy\.turn@1: .* call ctx\.use inside the methods/);
});

test('a fault in what a half offers is its own: the asker is told what happened and goes on', async () => {
  const expected = await ask('expected');
  assert.deepEqual([expected.status, expected.failure.error], [404, 'core:file-missing']);
  const before = (await faultsOf('pilot')).length;
  for (let round = 0; round < 3; round += 1) {
    const wrong = await ask('wrong');
    assert.deepEqual([wrong.status, wrong.failure.error], [503, 'core:plugin.service-fault']);
  }
  assert.match((await untilNoted('tide', 3))[0] ?? '', /service: Error: the gauge is stuck/);
  assert.equal((await faultsOf('pilot')).length, before, 'the asker has no fault');
  assert.equal(server.composed.halves.states().get('tide')?.state, 'failed');
  assert.equal(await answerOf('height'), 'undefined', 'a half that rests offers nothing');
  await server.composed.halves.retry('tide');
  assert.equal(await answerOf('height'), '5');
});

test('what an operator switches off offers nothing until it is on again', async () => {
  const { ctx } = server.composed;
  const until = async (isOn: boolean) => {
    for (let round = 0; (ctx.use(LIBRARY) !== undefined) !== isOn; round += 1) {
      assert.ok(round < 400, `the library does not go ${isOn ? 'on' : 'off'}`);
      await sleep(25);
    }
  };
  await ctx.plugins.setDisabled('materials', true, 'test');
  await until(false);
  assert.equal(await answerOf('library'), 'undefined');
  await ctx.plugins.setDisabled('materials', false, 'test');
  await until(true);
  assert.equal(await answerOf('library'), '0');
});

async function untilNoted(id: string, count: number): Promise<string[]> {
  for (let round = 0; round < 400; round += 1) {
    const messages = await faultsOf(id);
    if (messages.length >= count) return messages;
    await sleep(25);
  }
  return assert.fail(`${id} has fewer than ${count} faults`);
}
