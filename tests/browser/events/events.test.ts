import { observable, runInAction } from 'mobx';
import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';

import { settingsChanged } from '#core/contract/kernel-events.ts';
import { eventOfTopic } from '#core/contract/event.ts';
import { createEvents, type EventsService } from '#core/web/events/create-events.ts';
import { createFrameReader } from '#core/web/events/event-frames.ts';

beforeEach(() => {
  rs.useFakeTimers();
});
const made: EventsService[] = [];
afterEach(() => {
  for (const events of made.splice(0)) events.dispose();
  rs.useRealTimers();
});

/** A connection that the client opened. */
interface Connection {
  headers: Headers;
  send(text: string): Promise<void>;
  end(): Promise<void>;
  signal: AbortSignal;
}

type Opening = 'open' | 'fault' | number;

function build(options: { openings?: Opening[]; token?: string | null } = {}) {
  const openings = [...(options.openings ?? [])];
  const connections: Connection[] = [];
  const state = observable({ token: options.token === undefined ? 'token-1' : options.token });
  const counts = { checked: 0, forced: 0 };
  const faults: unknown[] = [];
  let turn: (isOurs: boolean) => void = () => undefined;
  const fetch: typeof globalThis.fetch = (_url, init = {}) => {
    const opening = openings.shift() ?? 'open';
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const signal = init.signal ?? new AbortController().signal;
    signal.addEventListener('abort', () => void writer.abort(new Error('aborted')).catch(() => undefined));
    connections.push({
      headers: new Headers(init.headers),
      signal,
      async send(text) {
        void writer.write(new TextEncoder().encode(text)).catch(() => undefined);
        await rs.advanceTimersByTimeAsync(0);
      },
      async end() {
        void writer.close().catch(() => undefined);
        await rs.advanceTimersByTimeAsync(0);
      },
    });
    if (opening === 'fault') return Promise.reject(new TypeError('Failed to fetch'));
    if (typeof opening === 'number') return Promise.resolve(new Response(null, { status: opening }));
    return Promise.resolve(new Response(readable, { headers: { 'content-type': 'text/event-stream' } }));
  };
  const events = createEvents({
    token: () => state.token,
    language: () => 'zh',
    checkSession: () => void (counts.checked += 1),
    forceOffline: () => void (counts.forced += 1),
    report: (error) => void faults.push(error),
    fetch,
    random: () => 0,
    watchTurn(changed) {
      turn = changed;
      return () => undefined;
    },
  });
  made.push(events);
  return {
    events,
    connections,
    counts,
    faults,
    setTurn: (isOurs: boolean) => turn(isOurs),
    setToken: (token: string | null) => runInAction(() => void (state.token = token)),
    settle: () => rs.advanceTimersByTimeAsync(0),
  };
}

const frame = (id: string, topic: string, data: unknown) =>
  `${id === '' ? '' : `id: ${id}\n`}event: ${topic}\ndata: ${JSON.stringify(data)}\n\n`;

const task = eventOfTopic('task');
const other = eventOfTopic('other');

test('it connects with the bearer token and tells each topic to who listens', async () => {
  const { events, connections, settle } = build();
  const heard: unknown[] = [];
  const stop = events.on(task, (data) => heard.push(data));
  expect(events.connection).toBe('connecting');
  await settle();
  expect([events.connection, events.connected]).toEqual(['open', true]);
  expect(connections[0]?.headers.get('authorization')).toBe('Bearer token-1');
  expect(connections[0]?.headers.get('last-event-id')).toBe(null);
  await connections[0]?.send(`${frame('1', 'task', { n: 1 })}${frame('2', 'other', 0)}:\n\n`);
  await stop();
  await connections[0]?.send(frame('3', 'task', { n: 2 }));
  expect(heard).toEqual([{ n: 1 }]);
});

test('nobody logged in, nothing connected; a login connects, a logout hangs up', async () => {
  const { events, connections, setToken, settle } = build({ token: null });
  await settle();
  expect([events.connection, connections.length]).toEqual(['off', 0]);
  setToken('token-1');
  await settle();
  expect([events.connection, connections.length]).toEqual(['open', 1]);
  setToken(null);
  await settle();
  expect([events.connection, connections[0]?.signal.aborted]).toEqual(['off', true]);
  await rs.advanceTimersByTimeAsync(60_000);
  expect(connections.length).toBe(1);
});

test('a lost connection comes back after the last event that was seen', async () => {
  const { events, connections, settle } = build();
  await settle();
  await connections[0]?.send(`retry: 2000\n\n${frame('41', 'task', 1)}${frame('', 'hint', 2)}`);
  await connections[0]?.end();
  expect(events.connection).toBe('lost');
  await rs.advanceTimersByTimeAsync(1_000);
  expect(connections.length).toBe(2);
  expect(connections[1]?.headers.get('last-event-id')).toBe('41');
  expect(events.connection).toBe('open');
});

test('the first connection says since when its page may have asked, a user’s who logs in since that login', async () => {
  const { connections, setToken, settle } = build({ openings: ['fault'], token: 'token-1' });
  await settle();
  const pageAge = (index: number) => Number(connections[index]?.headers.get('x-page-age'));
  const first = pageAge(0);
  expect(first).toBe(Math.ceil(performance.now()));
  await rs.advanceTimersByTimeAsync(1_000);
  expect(pageAge(1) - first).toBeGreaterThanOrEqual(500);
  await connections[1]?.send(frame('41', 'task', 1));
  await connections[1]?.end();
  await rs.advanceTimersByTimeAsync(1_000);
  expect(connections[2]?.headers.get('x-page-age')).toBe(null);
  setToken('token-2');
  await settle();
  expect(pageAge(3)).toBeLessThan(100);
});

test('a page whose turn it is not hangs up, and catches up when it is again', async () => {
  const { events, connections, setToken, setTurn, settle } = build();
  await settle();
  await connections[0]?.send(frame('41', 'task', 1));
  setTurn(false);
  await settle();
  expect([events.connection, connections[0]?.signal.aborted]).toEqual(['connecting', true]);
  await rs.advanceTimersByTimeAsync(60_000);
  expect(connections.length).toBe(1);
  setTurn(true);
  await settle();
  expect([events.connection, connections[1]?.headers.get('last-event-id')]).toEqual(['open', '41']);
  setTurn(false);
  setToken('token-2');
  await settle();
  expect(connections.length).toBe(2);
});

test('another user does not catch up on the events of the one before', async () => {
  const { connections, setToken, settle } = build();
  await settle();
  await connections[0]?.send(frame('41', 'task', 1));
  setToken('token-2');
  await settle();
  expect(connections[1]?.headers.get('last-event-id')).toBe(null);
  expect(connections[0]?.signal.aborted).toBe(true);
});

test('waits double while the server is not reached, up to half a minute, and begin anew after success', async () => {
  const { events, connections, settle } = build({
    openings: ['fault', 502, 'fault', 'fault', 'fault', 'fault', 'fault', 'open'],
  });
  await settle();
  const waits: number[] = [];
  for (let wanted = 2; wanted <= 8; wanted += 1) {
    const before = Date.now();
    while (connections.length < wanted) await rs.advanceTimersByTimeAsync(50);
    waits.push(Date.now() - before);
    expect(events.connection).toBe(wanted === 8 ? 'open' : 'lost');
  }
  // The random part is left out here: half of each wait.
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
});

test('the browser being online again ends the wait', async () => {
  const { connections, settle } = build({ openings: ['fault', 'fault', 'fault', 'open'] });
  await settle();
  for (let time = 0; time < 3; time += 1) {
    globalThis.dispatchEvent(new Event('online'));
    await settle();
  }
  expect(connections.length).toBe(4);
});

test('a connection without a sign of life is given up', async () => {
  const { connections, settle } = build();
  await settle();
  await rs.advanceTimersByTimeAsync(40_000);
  await connections[0]?.send(':\n\n');
  await rs.advanceTimersByTimeAsync(49_000);
  expect(connections[0]?.signal.aborted).toBe(false);
  await rs.advanceTimersByTimeAsync(3_000);
  expect(connections[0]?.signal.aborted).toBe(true);
  expect(connections.length).toBe(2);
});

test('when what was missed is gone, everybody reads anew', async () => {
  const { events, connections, settle } = build();
  let resyncs = 0;
  await settle();
  events.on(
    task,
    () => undefined,
    () => void (resyncs += 1),
  );
  events.on(other, () => undefined);
  await connections[0]?.send(frame('', 'resync', null));
  expect(resyncs).toBe(1);
});

test('who listened before a connection that cannot catch up reads anew, who came after does not', async () => {
  const { events, connections, settle } = build({ openings: ['fault', 'open'] });
  const resyncs = { early: 0, late: 0 };
  const early = events.on(
    task,
    () => undefined,
    () => void (resyncs.early += 1),
  );
  await settle();
  await rs.advanceTimersByTimeAsync(500);
  events.on(
    task,
    () => undefined,
    () => void (resyncs.late += 1),
  );
  expect(resyncs).toEqual({ early: 1, late: 0 });
  await early();
  await connections[1]?.end();
  await rs.advanceTimersByTimeAsync(1_000);
  expect(resyncs).toEqual({ early: 1, late: 1 });
});

test('what an event is not able to carry is told to nobody, who reads anew instead', async () => {
  const { events, connections, settle } = build();
  await settle();
  const told: unknown[] = [];
  const resync = (): void => void told.push('resync');
  events.on(settingsChanged, ({ namespace }) => void told.push(namespace), resync);
  await connections[0]?.send(frame('1', 'settings', { namespace: 'shell' }) + frame('2', 'settings', { namespace: 3 }));
  expect(told).toEqual(['shell', 'resync']);
});

test('one listener’s fault keeps no other from hearing', async () => {
  const { events, connections, faults, settle } = build();
  await settle();
  const heard: unknown[] = [];
  events.on(task, () => {
    throw new Error('broken');
  });
  events.on(task, (data) => heard.push(data));
  await connections[0]?.send(frame('1', 'task', 1));
  expect([heard, faults.length]).toEqual([[1], 1]);
});

test('a 401 and an ended session have the session checked, and nothing is tried at once', async () => {
  const refused = build({ openings: [401] });
  await refused.settle();
  expect([refused.counts.checked, refused.connections.length]).toEqual([1, 1]);
  await rs.advanceTimersByTimeAsync(14_000);
  expect(refused.connections.length).toBe(1);

  for (const text of [frame('', 'end', {}), frame('', 'session', { state: 'disabled' })]) {
    const ended = build();
    await ended.settle();
    await ended.connections[0]?.send(text);
    expect(ended.counts).toEqual({ checked: 1, forced: 0 });
  }
});

test('a session that too many devices ended is forced offline at once, and not asked about', async () => {
  const { connections, counts, setToken, settle } = build();
  await settle();
  await connections[0]?.send(frame('', 'session', { state: 'forced-offline' }));
  setToken(null);
  await connections[0]?.send(frame('', 'end', {}));
  expect(counts).toEqual({ checked: 0, forced: 1 });
});

test('let go of, it leaves no timer and no connection', async () => {
  const { events, connections, settle } = build({ openings: ['open', 'fault'] });
  await settle();
  await connections[0]?.end();
  events.dispose();
  await settle();
  expect([rs.getTimerCount(), events.connection]).toEqual([0, 'off']);
});

test('frames are read wherever the stream is cut', () => {
  const text =
    'retry: 2000\r\n\r\n: ping\r\n\r\nid: 7\r\nevent: a\r\ndata: {"x":\r\ndata: 1}\r\n\r\ndata: 2\n\nevent: b\ndata: nonsense\n\n';
  for (let size = 1; size < text.length; size += 1) {
    const reader = createFrameReader();
    const frames = [];
    for (let at = 0; at < text.length; at += size) frames.push(...reader.push(text.slice(at, at + size)));
    expect(frames).toEqual([
      { id: '7', topic: 'a', data: { x: 1 } },
      { id: '', topic: 'message', data: 2 },
    ]);
    expect(reader.retry).toBe(2000);
  }
});
