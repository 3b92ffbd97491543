import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';

import { z } from 'zod';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { RunJournal } from '#core/server/services/tool-runs/folder-store.ts';
import { runInFolder } from '#core/server/services/tool-runs/run-in-folder.ts';
import { defineTool, type MadeItem, type Outcome, type Tool } from '#core/server/services/tool-runs/tool.ts';

interface Settings {
  copies: number;
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelport-folder-run-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A journal in memory of one folder, over several starts. */
function buildJournal() {
  const made: MadeItem<null>[] = [];
  const [plans, left]: [string[][], string[]] = [[], []];
  const journal: RunJournal = {
    made: () => made,
    plan: async (items) => void plans.push(items.map(({ name }) => name)),
    async settle({ id, position, name, sources }, end) {
      if (end.state === 'made') {
        const files = end.files.map(({ ending }) => `${name}${ending}`);
        for (const [at, { path }] of end.files.entries()) await rename(path, join(folder, files[at] ?? ''));
        made.push({ id, position, name, sources, files, params: null, facts: end.facts });
      } else left.push(`${name} ${end.state}`);
    },
  };
  return { journal, made, plans, left };
}

type Make = Tool<Settings, null>['make'];

async function writeItem(folder: string, name: string): Promise<Outcome> {
  const path = join(folder, 'item');
  await writeFile(path, name);
  return { state: 'made', files: [{ path, type: 'text/plain', ending: '.txt' }] };
}

/** Runs a tool that makes as many items as its settings say. */
async function run(journal: RunJournal, { copies = 2, make }: { copies?: number; make?: Make } = {}) {
  const stages: string[] = [];
  const tool = defineTool<Settings, null>({
    ...{ name: 'press.stamp', inputs: { kinds: ['video'], most: 1 } },
    settings: z.object({ copies: z.number() }),
    async plan({ settings }, { progress }, made) {
      progress(1);
      const there = new Set(made.map(({ name }) => name));
      return Array.from({ length: settings.copies }, (_, at) => `copy-${at}`)
        .filter((name) => !there.has(name))
        .map((name) => ({ name, sources: [], params: null }));
    },
    make: make ?? ((item, work) => writeItem(work.folder, item.name)),
    finish: async (_run, _work, made) => ({ copies: made.length }),
  });
  const work = join(folder, 'work');
  try {
    const facts = await runInFolder({
      ...{ tool, name: 'Stamps', settings: { copies }, inputs: [], journal, folder: work, atOnce: 2 },
      signal: new AbortController().signal,
      onProgress: (stage, done) => stages.push(`${stage} ${done}`),
    });
    return { facts, stages };
  } finally {
    assert.deepEqual(existsSync(work) ? await readdir(work) : [], [], 'nothing is left of work');
  }
}

test('a run in a folder makes what its journal lacks, and finishes all of it', async () => {
  const { journal, made, plans } = buildJournal();
  const { facts, stages } = await run(journal);
  assert.deepEqual([facts, plans], [{ copies: 2 }, [['copy-0', 'copy-1']]]);
  assert.equal(await readFile(join(folder, 'copy-1.txt'), 'utf8'), 'copy-1');
  assert.deepEqual([stages[0], stages.at(-1)], ['planning 1', 'working 1']);

  await run(journal, { copies: 3 });
  assert.deepEqual(plans.at(-1), ['copy-2']);
  const again = await run(journal, { copies: 3, make: () => assert.fail('it is there') });
  assert.deepEqual([again.facts, made.length, plans.length], [{ copies: 3 }, 3, 2]);
});

test('items are confirmed one after another, each beside all that ended before, and replaced ones planned again', async () => {
  const { journal, made, left } = buildJournal();
  const seen: number[] = [];
  let tries = 0;
  const make: Make = async ({ name }, work) => ({
    ...(await writeItem(work.folder, name)),
    async confirm(tx) {
      assert.equal(tx, null);
      seen.push(made.length);
      return name === 'copy-1' && tries++ < 2 ? { state: 'replaced', facts: null } : undefined;
    },
  });
  const { facts } = await run(journal, { make });
  assert.deepEqual([facts, left], [{ copies: 2 }, ['copy-1 replaced', 'copy-1 replaced']]);
  assert.deepEqual(seen.toSorted(), seen);
});

test('the first item that fails ends the run, and the next start makes the rest', async () => {
  const { journal, made } = buildJournal();
  const make: Make = ({ name }, work) =>
    name === 'copy-1' ? Promise.reject(new Error('out of ink')) : writeItem(work.folder, name);
  await assert.rejects(run(journal, { copies: 3, make }), /out of ink/);
  await run(journal, { copies: 3 });
  assert.equal(made.length, 3);
});

test('a run of which nothing was made says why', async () => {
  const { journal } = buildJournal();
  const make: Make = async () => ({ state: 'given-up', error: { code: 'core:file-empty', params: { name: 'a' } } });
  await assert.rejects(
    run(journal, { make }),
    (error) => error instanceof ExpectedError && error.code === 'core:file-empty',
  );
  await assert.rejects(
    run(journal, { copies: 0 }),
    (error) => error instanceof ExpectedError && error.code === 'core:tool-run.nothing',
  );
  await assert.rejects(run(journal, { make: () => fail('core:internal') }), /core:internal/);
});
