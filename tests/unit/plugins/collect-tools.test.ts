import assert from 'node:assert/strict';
import { test } from 'node:test';

import { z } from 'zod';

import { ExpectedError } from '#core/contract/errors.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import { collectTools } from '#core/server/plugins/collect-handlers.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { guardTool } from '#core/server/plugins/guard-tool.ts';
import { defineServer } from '#core/server/plugins/server-plugin.ts';
import { defineTool, type ToolWork } from '#core/server/services/tool-runs/tool.ts';

// Nothing of the context is used.
const ctx = {} as ServerContext;
const tool = {
  ...{ name: 'crop.cut', settings: z.strictObject({}), inputs: { kinds: ['video' as const], most: 3 } },
  plan: async () => [],
  make: async () => ({ state: 'given-up' as const }),
};
const plugin = (id: string) =>
  defineServer({
    manifest: definePlugin({ id, version: '1.0.0', title: `${id}:title` }),
    tools: () => [defineTool(tool)],
  });

test('a tool under the name of another plugin is refused, and one that no run can satisfy', () => {
  assert.equal(collectTools([plugin('crop')], ctx).length, 1);
  assert.throws(() => collectTools([plugin('mask')], ctx), /"crop.cut" of the plugin "mask" must be named "mask\.…"/);
  assert.throws(() => defineTool({ ...tool, name: 'cut' }), /got "cut"/);
  assert.throws(() => defineTool({ ...tool, inputs: { kinds: [], most: 1, least: 2 } }), /inputs\.least of "crop.cut"/);
});

test('a fault of a tool from outside is recorded as its plugin’s, what it tells users is not', async () => {
  const faults: unknown[] = [];
  const guard = {
    ...{ within: <T>(work: () => T) => work(), fault: (error: unknown) => void faults.push(error) },
    hangMilliseconds: 60_000,
  };
  const work = { signal: new AbortController().signal } as ToolWork;
  const throwing = (error: Error) => guardTool(defineTool({ ...tool, plan: () => Promise.reject(error) }), guard);
  const run = { id: '', accountId: '', name: '', settings: {}, inputs: [], round: 0 };
  await assert.rejects(throwing(new Error('broken')).plan(run, work, []), /broken/);
  await assert.rejects(throwing(new ExpectedError('core:file-missing')).plan(run, work, []));
  assert.equal(faults.length, 1);
  assert.equal(guardTool(defineTool(tool), guard).finish, undefined, 'it has no finish because it is guarded');
});

test('what a tool from outside says of its runs keeps nobody from them, whatever it says', async () => {
  const faults: unknown[] = [];
  const guard = {
    ...{ within: <T>(work: () => T) => work(), fault: (error: unknown) => void faults.push(error) },
    hangMilliseconds: 60_000,
  };
  const broken = (): never => {
    throw new Error('broken');
  };
  const guarded = guardTool(
    defineTool({
      ...{ ...tool, runFacts: broken, nameFields: broken },
      // Another language has no types.
      itemFacts: () => Promise.resolve('none') as unknown as Promise<ReadonlyMap<string, null>>,
    }),
    guard,
  );
  assert.deepEqual(await guarded.runFacts?.('', [''], 'en'), new Map());
  assert.deepEqual(await guarded.itemFacts?.('', []), new Map());
  assert.deepEqual(guarded.nameFields?.(null, { name: '' }), {});
  assert.deepEqual(faults.map(String), [
    'Error: broken',
    'TypeError: tool "crop.cut": facts must be a map by ids',
    'Error: broken',
  ]);
  assert.equal(guardTool(defineTool(tool), guard).runFacts, undefined);
});
