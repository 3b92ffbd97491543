import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';

import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import { defineServer } from '#core/server/plugins/server-plugin.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import type { DiscoveredPlugin } from '#host/server/discover-plugins.ts';
import * as calls from '#plugins/publishing/calls.ts';
import publishing from '#plugins/publishing/server/index.ts';
import { isOver, startPress } from '#tests/integration/tool-runs/press-kit.ts';
import { until } from '#tests/until.ts';

const PIER = 'pier.end';

/** A pier that writes down what arrives. */
const pier = definePlugin({ id: 'pier', version: '1.0.0', title: 'publishing:title' });
const arrivals = (dataFolder: string) => join(dataFolder, 'arrivals');
const pierHalf = defineServer({
  manifest: pier,
  providers: (ctx) => [
    defineProvider({
      ...{ kind: 'targets', id: PIER, title: 'publishing:folder.title' },
      open: () => ({
        send: async ({ name }) => appendFileSync(arrivals(ctx.dataFolder), `${name}\n`),
      }),
    }),
  ],
});
const CALLS = Object.fromEntries(
  Object.entries(calls).flatMap(([name, call]) => (typeof call === 'object' && 'path' in call ? [[name, call]] : [])),
);
const OTHERS: DiscoveredPlugin[] = [
  { manifest: publishing.manifest, calls: CALLS, server: publishing },
  { manifest: pier, calls: {}, server: pierHalf },
];

async function startPier(t: TestContext) {
  const kit = await startPress(t, { others: OTHERS });
  await kit.ctx.settings.set(choiceSetting('targets'), { adapters: [PIER], orEmbedded: false }, 'test');
  const wish = (run: string, target?: string | null) =>
    target === undefined
      ? kit.call<{ target: calls.Target | null }>('GET', `/api/publishing/runs/${run}/wish`)
      : kit.call<{ target: calls.Target | null }>('PUT', `/api/publishing/runs/${run}/wish`, { target });
  const arrived = () =>
    readFileSync(arrivals(kit.ctx.dataFolder), { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean);
  return { ...kit, wish, arrived };
}

test('what a run has made is sent once it has ended, once, and only where that was wished', async (t) => {
  const kit = await startPier(t);
  kit.have('hold-0', 'hold-1');
  const plain = await kit.start([await kit.material()]);
  const { id } = await kit.start([await kit.material(), await kit.material()]);
  assert.deepEqual(await kit.wish(id), { target: null });
  assert.equal((await kit.wish(id, PIER)).target?.id, PIER);
  assert.equal((await kit.wish(id)).target?.title, 'A folder of the server');
  assert.equal((await kit.wish(plain.id, PIER)).target?.id, PIER);
  assert.deepEqual(await kit.wish(plain.id, null), { target: null });
  kit.haveNot('hold-0', 'hold-1');
  const run = await kit.reach(id, isOver);
  await kit.reach(plain.id, isOver);
  await until(async () => kit.arrived().length === run.made, 'all that was made has arrived');
  assert.equal(run.made, 2);
  assert.deepEqual(await kit.wish(id), { target: null }, 'it was done');
});

test('a run that has ended takes no wish, and that of a cancelled one is forgotten', async (t) => {
  const kit = await startPier(t);
  const done = await kit.start([await kit.material()]);
  await kit.reach(done.id, isOver);
  const late = await kit.server.call('PUT', `/api/publishing/runs/${done.id}/wish`, {
    ...{ token: kit.token, body: { target: PIER } },
  });
  assert.deepEqual([late.status, late.failure.error], [409, 'publishing:run-over']);

  kit.have('hold-0', 'hold-1');
  const { id } = await kit.start([await kit.material()]);
  await kit.wish(id, PIER);
  await kit.call('POST', `/api/tool-runs/${id}/cancel`);
  kit.haveNot('hold-0', 'hold-1');
  await kit.reach(id, isOver);
  await until(async () => (await kit.wish(id)).target === null, 'the wish is gone');
  assert.deepEqual(kit.arrived(), []);

  const stranger = await kit.server.signIn({ level: 'level2' });
  const path = `/api/publishing/runs/${id}/wish`;
  const others = await kit.server.call('PUT', path, { token: stranger.token, body: { target: PIER } });
  assert.equal(others.status, 404);
});
