import assert from 'node:assert/strict';
import { test } from 'node:test';

import { TOOL_RUN_STATES } from '#core/contract/tool-run-calls.ts';
import { broke, cancelled, finished, planned, settled } from '#core/server/services/tool-runs/orchestrate.ts';
import { isOpen, MAX_REPLANS, NEXT, nextState, type RunEvent } from '#core/server/services/tool-runs/run-machine.ts';
import type { RunStore, SettledItem, StandingRun } from '#core/server/services/tool-runs/run-store.ts';

/** What a run's owner can have done that has ended. */
const ASKED = /^(retry-(items|plan|finish)|further)$/;

const MADE: SettledItem = { state: 'made', files: [], posterId: null, facts: null, seconds: null };
const REPLACED: SettledItem = { state: 'replaced', facts: null, error: null };
const REFUSED: SettledItem = { ...REPLACED, error: { code: 'core:file-empty', params: { name: 'a' } } };
const item = { name: 'a', sources: [], params: null };

/** A store in memory that notes what is asked of it. */
function memoryStore(hasFinish = false) {
  const run: { -readonly [K in keyof StandingRun]: StandingRun[K] } = {
    ...{ state: 'planning', round: 0, replans: 0, hasFinish },
  };
  const items: { id: string; state: string; round: number; error?: unknown }[] = [];
  const asked: string[] = [];
  const store: RunStore = {
    run,
    async addItems(added) {
      for (const _ of added) items.push({ id: `${items.length}`, state: 'planned', round: run.round });
    },
    async settle(id, { state, ...end }) {
      const found = items.find((one) => one.id === id && one.state === 'planned');
      if (found === undefined) return false;
      found.state = state;
      found.error = 'error' in end ? end.error : null;
      return true;
    },
    async counts() {
      const of = (state: string) => items.filter((one) => one.state === state);
      const replaced = of('replaced').filter(({ round }) => round === run.round);
      const refused = replaced.filter(({ error }) => error !== null).length;
      return { open: of('planned').length, made: of('made').length, replaced: replaced.length, refused, error: null };
    },
    async enter(event, { error, isCounted = true } = {}) {
      asked.push(error ? `${event} ${error.code}` : event);
      const state = nextState(run.state, event);
      assert.ok(state, `${event} cannot happen to a run that is ${run.state}`);
      run.state = state;
      if (event === 'again') {
        run.round++;
        run.replans += Number(isCounted);
      }
    },
    async work(stage) {
      asked.push(`work ${stage}`);
    },
  };
  return { store, run, asked };
}

test('every way through the table ends, and nothing happens to what was cancelled', () => {
  for (const state of TOOL_RUN_STATES) {
    for (const next of Object.values(NEXT[state])) assert.ok(TOOL_RUN_STATES.includes(next));
    if (isOpen(state)) assert.equal(nextState(state, 'cancel'), 'cancelled');
    else
      assert.ok(
        (Object.keys(NEXT[state]) as RunEvent[]).every((event) => ASKED.test(event)),
        'by its owner alone',
      );
  }
  assert.deepEqual(NEXT.cancelled, {});
});

test('the last item that ends starts what follows, once', async () => {
  const { store, run, asked } = memoryStore(true);
  await planned(store, [item, item]);
  assert.equal(await settled(store, '0', MADE), true);
  assert.equal(await settled(store, '0', MADE), false, 'a late worker changes nothing');
  await settled(store, '1', { state: 'failed', error: null });
  assert.deepEqual(asked, ['planned', 'settled', 'work finish']);
  await finished(store, null);
  assert.equal(run.state, 'done');
  await finished(store, null);
  await broke(store, null);
  await cancelled(store);
  assert.equal(run.state, 'done');
});

test('a tool without a finish is done with its last item, also of a paused run', async () => {
  const { store, run } = memoryStore();
  await planned(store, [item]);
  await store.enter('pause');
  await settled(store, '0', MADE);
  assert.equal(run.state, 'done');
});

test('a run of which nothing was made has failed', async () => {
  const empty = memoryStore();
  await planned(empty.store, []);
  assert.deepEqual(empty.asked, ['broke core:tool-run.nothing']);
  const given = memoryStore();
  await planned(given.store, [item]);
  await settled(given.store, '0', { state: 'given-up', error: null });
  assert.equal(given.run.state, 'failed');
});

test('replaced items are planned again, and after the last round the run is content with the others', async () => {
  const { store, run, asked } = memoryStore();
  await planned(store, [item, item]);
  await settled(store, '0', MADE);
  for (let id = 1; id <= MAX_REPLANS; id++) {
    await settled(store, `${id}`, REPLACED);
    assert.deepEqual([run.state, run.round], ['planning', id]);
    await planned(store, [item]);
  }
  await settled(store, `${MAX_REPLANS + 1}`, REPLACED);
  assert.equal(run.state, 'done');
  assert.equal(asked.filter((line) => line === 'work plan').length, MAX_REPLANS);
});

test('rounds of which nothing but items with an error were replaced are not counted', async () => {
  const { store, run } = memoryStore();
  await planned(store, [item]);
  for (let id = 0; id < 2 * MAX_REPLANS; id++) {
    await settled(store, `${id}`, REFUSED);
    assert.deepEqual([run.state, run.replans], ['planning', 0]);
    await planned(store, [item]);
  }
  await settled(store, `${2 * MAX_REPLANS}`, REPLACED);
  assert.deepEqual([run.state, run.replans], ['planning', 1]);
});

test('a tool says in its own words that nothing was made', async () => {
  const { store, run, asked } = memoryStore();
  run.nothing = 'core:internal';
  await planned(store, []);
  assert.deepEqual(asked, ['broke core:internal']);
});

test('a plan that comes after the run was cancelled is not kept', async () => {
  const { store, asked } = memoryStore();
  await cancelled(store);
  await planned(store, [item]);
  assert.deepEqual(asked, ['cancel']);
});
