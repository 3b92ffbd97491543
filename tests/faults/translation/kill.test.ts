import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Project } from '#plugins/translation/calls.ts';
import { startTranslationKit } from '#tests/integration/translation/translation-kit.ts';
import { until } from '#tests/until.ts';

const scope = lastFirst({ after });

test('a worker that is killed while it translates loses nothing, and no line is paid for twice that was kept', async () => {
  const kit = await startTranslationKit(scope, { worker: 'own', lines: 2 });
  await kit.connect({ atOnce: 1, patience: 60 });
  const words = Array.from({ length: 12 }, (_, at) => `第 ${at + 1} 句`);
  const { id } = await kit.begin((await kit.addText(...words)).id);
  const read = async () => (await kit.call<Project>('GET', `/projects/${id}`)).data.targets[0];
  // Four lines come, and then the service thinks for long.
  kit.service.whims.push({ late: 0 }, { late: 0 }, 'nothing');
  await kit.call('POST', `/projects/${id}/runs`, { languages: ['en-US'] });
  const worker = kit.kit.startWorker();
  await until(async () => (await read())?.drafted === 4 && kit.service.requests.length === 3, 'it waits', 60);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  kit.kit.startWorker();
  await until(async () => (await read())?.state === 'idle', 'it is done', 120);
  assert.equal((await read())?.drafted, 12);
  const asked = kit.service.requests.flatMap(({ lines }) => lines.map(({ text }) => text));
  for (const word of words.slice(0, 4)) assert.equal(asked.filter((each) => each === word).length, 1, word);
});
