import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';

import { z } from 'zod';

import { defineEvent } from '#core/contract/event.ts';
import { STREAMS_PER_ACCOUNT } from '#core/server/http/routes/event-stream.ts';

import { until } from '#tests/until.ts';

import { startTestServer } from './test-server.ts';

const server = await startTestServer({ after }, { pingMilliseconds: 50, metricsToken: 'a-token-for-the-test' });
const { ctx } = server.composed;

interface Frame {
  id?: string;
  event?: string;
  data?: unknown;
}

const opened = new Set<AbortController>();
afterEach(() => {
  for (const hangUp of opened) hangUp.abort();
  opened.clear();
});

/** A reader of one event stream: frames one by one, `undefined` at its end; pings are left out. */
async function openStream(token: string, lastEventId?: string, pageAge?: string) {
  const hangUp = new AbortController();
  opened.add(hangUp);
  const answer = await fetch(`${server.address}/api/events`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      ...(pageAge === undefined ? {} : { 'x-page-age': pageAge }),
    },
    signal: hangUp.signal,
  });
  const lines = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let pings = 0;
  return {
    answer,
    hangUp: () => hangUp.abort(),
    get pings() {
      return pings;
    },
    async next(): Promise<Frame | undefined> {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end >= 0) {
          const frame: Frame = {};
          for (const line of text.slice(0, end).split('\n')) {
            const [field = '', ...rest] = line.split(': ');
            if (field === 'id' || field === 'event') frame[field] = rest.join(': ');
            if (field === 'data') frame.data = JSON.parse(rest.join(': '));
          }
          if (text.startsWith(':')) pings += 1;
          text = text.slice(end + 2);
          if (frame.event !== undefined) return frame;
        } else {
          const read = await lines?.read();
          if (read === undefined || read.done) return undefined;
          text += read.value;
        }
      }
    },
  };
}

const event = (topic: string) => defineEvent({ topic, to: 'account', data: z.unknown() });
const publish = (accountId: string, data: unknown, topic = 'test') =>
  ctx.events.publish(ctx.db, event(topic), { accountId, data });

test('an event reaches the streams of its account, and nobody else’s', async () => {
  const mine = await server.signIn();
  const other = await server.signIn();
  const first = await openStream(mine.token);
  const second = await openStream(mine.token);
  const foreign = await openStream(other.token);
  assert.equal(first.answer.headers.get('content-type'), 'text/event-stream');
  assert.equal(first.answer.headers.get('x-accel-buffering'), 'no');
  assert.equal(first.answer.headers.get('x-content-type-options'), 'nosniff');
  assert.match(first.answer.headers.get('x-request-id') ?? '', /./);

  await publish(mine.accountId, { text: 'line\nbreak' });
  await publish(other.accountId, 'for the other');
  for (const stream of [first, second]) {
    const frame = await stream.next();
    assert.deepEqual([frame?.event, frame?.data], ['test', { text: 'line\nbreak' }]);
    assert.match(frame?.id ?? '', /^\d+$/);
  }
  assert.deepEqual((await foreign.next())?.data, 'for the other');
});

test('what happened while a page was loaded begins its first stream, and nothing that is older', async () => {
  const { token, accountId } = await server.signIn();
  const watching = await openStream(token);
  await publish(accountId, 'before');
  // Until it has gone out, it is news to whoever comes.
  assert.equal((await watching.next())?.data, 'before');
  await ctx.db.pool.query(`update core_events set created_at = now() - interval '5 s' where account_id = $1`, [
    accountId,
  ]);
  await publish(accountId, 'meanwhile');
  assert.equal((await watching.next())?.data, 'meanwhile');
  const streams = ['4000', '9000', undefined, '0', '70000', 'x'].map((age) => openStream(token, undefined, age));
  const opened = await Promise.all(streams);
  await publish(accountId, 'after');
  const heard = opened.map(async (stream) => {
    const said: unknown[] = [];
    while (said.at(-1) !== 'after') said.push((await stream.next())?.data);
    return said.join(' ');
  });
  assert.deepEqual(await Promise.all(heard), [
    'meanwhile after',
    'before meanwhile after',
    ...['after', 'after', 'after', 'after'],
  ]);
});

test('what is for operators reaches an operator’s streams, from the moment that one becomes an operator', async () => {
  const { token, accountId } = await server.signIn();
  const stream = await openStream(token);
  const forOperators = defineEvent({ topic: 'for-operators', to: 'operators' });
  await ctx.events.publish(ctx.db, forOperators, {});
  await ctx.accounts.setOperator(ctx.db, accountId, true);
  assert.equal((await stream.next())?.event, 'account');
  await until(async () => {
    await ctx.events.hint(forOperators, {});
    await publish(accountId, 'next');
    return (await stream.next())?.event === 'for-operators';
  });
});

test('a hint goes out without a number, so that catching up starts at the last kept event', async () => {
  const { token, accountId } = await server.signIn();
  const stream = await openStream(token);
  await ctx.events.hint(event('progress'), { accountId, data: 0.5 });
  assert.deepEqual(await stream.next(), { event: 'progress', data: 0.5 });
});

test('a client that comes back gets what it missed, once and in order', async () => {
  const { token, accountId } = await server.signIn();
  const stream = await openStream(token);
  await publish(accountId, 0);
  const last = (await stream.next())?.id;
  stream.hangUp();
  for (const number of [1, 2, 3]) await publish(accountId, number);
  const back = await openStream(token, last);
  await publish(accountId, 4);
  const seen: unknown[] = [];
  while (seen.length < 4) seen.push((await back.next())?.data);
  assert.deepEqual(seen, [1, 2, 3, 4]);
});

test('a client whose last event is gone, or nonsense, is told to read everything anew', async () => {
  const { token, accountId } = await server.signIn();
  for (const lastEventId of ['999999999999', 'nonsense', '-1', '9'.repeat(40)]) {
    const stream = await openStream(token, lastEventId);
    assert.deepEqual(await stream.next(), { event: 'resync', data: null });
    await publish(accountId, 'live');
    assert.equal((await stream.next())?.data, 'live');
    stream.hangUp();
  }
});

test('a quiet stream shows signs of life', async () => {
  const { token, accountId } = await server.signIn();
  const stream = await openStream(token);
  setTimeout(() => void publish(accountId, 'after a while'), 200);
  await stream.next();
  assert.ok(stream.pings >= 1);
});

test('a stream tells when its session is revoked, and ends', async () => {
  const { token, sessionId } = await server.signIn();
  const stream = await openStream(token);
  await ctx.accounts.revokeSession(ctx.db, sessionId);
  assert.deepEqual(await stream.next(), { event: 'session', data: { state: 'ended' } });
  assert.deepEqual(await stream.next(), { event: 'end', data: null });
  assert.equal(await stream.next(), undefined);
});

test('without a valid token there is no stream', async () => {
  for (const headers of [{}, { authorization: 'Bearer nobody' }]) {
    const answer = await fetch(`${server.address}/api/events`, { headers });
    assert.equal(answer.status, 401);
    await answer.arrayBuffer();
  }
});

test('an account holds so many streams and no more, until one ends', async () => {
  const { token } = await server.signIn();
  const streams = await Promise.all(Array.from({ length: STREAMS_PER_ACCOUNT }, () => openStream(token)));
  assert.ok(streams.every(({ answer }) => answer.status === 200));
  const refused = await server.call('GET', '/api/events', { token });
  assert.deepEqual([refused.status, refused.failure.error], [429, 'core:events.too-many']);
  streams[0]?.hangUp();
  for (;;) {
    const again = await openStream(token);
    again.hangUp();
    if (again.answer.status === 200) break;
  }
});

test('streams are counted, and gone from the count when their clients are', async () => {
  const { token } = await server.signIn();
  const count = async () => {
    const text = await (await fetch(`${server.address}/metrics`)).text();
    return Number(/^reelport_event_streams (\d+)$/m.exec(text)?.[1]);
  };
  while ((await count()) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const stream = await openStream(token);
  assert.equal(await count(), 1);
  stream.hangUp();
  while ((await count()) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
});
