import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { DUB_RULES } from '#plugins/translation/dub-plan.ts';
import { startDubKit, type LineToSay } from '#tests/integration/translation/dub-kit.ts';
import { until } from '#tests/until.ts';

const scope = lastFirst({ after });
/** Lines that are spoken at once. */
const AT_ONCE = 4;
const LINES = Array.from({ length: 12 }, (_, at): LineToSay => [
  400 + at * 1_100,
  1_400 + at * 1_100,
  `Line ${at + 1}.`,
]);

let kit: Awaited<ReturnType<typeof startDubKit>>;
before(async () => {
  kit = await startDubKit(scope, { worker: 'own', seconds: 0.6 });
});

test('a worker that is killed while it dubs goes on where it was: no line that was spoken is spoken again', async () => {
  const id = await kit.project(await kit.video(), LINES);
  assert.equal((await kit.start(id)).status, 200);
  const worker = kit.kit.startWorker();
  await until(() => kit.said().length >= 6, 'some lines are spoken', 60);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  const before = kit.said().length;
  assert.ok(before < LINES.length, 'it was killed in the middle');
  kit.kit.startWorker();
  const dub = await kit.ended(id, 'en-US', 120);
  assert.equal(dub.run?.state, 'done', JSON.stringify(dub.run));
  const again = kit
    .said()
    .slice(before)
    .filter((text) => kit.said().slice(0, before).includes(text));
  assert.ok(again.length <= AT_ONCE, `${again.length} lines are spoken twice, more than were under way`);
  assert.equal(dub.lines.length, LINES.length);
  for (const { cue, drift } of dub.lines) assert.ok(Math.abs(drift ?? 99) <= DUB_RULES.drift, `${cue}: ${drift}`);
  assert.notEqual(dub.materialId, null);

  // One at a time, and one that is cancelled leaves the way free for another.
  await kit.write(id, 'c1', 'Something else.');
  const second = await kit.start(id, { voice: 'female' });
  assert.equal((await kit.start(id)).failure.error, 'translation:dub.busy');
  await kit.kit.call('POST', `/api/tool-runs/${second.data.run?.id}/cancel`);
  assert.equal((await kit.ended(id)).run?.state, 'cancelled');
  const third = await kit.start(id);
  assert.equal(third.status, 200);
  assert.equal((await kit.ended(id, 'en-US', 120)).lines[0]?.text, 'Something else.');
});
