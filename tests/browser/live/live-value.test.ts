import { expect, rs, test } from '@rstest/core';
import { autorun, observable, runInAction } from 'mobx';

import { eventTrigger } from '#core/web/live/event-trigger.ts';
import type { LiveOptions } from '#core/web/live/LiveSource.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';

import { HeldAnswers, liveKit, pass, refused, thingChanged, unanswered } from './live-kit.ts';

const kit = liveKit();

function build<T = string>(options: LiveOptions = {}) {
  const server = new HeldAnswers<T>();
  const { events } = kit;
  const live = new LiveValue<T>(kit.scope, server.load, { events, follows: [eventTrigger(thingChanged)], ...options });
  return { server, live, events };
}

test('whoever follows has it loaded once, however many follow', async () => {
  const { server, live } = build();
  expect([live.value, live.isLoading]).toEqual([null, false]);
  const stops = [live.follow(), live.follow()];
  expect([server.calls.length, live.isLoading]).toEqual([1, true]);
  await server.answer('one');
  expect([live.value, live.isLoading, live.failure]).toEqual(['one', false, null]);
  for (const stop of stops) stop();
});

test('events of one moment are one loading, and a burst of them is paced', async () => {
  const { server, live, events } = build();
  live.follow();
  await server.answer('one');
  await pass(1000);
  for (let count = 0; count < 5; count += 1) events.send(thingChanged, { whose: 'mine' });
  await pass(150);
  expect(server.calls).toHaveLength(2);
  await server.answer('two');
  for (let count = 0; count < 30; count += 1) {
    events.send(thingChanged, { whose: 'mine' });
    await pass(50);
    await server.answer(`burst ${count}`);
  }
  await pass(1000);
  await server.answer('last');
  expect(server.calls.length).toBeLessThanOrEqual(5);
  expect(live.value).toBe('last');
  await pass(60_000);
  expect(server.calls.length).toBeLessThanOrEqual(5);
});

test('an event while it is loaded has it loaded once more, and the newest answer stands', async () => {
  const { server, live, events } = build();
  live.follow();
  events.send(thingChanged, { whose: 'mine' });
  await server.answer('old');
  expect(live.value).toBe('old');
  await pass(1000);
  expect(server.calls).toHaveLength(2);
  await server.answer('new');
  expect(live.value).toBe('new');
});

test('an event that is about something else changes nothing', async () => {
  const { server, live, events } = build({ follows: [eventTrigger(thingChanged, ({ whose }) => whose === 'mine')] });
  live.follow();
  await server.answer('one');
  events.send(thingChanged, { whose: 'theirs' });
  await pass(5000);
  expect(server.calls).toHaveLength(1);
  events.send(thingChanged, { whose: 'mine' });
  await pass(1000);
  expect(server.calls).toHaveLength(2);
});

test('a failure keeps what stands, and is told until an answer comes', async () => {
  const { server, live } = build();
  live.follow();
  await server.answer('one');
  const failure = refused();
  const loading = live.load();
  await server.refuse(failure);
  await loading;
  expect([live.value, live.failure?.error, live.isLost]).toEqual(['one', failure, false]);
  await pass(120_000);
  expect(server.calls).toHaveLength(2);
  void live.load();
  expect(live.failure?.error).toBe(failure);
  await server.answer('two');
  expect([live.value, live.failure]).toEqual(['two', null]);
});

test('a call without an answer is tried again with growing waits, until nobody follows', async () => {
  const { server, live } = build();
  const stop = live.follow();
  const after: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await server.refuse(unanswered());
    expect(live.isLost).toBe(true);
    const { length } = server.calls;
    let waited = 0;
    for (; server.calls.length === length; waited += 100) await pass(100);
    after.push(waited);
  }
  for (const [index, wait] of after.entries()) {
    const longest = Math.min(30_000, 2_000 * 2 ** index);
    expect(wait).toBeGreaterThanOrEqual(longest / 2);
    expect(wait).toBeLessThanOrEqual(longest + 100);
  }
  await server.refuse(unanswered());
  stop();
  const { length } = server.calls;
  await pass(120_000);
  expect(server.calls).toHaveLength(length);
});

test('what was missed while the connection was lost is caught up on, from the beginning', async () => {
  const { server, live, events } = build();
  live.follow();
  await server.answer('one');
  events.send(thingChanged, { whose: 'mine' });
  await pass(1000);
  expect(server.calls.map(({ isAnew }) => isAnew)).toEqual([true, false]);
  await server.answer('two');
  events.resync();
  await pass(1000);
  expect(server.calls.map(({ isAnew }) => isAnew)).toEqual([true, false, true]);
  await server.answer('three');
  expect(live.value).toBe('three');
});

test('what failed while the server was away is loaded as soon as the events are back', async () => {
  const { server, live, events } = build();
  live.follow();
  await server.refuse(unanswered());
  runInAction(() => (events.connection = 'lost'));
  runInAction(() => (events.connection = 'open'));
  await pass(900);
  expect(server.calls).toHaveLength(2);
  await server.answer('one');
  expect([live.value, live.failure]).toEqual(['one', null]);
});

test('whoever leaves lets go of what is under way, and whoever comes back has it loaded', async () => {
  const { server, live } = build();
  live.follow()();
  expect([server.calls[0]?.signal.aborted, live.isLoading]).toEqual([true, false]);
  await server.answer('too late');
  live.follow();
  expect([live.value, server.calls.length]).toEqual([null, 2]);
  await server.answer('one');
  expect(live.value).toBe('one');
});

test('it is not heard of while nobody follows, and whoever comes back has it loaded', async () => {
  const { server, live, events } = build();
  const stop = live.follow();
  await server.answer('one');
  stop();
  stop();
  expect(events.listening).toBe(0);
  live.refresh();
  await pass(5000);
  expect(server.calls).toHaveLength(1);
  live.follow();
  expect([live.value, server.calls.length]).toEqual(['one', 2]);
});

test('heard of in the background, it is loaded for whoever comes back when something has happened', async () => {
  const { server, live, events } = build({ inBackground: true });
  const stop = live.follow();
  await server.answer('one');
  stop();
  live.follow()();
  expect(server.calls).toHaveLength(1);
  events.send(thingChanged, { whose: 'mine' });
  await pass(5000);
  expect(server.calls).toHaveLength(1);
  const stopAgain = live.follow();
  expect([live.value, server.calls.length]).toEqual(['one', 2]);
  await server.answer('two');
  stopAgain();
  runInAction(() => (events.connection = 'lost'));
  live.follow();
  expect(server.calls).toHaveLength(3);
});

test('another one forgets what stood at once, and answers about the former one count no more', async () => {
  const whose = observable.box<string | null>('a');
  const { server, live } = build({ of: () => whose.get() });
  live.follow();
  await server.answer('of a');
  void live.load();
  runInAction(() => whose.set('b'));
  expect([live.value, server.calls.length]).toEqual([null, 3]);
  await server.answer('late, of a', 1);
  expect(live.value).toBe(null);
  await server.answer('of b');
  expect(live.value).toBe('of b');
  runInAction(() => whose.set(null));
  await live.load();
  expect([live.value, server.calls.length]).toEqual([null, 3]);
});

test('another one that was chosen while nobody followed is found out', async () => {
  const whose = observable.box('a');
  const { server, live } = build({ of: () => whose.get() });
  const stop = live.follow();
  await server.answer('of a');
  stop();
  runInAction(() => whose.set('b'));
  live.follow();
  expect([live.value, server.calls.length]).toEqual([null, 2]);
});

test('what an answer depends on has it loaded anew, and what stood stays meanwhile', async () => {
  const language = observable.box('zh');
  const { server, live } = build({ watch: () => language.get() });
  live.follow();
  await server.answer('一');
  runInAction(() => language.set('en'));
  expect([live.value, live.isLoading]).toEqual(['一', true]);
  await server.answer('one');
  expect(live.value).toBe('one');
});

test('a change shows at once, and stands when the server has agreed', async () => {
  const { server, live } = build<number>();
  live.follow();
  await server.answer(1);
  const sent = Promise.withResolvers<number>();
  const done = live.change(
    () => 2,
    () => sent.promise,
    (_value, answer) => answer,
  );
  expect(live.value).toBe(2);
  sent.resolve(3);
  expect(await done).toBe(3);
  expect(live.value).toBe(3);
});

test('a change that is refused is taken back, and what else happened meanwhile stays', async () => {
  const { server, live } = build<readonly string[]>();
  const seen: string[] = [];
  const stop = autorun(() => seen.push((live.value ?? []).join()));
  live.follow();
  await server.answer(['a', 'b']);
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const without = (gone: string) => (value: readonly string[]) => value.filter((name) => name !== gone);
  const refusedOne = live.change(without('a'), () => first.promise);
  const agreedOne = live.change(without('b'), () => second.promise);
  live.update((value) => [...value, 'c']);
  second.resolve();
  await agreedOne;
  first.reject(refused());
  await expect(refusedOne).rejects.toThrow('not allowed');
  expect(live.value).toEqual(['a', 'c']);
  expect(seen).toEqual(['', 'a,b', 'b', '', 'c', 'c', 'a,c']);
  stop();
});

test('an answer from before a change does not bring back what was', async () => {
  const { server, live } = build<number>();
  live.follow();
  await server.answer(1);
  const loading = live.load();
  await live.change(
    () => 2,
    () => Promise.resolve(),
  );
  await server.answer(1);
  expect([live.value, server.calls.length]).toEqual([2, 3]);
  await server.answer(2);
  await loading;
  expect([live.value, live.isLoading]).toEqual([2, false]);
});

test('what no event tells is looked for again and again while the page is seen, but not after a refusal', async () => {
  const { server, live } = build({ every: 3000 });
  live.follow();
  await server.answer('one');
  await pass(3000);
  expect(server.calls).toHaveLength(2);
  await server.answer('two');
  const hidden = rs.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await pass(10_000);
  expect(server.calls).toHaveLength(2);
  hidden.mockRestore();
  await pass(3000);
  expect(server.calls).toHaveLength(3);
  await server.refuse(refused());
  await pass(60_000);
  expect(server.calls).toHaveLength(3);
});

test('nothing of it outlives its scope: no call, no timer, no listener', async () => {
  const whose = observable.box('a');
  const { server, live, events } = build({ of: () => whose.get(), every: 3000 });
  live.follow();
  await server.answer('one');
  events.send(thingChanged, { whose: 'mine' });
  void live.load();
  await kit.scope.dispose();
  expect([server.calls[1]?.signal.aborted, events.listening, rs.getTimerCount()]).toEqual([true, 0, 0]);
  runInAction(() => whose.set('b'));
  live.refresh();
  live.follow();
  await live.load();
  await pass(60_000);
  expect([server.calls.length, live.value, live.isLoading]).toEqual([2, 'one', false]);
});
