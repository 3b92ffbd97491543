import { expect, test } from '@rstest/core';

import { FRAME_LIMITS } from '#core/web/frame/frame-protocol.ts';
import { guardPort, messageMeter, type CutReason } from '#core/web/frame/guard-port.ts';

type Message = Record<string, unknown>;

/** A port whose other end a test plays. */
function buildGuard(takes: 'answers' | ReadonlySet<string>) {
  const target = new EventTarget();
  const posted: Message[] = [];
  const heard: Message[] = [];
  const cuts: CutReason[] = [];
  let closed = false;
  const port = Object.assign(target, {
    postMessage: (message: Message) => void posted.push(message),
    start: () => undefined,
    close: () => (closed = true),
  }) as unknown as MessagePort;
  const end = guardPort(port, { takes, count: messageMeter(() => 0), cut: (reason) => void cuts.push(reason) });
  end.addEventListener('message', (event) => void heard.push((event as MessageEvent<Message>).data));
  const say = (data: unknown, ports: MessagePort[] = []): void =>
    void target.dispatchEvent(Object.assign(new MessageEvent('message', { data }), { ports }));
  return { say, posted, heard, cuts, isClosed: () => closed };
}

const CALL = { id: '1', type: 'APPLY', path: ['toast'], argumentList: [{ type: 'RAW', value: { text: 'hello' } }] };

test('a call of a listed method with plain data is let through, written anew', () => {
  const { say, heard, posted } = buildGuard(new Set(['toast']));
  say({ ...CALL, more: 'x' });
  expect(heard).toEqual([CALL]);
  expect(posted).toEqual([]);
});

test('whatever else is asked is refused and reaches nothing', () => {
  const { say, heard, posted, cuts } = buildGuard(new Set(['toast']));
  const odd: Message[] = [
    { ...CALL, path: ['send'] },
    { ...CALL, path: ['toast', 'constructor'] },
    { ...CALL, path: ['constructor', 'constructor'] },
    { ...CALL, path: [] },
    { ...CALL, path: 'toast' },
    { ...CALL, type: 'GET' },
    { ...CALL, type: 'SET', path: ['__proto__', 'a'], value: { type: 'RAW', value: 1 } },
    { ...CALL, type: 'CONSTRUCT' },
    { ...CALL, type: 'ENDPOINT' },
    { ...CALL, type: 'RELEASE' },
    { ...CALL, argumentList: [{ type: 'HANDLER', name: 'proxy', value: 1 }] },
    { ...CALL, argumentList: [{ type: 'HANDLER', name: 'throw', value: {} }] },
    { ...CALL, argumentList: 'x' },
    { ...CALL, argumentList: Array.from({ length: 5 }, () => ({ type: 'RAW', value: 1 })) },
  ];
  for (const message of odd) say(message);
  expect(heard).toEqual([]);
  expect(posted.map(({ id, name }) => [id, name])).toEqual(odd.map(() => ['1', 'throw']));
  expect(cuts).toEqual([]);
});

test('what has no name or brings ports is passed over', () => {
  const { say, heard, posted } = buildGuard(new Set(['toast']));
  for (const message of ['x', null, [], { ...CALL, id: 1 }, { ...CALL, id: 'x'.repeat(200) }]) say(message);
  say(CALL, [{} as MessagePort]);
  expect([heard, posted]).toEqual([[], []]);
});

test('of answers only plain values and errors are let through', () => {
  const { say, heard, posted } = buildGuard('answers');
  say({ id: '1', type: 'RAW', value: { a: 1 } });
  say({ id: '2', type: 'HANDLER', name: 'throw', value: { isError: true, value: { message: 'no', constructor: 1 } } });
  say({ id: '3', type: 'HANDLER', name: 'proxy', value: {} });
  say(CALL);
  expect(heard).toEqual([
    { id: '1', type: 'RAW', value: { a: 1 } },
    {
      id: '2',
      type: 'HANDLER',
      name: 'throw',
      value: { isError: true, value: { name: 'Error', message: 'no', stack: '' } },
    },
  ]);
  expect(posted).toEqual([]);
});

test('too many messages cut the port, and so does one that is too large', () => {
  const flood = buildGuard(new Set(['toast']));
  for (let count = 0; count < FRAME_LIMITS.burst + 10; count += 1) flood.say({ nothing: true });
  flood.say(CALL);
  expect([flood.cuts, flood.isClosed(), flood.heard]).toEqual([['flood'], true, []]);

  const huge = buildGuard(new Set(['toast']));
  huge.say({ ...CALL, argumentList: [{ type: 'RAW', value: 'x'.repeat(FRAME_LIMITS.messageBytes) }] });
  huge.say(CALL);
  expect([huge.cuts, huge.isClosed(), huge.heard]).toEqual([['size'], true, []]);
});

test('a frame may say so much a second for as long as it likes', () => {
  let now = 0;
  const count = messageMeter(() => now);
  for (let second = 0; second < 20; second += 1) {
    now += 1000;
    for (let message = 0; message < FRAME_LIMITS.perSecond; message += 1) expect(count()).toBe(true);
  }
});
