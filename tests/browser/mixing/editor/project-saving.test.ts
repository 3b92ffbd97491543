import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';

import { HttpFailure } from '#core/web/http/http.ts';
import { ProjectSaving } from '#plugins/mixing/web/editor/store/ProjectSaving.ts';

beforeEach(() => {
  rs.useFakeTimers();
});
afterEach(() => {
  rs.useRealTimers();
});

/** A server that keeps a value, and can be slow or broken. */
function server() {
  const saved: string[] = [];
  const state = { revision: 1, failure: null as Error | null, hold: null as Promise<void> | null };
  const saving = new ProjectSaving<string>(1, async (value, revision) => {
    await state.hold;
    if (state.failure !== null) throw state.failure;
    if (revision !== state.revision) throw new HttpFailure('changed', { kind: 'refused', status: 409 });
    saved.push(value);
    state.revision += 1;
    return state.revision;
  });
  return { saving, saved, state };
}

const settle = (milliseconds: number) => rs.advanceTimersByTimeAsync(milliseconds);

test('an edit is saved a moment after the last one', async () => {
  const { saving, saved } = server();
  saving.edited('a');
  await settle(500);
  saving.edited('ab');
  expect(saving.state).toBe('dirty');
  await settle(799);
  expect(saved).toEqual([]);
  await settle(1);
  expect(saved).toEqual(['ab']);
  expect([saving.state, saving.revision]).toEqual(['saved', 2]);
});

test('what is edited during a save is saved after it, over the revision that this made', async () => {
  const { saving, saved, state } = server();
  let go: () => void = () => undefined;
  state.hold = new Promise((resolve) => {
    go = resolve;
  });
  saving.edited('a');
  await settle(800);
  expect(saving.state).toBe('saving');
  saving.edited('b');
  saving.edited('c');
  go();
  await settle(2000);
  expect(saved).toEqual(['a', 'c']);
  expect(saving.state).toBe('saved');
});

test('a save that failed is tried again, with the newest edit', async () => {
  const { saving, saved, state } = server();
  state.failure = new HttpFailure('', { kind: 'network' });
  saving.edited('a');
  await settle(800);
  expect(saving.state).toBe('failed');
  expect(saving.isUnsaved).toBe(true);
  state.failure = null;
  await settle(2000);
  expect(saved).toEqual(['a']);
  expect([saving.state, saving.failure]).toEqual(['saved', null]);
});

test('a save that may not be is not tried with every edit, and loses none of them', async () => {
  const { saving, saved, state } = server();
  const tries: Error[] = [];
  const refusal = new HttpFailure('', { kind: 'refused', status: 403, data: { error: 'core:locked.level2' } });
  state.hold = Promise.resolve().then(() => void tries.push(refusal));
  state.failure = refusal;
  saving.edited('a');
  await settle(800);
  expect(saving.state).toBe('failed');
  saving.edited('b');
  await settle(10_000);
  expect([saving.state, saving.isUnsaved, saved]).toEqual(['failed', true, []]);
  state.failure = new HttpFailure('', { kind: 'refused', status: 404, data: { error: 'core:plugin.unavailable' } });
  await settle(5_000);
  saving.edited('c');
  await settle(10_000);
  expect(saving.state).toBe('failed');
  state.failure = null;
  await settle(5_000);
  expect([saving.state, saved]).toEqual(['saved', ['c']]);
});

test('over what somebody else saved nothing is written until it is decided', async () => {
  const { saving, saved, state } = server();
  state.revision = 5;
  saving.edited('mine');
  await settle(800);
  expect(saving.state).toBe('conflict');
  saving.edited('mine too');
  await settle(60_000);
  expect(saved).toEqual([]);
  saving.settle(5, 'mine too');
  await settle(800);
  expect(saved).toEqual(['mine too']);
});

test('leaving the page saves at once and says whether that worked', async () => {
  const { saving, saved, state } = server();
  saving.edited('a');
  expect(await saving.flush()).toBe(true);
  expect(saved).toEqual(['a']);
  state.failure = new HttpFailure('', { kind: 'network' });
  saving.edited('b');
  expect(await saving.flush()).toBe(false);
  saving.dispose();
  state.failure = null;
  await settle(60_000);
  expect(saved).toEqual(['a']);
});

test('what could not be saved for want of a network is saved as soon as there is one', async () => {
  const online = rs.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { saving, saved, state } = server();
  state.failure = new HttpFailure('no network', { kind: 'network', status: 0 });
  saving.edited('a');
  await settle(60_000);
  expect([saving.state, saved]).toEqual(['failed', []]);
  state.failure = null;
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await settle(0);
  expect([saving.state, saved]).toEqual(['saved', ['a']]);
  online.mockRestore();
  saving.dispose();
});
