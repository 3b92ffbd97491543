import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';

import { Client } from 'pg';
import pino from 'pino';

import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#core/server/ground/database/embedded/embedded-postgres.ts';
import { createDiskStore, type DiskStore } from '#core/server/services/files/disk-store.ts';
import { createAdvisoryLocks } from '#core/server/ground/database/advisory-locks.ts';
import { createRenderGraph, type LocalRenderGraph } from '#core/server/services/media/local-render-graph.ts';
import { createRemoteNodes } from '#core/server/services/media/remote-nodes.ts';
import { builtNames, textNode, type TextNodeOptions } from '#tests/fixtures/media/graph-of-text.ts';
import { until } from '#tests/until.ts';

import { temporaryFolder } from './media-kit.ts';
import { startMaking, TREE_MADE, TREE_NODES } from './making-process.ts';

const program = new URL('../../fixtures/media/make-remote-texts.ts', import.meta.url);

let postgres: EmbeddedPostgres;
let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'remote-nodes-'));
  // PostgreSQL is another user when the tests run as root, and keeps its data here if it can enter.
  await chmod(dataDir, 0o755);
  postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }), test: true });
});
after(async () => {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

let base: string;
let notes: string;
let store: DiskStore;
const graphs: LocalRenderGraph[] = [];
beforeEach(async () => {
  base = await temporaryFolder();
  notes = join(base, 'notes');
  store = await createDiskStore({ folder: join(base, 'store'), secret: Buffer.alloc(32) });
});
after(() => Promise.all(graphs.map((graph) => graph.close())));

/** A machine: a cache of its own, the store and the database of all. */
function machine(name: string, limits: { maxBytes?: number; maxAgeDays?: number } = {}): LocalRenderGraph {
  const remote = createRemoteNodes({ store, connectionString: postgres.connectionString, ...limits });
  const graph = createRenderGraph({ folder: join(base, name), engineVersion: 'test', concurrency: 2, remote });
  graphs.push(graph);
  return graph;
}

const node = (name: string, options: Partial<TextNodeOptions> = {}) => textNode({ name, notes, ...options });
const textOf = ([output = '']: readonly string[]) => readFile(join(output, 'out.txt'), 'utf8');
const storedKey = (graph: LocalRenderGraph, name: string, file: string) => {
  const key = graph.key(node(name));
  return `render/${key.slice(0, 2)}/${key}/${file}`;
};

const start = (cache: string, milliseconds: number) =>
  startMaking(program, [
    ...[join(base, cache), join(base, 'store'), postgres.connectionString, notes, String(milliseconds)],
  ]);

test('what one machine built, another fetches', async () => {
  assert.equal(await machine('one').make([node('a')], textOf), 'a()');
  const two = machine('two');
  assert.equal(await two.make([node('a')], textOf), 'a()');
  assert.deepEqual(two.statistics, { hits: 1, builds: 0, repairs: 0 });
  assert.deepEqual(await builtNames(notes), ['a']);
});

test('two machines that want the same nodes build each of them once', async () => {
  const results = await Promise.all([start('one', 200), start('two', 200)].map((each) => each.ended));
  assert.deepEqual(results, [TREE_MADE, TREE_MADE]);
  assert.deepEqual((await builtNames(notes)).sort(), TREE_NODES);
});

test('when a machine dies while it builds, another takes over', async () => {
  const killed = start('one', 60_000);
  try {
    await until(async () => (await builtNames(notes)).length === 2, 'two nodes are being built');
    const waiting = start('two', 20);
    await until(async () => (await builtNames(notes)).length === 5, 'the other nodes are built meanwhile');
    killed.child.kill('SIGKILL');
    assert.deepEqual(await waiting.ended, TREE_MADE);
  } finally {
    killed.child.kill('SIGKILL');
    await killed.ended;
  }
});

test('an output that is stored by half or damaged is built again', async () => {
  const damages: Record<string, (graph: LocalRenderGraph) => Promise<unknown>> = {
    'the record is missing': (graph) => store.remove(storedKey(graph, 'a', 'node.json')),
    'the file is missing': (graph) => store.remove(storedKey(graph, 'a', 'out.txt')),
    'a byte differs': (graph) => store.put(storedKey(graph, 'a', 'out.txt'), Buffer.from('x()')),
    'the record leads elsewhere': (graph) =>
      store.put(
        storedKey(graph, 'a', 'node.json'),
        Buffer.from(
          JSON.stringify({
            format: 1,
            operation: 'text',
            builtAt: new Date(),
            weight: 1,
            files: [{ name: '../x', size: 1, crc: 1 }],
          }),
        ),
      ),
  };
  let count = 0;
  await machine('first').make([node('a')], textOf);
  for (const [what, damage] of Object.entries(damages)) {
    const graph = machine(`machine-${(count += 1)}`);
    await damage(graph);
    assert.equal(await graph.make([node('a')], textOf), 'a()', what);
    assert.equal(graph.statistics.builds, 1, what);
    const next = machine(`after-${count}`);
    await next.make([node('a')], textOf);
    assert.equal(next.statistics.builds, 0, what);
  }
});

test('a discarded output is gone for every machine', async () => {
  const one = machine('one');
  await one.make([node('a')], textOf);
  await one.discard(one.key(node('a')));
  const two = machine('two');
  await two.make([node('a')], textOf);
  assert.equal(two.statistics.builds, 1);
});

test('the shared store is swept by age and size', async () => {
  const graph = machine('one', { maxBytes: 3000, maxAgeDays: 5 });
  const names = ['a', 'b', 'c', 'd'];
  await graph.make(
    names.map((name) => node(name)),
    textOf,
  );
  for (const [at, days] of [9, 0, 2, 1].entries()) {
    const then = new Date(Date.now() - days * 24 * 3600_000);
    for (const file of ['draft.txt', 'out.txt', 'node.json'])
      await utimes(store.localPath(storedKey(graph, names[at] ?? '', file)), then, then);
  }
  assert.deepEqual(await graph.sweep(), { removed: 1 });
  assert.equal(await store.stat(storedKey(graph, 'a', 'node.json')), undefined);
  assert.ok(await store.stat(storedKey(graph, 'c', 'node.json')));
  const tight = machine('two', { maxBytes: 0 });
  assert.deepEqual(await tight.sweep(), { removed: 3 });
});

test('a node in daily use is noted as used in the store', async () => {
  const one = machine('one');
  await one.make([node('a')], textOf);
  const again = machine('one');
  await again.make([node('a')], textOf);
  await again.close();
  assert.ok(await store.stat(storedKey(again, 'a', 'used')));
});

test('a lock is one connection’s at a time, and free when the connection breaks', async () => {
  const [one, two] = [createAdvisoryLocks(postgres.connectionString), createAdvisoryLocks(postgres.connectionString)];
  const admin = new Client({ connectionString: postgres.connectionString });
  await admin.connect();
  try {
    const release = await one.tryLock('x');
    assert.ok(release);
    assert.deepEqual([await one.tryLock('x'), await two.tryLock('x')], [undefined, undefined]);
    await release();
    const mine = await two.tryLock('x');
    assert.ok(mine);
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'reelport render locks'",
    );
    await until(async () => (await one.tryLock('x').catch(() => undefined)) !== undefined, 'the lock is free');
    await mine();
    assert.equal(await two.tryLock('x'), undefined);
  } finally {
    await Promise.all([one.close(), two.close(), admin.end()]);
  }
});

test('a database that is not there fails the call and leaves the cache clean', async () => {
  const remote = createRemoteNodes({ store, connectionString: 'postgres://nobody@127.0.0.1:1/none' });
  const graph = createRenderGraph({ folder: join(base, 'alone'), engineVersion: 'test', remote });
  await assert.rejects(graph.make([node('a')], textOf), /ECONNREFUSED/);
  await graph.close();
  assert.deepEqual(await readdir(join(base, 'alone', 'work')), []);
});
