import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';

import {
  createRenderGraph,
  type LocalRenderGraph,
  type RenderGraphOptions,
} from '#core/server/services/media/local-render-graph.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import { builtNames, textNode, type TextNodeOptions } from '#tests/fixtures/media/graph-of-text.ts';
import { until } from '#tests/until.ts';

import { temporaryFolder } from './media-kit.ts';

let folder: string;
let notes: string;
beforeEach(async () => {
  const base = await temporaryFolder();
  folder = join(base, 'cache');
  notes = join(base, 'notes');
});

const openGraph = (options: Partial<RenderGraphOptions> = {}) =>
  createRenderGraph({ folder, engineVersion: '1', concurrency: 2, ...options });
const node = (name: string, options: Partial<TextNodeOptions> = {}) => textNode({ name, notes, ...options });
const textOf = ([output = '']: readonly string[]) => readFile(join(output, 'out.txt'), 'utf8');
const outputOf = (graph: LocalRenderGraph, of: RenderNode) =>
  join(folder, 'nodes', graph.key(of).slice(0, 2), graph.key(of));

async function assertNothingLeft(): Promise<void> {
  assert.deepEqual(await readdir(join(folder, 'work')), []);
  // The sweep goes on in the background.
  assert.deepEqual(
    (await readdir(join(folder, 'locks'))).filter((name) => !name.startsWith('sweep.')),
    [],
  );
}

test('a node is built once, found afterwards, and its inputs are not even looked at', async () => {
  const leaf = node('leaf');
  const top = node('top', { inputs: [leaf] });
  const graph = openGraph();
  assert.equal(await graph.make([top], textOf), 'top(leaf())');
  assert.equal(await graph.make([top], textOf), 'top(leaf())');
  assert.deepEqual(graph.statistics, { hits: 1, builds: 2, repairs: 0 });
  await rm(outputOf(graph, leaf), { recursive: true });
  assert.equal(await openGraph().make([node('top', { inputs: [node('leaf')] })], textOf), 'top(leaf())');
  assert.deepEqual(await builtNames(notes), ['leaf', 'top']);
  await assertNothingLeft();
});

test('outputs come in the order of the nodes, and a node named twice is built once', async () => {
  const graph = openGraph();
  const [a, b] = [node('a'), node('b')];
  const outputs = await graph.make([b, a, node('b')], async (folders) => folders);
  assert.deepEqual(
    outputs,
    [b, a, b].map((each) => outputOf(graph, each)),
  );
  assert.deepEqual((await builtNames(notes)).sort(), ['a', 'b']);
});

test('two that want the same node at once get it from one build', async () => {
  const graph = openGraph();
  const make = () => graph.make([node('a', { milliseconds: 50 })], textOf);
  assert.deepEqual(await Promise.all([make(), make(), make()]), ['a()', 'a()', 'a()']);
  assert.equal(graph.statistics.builds, 1);
});

test('what was asked for first is built first, also what waits for its inputs', async () => {
  const graph = openGraph({ concurrency: 1 });
  const top = (name: string) => node(name, { inputs: ['a', 'b'].map((input) => node(`${name}-${input}`)) });
  // Meanwhile all of them come to wait: whichever is looked up first would be built at once.
  const before = graph.make([node('before', { milliseconds: 500 })], textOf);
  await Promise.all([before, ...['first', 'second', 'third'].map((name) => graph.make([top(name)], textOf))]);
  const built = await builtNames(notes);
  const tops = built.filter((name) => !name.includes('-'));
  assert.deepEqual(tops, ['before', 'first', 'second', 'third']);
  assert.equal(built[3], 'first');
});

test('a brief node is built while long ones take all places', async () => {
  const graph = openGraph({ concurrency: 1 });
  const controller = new AbortController();
  const long = graph.make([node('long', { milliseconds: 60_000 })], textOf, { signal: controller.signal });
  assert.equal(await graph.make([node('short', { brief: true })], textOf), 'short()');
  controller.abort();
  await assert.rejects(long, { name: 'AbortError' });
});

test('nodes that are done together are built while others of them wait for each other', async () => {
  const graph = openGraph({ concurrency: 1 });
  const controller = new AbortController();
  const waiting = ['a', 'b'].map((name) =>
    graph.make([node(name, { milliseconds: 60_000, together: true })], textOf, { signal: controller.signal }),
  );
  assert.equal(await graph.make([node('c', { together: true })], textOf), 'c()');
  controller.abort();
  await Promise.all(waiting.map((each) => assert.rejects(each, { name: 'AbortError' })));
});

test('a node is recalled where it is in the cache, and never built for that', async () => {
  const graph = openGraph();
  assert.equal(await graph.recall(node('a'), (output) => textOf([output])), null);
  await graph.make([node('a')], textOf);
  assert.equal(await openGraph().recall(node('a'), (output) => textOf([output])), 'a()');
  assert.deepEqual(await builtNames(notes), ['a']);
});

test('two graphs over one folder share their work', async () => {
  const make = () =>
    openGraph().make(
      [node('top', { inputs: ['a', 'b', 'c'].map((name) => node(name, { milliseconds: 60 })) })],
      textOf,
    );
  assert.deepEqual(await Promise.all([make(), make()]), ['top(a(),b(),c())', 'top(a(),b(),c())']);
  assert.deepEqual((await builtNames(notes)).sort(), ['a', 'b', 'c', 'top']);
  await assertNothingLeft();
});

test('a damaged output is thrown away and built anew, never served', async () => {
  const damages: Record<string, (output: string) => Promise<void>> = {
    'the file is gone': (output) => rm(join(output, 'out.txt')),
    'the file is shorter': (output) => writeFile(join(output, 'out.txt'), 'a'),
    'a byte differs': (output) => writeFile(join(output, 'out.txt'), 'x()'),
    'the record is gone': (output) => rm(join(output, 'node.json')),
    'the record is torn': (output) => writeFile(join(output, 'node.json'), '{"format":1,"fil'),
  };
  for (const [what, damage] of Object.entries(damages)) {
    await openGraph().make([node('a')], textOf);
    const graph = openGraph();
    await damage(outputOf(graph, node('a')));
    assert.equal(await graph.make([node('a')], textOf), 'a()', what);
    assert.deepEqual(graph.statistics, { hits: 0, builds: 1, repairs: 1 }, what);
    await assertNothingLeft();
  }
});

test('an output that its reader found damaged is built again', async () => {
  const graph = openGraph();
  await graph.make([node('a')], textOf);
  await graph.discard(graph.key(node('a')));
  await graph.discard(graph.key(node('never')));
  assert.equal(await graph.make([node('a')], textOf), 'a()');
  assert.deepEqual(graph.statistics, { hits: 0, builds: 2, repairs: 1 });
});

test('an input that vanishes while others are built is made again', async () => {
  const graph = openGraph();
  const leaf = node('leaf');
  await graph.make([leaf], textOf);
  const slow = node('slow', { milliseconds: 80 });
  const making = graph.make([node('top', { inputs: [leaf, slow] })], textOf);
  await until(async () => (await builtNames(notes)).includes('slow'), 'the slow input is being built');
  await rm(outputOf(graph, leaf), { recursive: true });
  assert.equal(await making, 'top(leaf(),slow())');
});

test('a failing node fails everyone who wants it, and what is done stays', async () => {
  const graph = openGraph();
  const error = new Error('no');
  const bad: RenderNode = {
    operation: 'bad',
    params: {},
    inputs: [node('good')],
    weight: 1,
    build: () => Promise.reject(error),
  };
  const results = await Promise.allSettled([
    graph.make([bad], textOf),
    graph.make([node('top', { inputs: [bad] })], textOf),
    graph.make([node('other', { milliseconds: 30 })], textOf),
  ]);
  assert.deepEqual(
    results.map((result) => result.status === 'rejected' && result.reason === error),
    [true, true, false],
  );
  assert.equal(graph.statistics.builds, 2);
  await assertNothingLeft();
  await graph.make([node('good'), node('other', { milliseconds: 30 })], textOf);
  assert.deepEqual((await builtNames(notes)).sort(), ['good', 'other']);
});

test('when one node fails, what else was being built for the same call is stopped first', async () => {
  const graph = openGraph();
  const bad: RenderNode = {
    operation: 'bad',
    params: {},
    inputs: [],
    weight: 1,
    build: () => Promise.reject(new Error('no')),
  };
  await assert.rejects(graph.make([node('long', { milliseconds: 60_000 }), bad], textOf), /no/);
  await assertNothingLeft();
});

test('an output without a file, or with a folder in it, breaks the contract', async () => {
  const graph = openGraph();
  const empty: RenderNode = { operation: 'empty', params: {}, inputs: [], weight: 1, build: async () => {} };
  const nested: RenderNode = { ...empty, operation: 'nested', build: (work) => mkdir(join(work.folder, 'x')) };
  await assert.rejects(graph.make([empty], textOf), /left no file/);
  await assert.rejects(graph.make([nested], textOf), /is not a file/);
  await assertNothingLeft();
});

test('a cancel stops every build, leaves nothing, and keeps what is done', async () => {
  const graph = openGraph();
  const controller = new AbortController();
  const nodes = [node('done'), ...Array.from({ length: 30 }, (_, at) => node(`long${at}`, { milliseconds: 60_000 }))];
  const making = graph.make(nodes, textOf, { signal: controller.signal });
  await until(async () => (await builtNames(notes)).length === 3, 'two long ones are being built');
  controller.abort();
  await assert.rejects(making, { name: 'AbortError' });
  await assertNothingLeft();
  await assert.rejects(graph.make([node('x')], textOf, { signal: controller.signal }), { name: 'AbortError' });
  assert.equal(await graph.make([node('done')], textOf), 'done()');
});

test('one who cancels does not stop a build that another waits for', async () => {
  const graph = openGraph();
  const controller = new AbortController();
  const first = graph.make([node('a', { milliseconds: 100 })], textOf, { signal: controller.signal });
  await until(async () => (await builtNames(notes)).length === 1, 'it is being built');
  const second = graph.make([node('a', { milliseconds: 100 })], textOf);
  await new Promise((resolve) => setTimeout(resolve, 20));
  controller.abort();
  await assert.rejects(first, { name: 'AbortError' });
  assert.equal(await second, 'a()');
  assert.equal(graph.statistics.builds, 1);
});

test('progress rises by weight to one', async () => {
  const told: number[] = [];
  const nodes = [node('a', { weight: 3, milliseconds: 120 }), node('b', { milliseconds: 240 })];
  const graph = openGraph();
  await graph.make(nodes, textOf, { onProgress: (done) => told.push(done) });
  assert.deepEqual(
    told,
    told.toSorted((a, b) => a - b),
  );
  assert.equal(told.at(-1), 1);
  const again: [number, number | null][] = [];
  await graph.make(nodes, textOf, { onProgress: (...step) => again.push(step) });
  assert.deepEqual(again, [[1, 0]]);
});

/** Makes nodes and waits until the sweep that follows in the background is over. */
async function makeAndSettle(graph: LocalRenderGraph, ...nodes: RenderNode[]): Promise<void> {
  await graph.make(nodes, textOf);
  assert.deepEqual(await graph.sweep(), { removed: 0 });
}

/** Sets when nodes were last used, in days before now. */
async function age(graph: LocalRenderGraph, of: RenderNode, days: number): Promise<void> {
  const then = new Date(Date.now() - days * 24 * 3600_000);
  await utimes(outputOf(graph, of), then, then);
}

test('eviction takes the old, then the longest unused, until the rest fits', async () => {
  const graph = openGraph({ maxBytes: 2500, maxAgeDays: 5, graceSeconds: 60 });
  const nodes = ['a', 'b', 'c', 'd', 'e'].map((name) => node(name, { bytes: 1000 }));
  await makeAndSettle(graph, ...nodes);
  for (const [at, days] of [9, 2, 4, 3, 1].entries()) await age(graph, nodes[at] as RenderNode, days);
  assert.deepEqual(await graph.sweep(), { removed: 3 });
  const left = await Promise.all(
    nodes.map((each) =>
      stat(outputOf(graph, each)).then(
        () => true,
        () => false,
      ),
    ),
  );
  assert.deepEqual(left, [false, true, false, false, true]);
  assert.deepEqual(await graph.sweep(), { removed: 0 });
  await assertNothingLeft();
});

test('what is in use, or was a moment ago, is not evicted', async () => {
  const graph = openGraph({ maxBytes: 0, graceSeconds: 60 });
  await graph.make([node('used')], async () => {
    await makeAndSettle(graph, node('fresh'), node('old'));
    await age(graph, node('used'), 3);
    await age(graph, node('old'), 3);
    assert.deepEqual(await graph.sweep(), { removed: 1 });
  });
  assert.deepEqual(await graph.sweep(), { removed: 1 });
  await stat(outputOf(graph, node('fresh')));
});

test('using an output makes it young again', async () => {
  const graph = openGraph({ maxBytes: 0, graceSeconds: 60 });
  await makeAndSettle(graph, node('a'));
  await age(graph, node('a'), 3);
  await openGraph().make([node('a')], textOf);
  assert.deepEqual(await graph.sweep(), { removed: 0 });
});

test('what dead processes left is cleared away at the start, what others are at is not', async () => {
  const first = openGraph();
  const building = first.make([node('slow', { milliseconds: 200 })], textOf);
  await until(async () => (await builtNames(notes)).length === 1, 'it is being built');
  const [own = ''] = await readdir(join(folder, 'work'));
  const [space = ''] = own.split('-');
  await mkdir(join(folder, 'work', `${space}-4194999-1-0`));
  await mkdir(join(folder, 'work', 'unknown'));
  const second = openGraph();
  await second.make([node('other')], textOf);
  assert.deepEqual(await readdir(join(folder, 'work')), [own]);
  assert.equal(await building, 'slow()');
});

test('hundreds of nodes go through without a warning', async (t) => {
  const warnings: Error[] = [];
  const listen = (warning: Error) => warnings.push(warning);
  process.on('warning', listen);
  t.after(() => process.off('warning', listen));
  const nodes = Array.from({ length: 300 }, (_, at) => node(`n${at}`));
  const graph = openGraph();
  const signal = new AbortController().signal;
  const top = node('top', { inputs: nodes });
  assert.match(await graph.make([top], textOf, { signal }), /^top\(n0\(\),n1\(\)/);
  await new Promise(setImmediate);
  assert.deepEqual(warnings, []);
});
