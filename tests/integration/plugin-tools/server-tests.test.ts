import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { newPlugin } from '#host/plugin-tools/new-plugin.ts';

import { edit, emptyFolder, reelport, write } from './author-kit.ts';

// `npm test` of an author whose plugin has a server half.

test('a new plugin with a server half passes its tests, and its author’s tools find nothing wrong with it', async (t) => {
  const folder = emptyFolder(t);
  const made = await reelport(folder, ['new', 'counter', '--server']);
  assert.equal(made.code, 0, made.output);
  const root = join(folder, 'counter');
  const tested = await reelport(root, ['test']);
  assert.equal(tested.code, 0, tested.output);
  assert.match(tested.output, /\[server\] tests\/server\/count\.test\.ts \(3\)[^]*Tests 5 passed/);
  const checked = await reelport(root, ['check']);
  assert.equal(checked.code, 0, checked.output);

  edit(root, 'server/index.ts', (source) =>
    source.replace('routes });', "routes, jobs: () => ({ 'clock.tick': async () => undefined }) });"),
  );
  const refused = await reelport(root, ['test', 'tests/server/count.test.ts']);
  assert.equal(refused.code, 1);
  assert.doesNotMatch(refused.output, /\[web\]/);
  assert.match(refused.output, /would not run this server half[^]*the job "clock\.tick" must be named "counter\.…"/);
});

const MANIFEST = `import { definePlugin, defineSettings } from '@reelport/core/contract';
import { z } from 'zod';

export const settings = defineSettings({
  account: z.object({ flag: z.string().max(20).default('none').meta({ title: 'pilot:title' }) }),
  operator: z.object({ key: z.string().default('').meta({ title: 'pilot:title', secret: true }) }),
});

export default definePlugin({
  id: 'pilot',
  version: '1.0.0',
  title: 'pilot:title',
  uses: ['materials', 'harbour'],
  hooks: ['materials.ready@1', 'harbour.opened@1'],
  settings,
  gate: { tiers: { level0: 'locked' } },
});
`;
const CALLS = `import { defineCall } from '@reelport/core/contract';
import { z } from 'zod';

export const look = defineCall({
  method: 'GET', path: '/api/p/pilot/look', summary: 'Says what it sees.',
  data: z.object({ tide: z.number(), word: z.string(), flag: z.string(), hasKey: z.boolean() }),
});
export const sail = defineCall({
  method: 'POST', path: '/api/p/pilot/sail/:to', summary: 'Sails.',
  params: z.object({ to: z.string() }), query: z.object({ fast: z.coerce.boolean().default(false) }),
  body: z.strictObject({ crew: z.number().int().max(9) }), data: z.object({ to: z.string(), fast: z.boolean() }),
});
`;
const HARBOUR = `import { serverHook, serverToken } from '@reelport/core/server';
import { z } from 'zod';

export interface Tides { now(): number }
export const TIDES = serverToken<Tides>('harbour.tides', 1);
export const opened = serverHook('harbour.opened', 1, z.object({ gate: z.string() }));
`;
const SERVER = `import { fail } from '@reelport/core/contract';
import { defineServer, materialReady, onHook, serverSettings } from '@reelport/core/server';
import { look, sail } from '../calls.ts';
import manifest, { settings } from '../plugin.ts';
import { opened, TIDES } from './harbour.ts';

export const heard: string[] = [];
export default defineServer({
  manifest,
  routes(calls, ctx) {
    calls.handle(look, async (_input, { caller: { accountId } }) => {
      const { provider } = await ctx.providers.use('translation');
      const asked = { texts: ['Ahoy'], from: 'en', to: 'de', glossary: {}, about: '' };
      const { texts: [word = ''] } = await provider.translate(asked);
      const set = serverSettings(ctx, settings);
      const { flag } = await set.account(accountId);
      const { key } = await set.operator();
      return { tide: ctx.use(TIDES)?.now() ?? -1, word, flag, hasKey: key !== '' };
    });
    calls.handle(sail, async ({ params: { to }, query: { fast }, body: { crew } }) => {
      if (crew === 0) throw new Error('nobody is aboard');
      if (to === 'sea') fail('pilot:storm', { crew }, { kind: 'conflict' });
      return { to, fast };
    });
  },
  jobs: (ctx) => ({
    'pilot.watch': async (run) => {
      const { level } = (await ctx.accounts.find(ctx.db, run.task.accountId)) ?? { level: 'nobody' };
      ctx.log.info({ level }, 'watching');
      if (run.task.attempt < 2) throw new Error('fell asleep');
    },
  }),
  schedules: [{ name: 'watch', cron: '0 4 * * *', zone: 'UTC', job: 'pilot.watch' }],
  uploads: () => ({
    chart: {
      announce: async (_caller, { name, fields }) => {
        if (fields['sea'] === 'dead') fail('pilot:storm', { crew: 0 }, { kind: 'invalid' });
        return { maxSize: name.length * 100 };
      },
      take: async (_tx, _caller, { size, name }, { fields }) => ({ size, name, sea: fields['sea'] }),
    },
  }),
  hooks: (ctx) => [
    onHook(materialReady, async ({ accountId, complete }) => {
      await complete(async (tx) => void (await ctx.audit.record(tx, { actor: accountId, action: 'pilot.saw', target: 'x' })));
    }),
    onHook(opened, async ({ data }) => {
      if (data.gate === 'north') throw new Error('the north gate is ice');
    }),
  ],
});
`;
const TESTS = `import { provide } from '@reelport/core/server';
import { CallRefused, partner, startWorkbench } from '@reelport/core/testing/server';
import { materialReady } from '@reelport/core/server';
import { expect, test } from '@rstest/core';
import { look, sail } from '../../calls.ts';
import { opened, TIDES } from '../../server/harbour.ts';

const workbench = await startWorkbench({
  partners: [partner('harbour', { provides: [provide(TIDES, { now: () => 2.5 })], fires: [opened] })],
  services: {
    translation: {
      version: '1',
      most: { texts: 10, letters: 1000 },
      pairs: async () => [{ from: 'en', to: ['de'] }],
      translate: async ({ texts }) => ({ from: 'en', texts: texts.map((text) => text + '!') }),
    },
  },
});
const silver = await workbench.account({ level: 'level2' });
/** Not of the plugin, and not asked for in its manifest. */
const remove = { ...sail, path: '/api/materials' };

test('partners, services and settings stand in', async () => {
  expect(await silver.call(look)).toEqual({ tide: 2.5, word: 'Ahoy!', flag: 'none', hasKey: false });
  await silver.set({ flag: 'blue peter' });
  await workbench.set({ key: 'secret' });
  expect(await silver.call(look)).toMatchObject({ flag: 'blue peter', hasKey: true });
});

test('calls carry all their parts, and are refused as in the workbench', async () => {
  const args = { params: { to: 'the quay' }, query: { fast: true }, body: { crew: 3 } };
  expect(await silver.call(sail, args)).toEqual({ to: 'the quay', fast: true });
  const refusal = async (who, call, more) => await who.call(call, { ...args, ...more }).catch((error) => error);
  expect(await refusal(silver, sail, { params: { to: 'sea' } })).toMatchObject({ status: 409, code: 'pilot:storm' });
  expect(await refusal(silver, sail, { body: { crew: 10 } })).toMatchObject({ status: 422, fields: ['body.crew'] });
  expect(await refusal(silver, remove, {})).toMatchObject({ status: 403, code: 'core:plugin.not-granted' });
  const free = await workbench.account();
  expect(await refusal(free, sail, {})).toMatchObject({ status: 403, code: 'core:locked.level1' });
  expect(await refusal(workbench.visitor, sail, {})).toMatchObject({ status: 401 });
  expect(await refusal(silver, sail, { params: { to: 'sea' } })).toBeInstanceOf(CallRefused);
});

test('a fault is answered with 500 and kept', async () => {
  await expect(silver.call(sail, { params: { to: 'x' }, body: { crew: 0 } })).rejects.toMatchObject({ status: 500 });
  await expect.poll(async () => (await workbench.faults()).map(({ message }) => message)).toContain(
    'route: Error: nobody is aboard',
  );
});

test('a schedule runs, and what fails is tried again', async () => {
  const tasks = await workbench.runSchedule('watch');
  expect(tasks).toMatchObject([{ job: 'pilot.watch', state: 'succeeded', attempt: 2 }]);
  await expect(workbench.runSchedule('sleep')).rejects.toThrow('the plugin has watch');
});

test('hooks of others reach it', async () => {
  const material = { id: silver.id, kind: 'video' };
  const [told] = await workbench.fire(materialReady, { accountId: silver.id, data: material });
  expect(told).toMatchObject({ job: 'pilot.on.materials.ready.1', state: 'succeeded' });
  const [open] = await workbench.fire(opened, { accountId: silver.id, data: { gate: 'south' } });
  expect(open).toMatchObject({ job: 'pilot.on.harbour.opened.1', state: 'succeeded' });
});

test('uploads reach their receiver', async () => {
  const from = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64');
  const chart = { from, name: 'chart.gif', fields: { sea: 'north' } };
  expect(await silver.upload('chart', chart)).toEqual({ size: from.length, name: 'chart.gif', sea: 'north' });
  const dead = silver.upload('chart', { ...chart, fields: { sea: 'dead' } });
  await expect(dead).rejects.toMatchObject({ status: 422, code: 'pilot:storm' });
});

test('time passes when it is told to', () => {
  const before = workbench.ctx.clock.now().getTime();
  workbench.advance(3600);
  expect(workbench.ctx.clock.now().getTime() - before).toBeGreaterThanOrEqual(3_600_000);
});
`;

test('the kit calls, schedules, uploads, tells and stands in for whatever a server half meets', async (t) => {
  const { root } = newPlugin(join(emptyFolder(t), 'pilot'));
  rmSync(join(root, 'web'), { recursive: true });
  for (const [file, content] of Object.entries({
    'plugin.ts': MANIFEST,
    'calls.ts': CALLS,
    'server/harbour.ts': HARBOUR,
    'server/index.ts': SERVER,
    'tests/server/pilot.test.ts': TESTS,
    'locales/en.json': '{ "title": "Pilot", "storm": "Stay, crew of {{crew}}." }',
    'locales/zh.json': '{ "title": "引航", "storm": "{{crew}} 人留在港里。" }',
  })) {
    write(root, file, content);
  }
  const tested = await reelport(root, ['test', 'tests/server/pilot.test.ts']);
  assert.equal(tested.code, 0, tested.output);
  assert.match(tested.output, /Tests 7 passed/);
});
