import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ORDER_STATES, type OrderState } from '#plugins/membership/order-calls.ts';
import { nextOrder, type OrderEvent, type OrderFacts } from '#plugins/membership/server/orders/order-state.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
const waiting: OrderFacts = {
  ...{ state: 'waiting', total: 9_900, currency: 'CNY', transaction: null },
  ...{ reason: null, tries: 0, wasFulfilled: false },
};
const paid: OrderEvent = { type: 'paid', transaction: 't1', amount: 9_900, currency: 'CNY', isUsed: false };
/** State and reason after an event; null when it changes nothing. */
function after(event: OrderEvent, order: Partial<OrderFacts> = {}): string | null {
  const step = nextOrder({ ...waiting, ...order }, event, NOW);
  return step === null ? null : [step.state, step.reason].filter((part) => part !== null).join(' ');
}
const EVENTS: OrderEvent[] = [
  paid,
  { type: 'not-paid' },
  { type: 'refunded' },
  { type: 'fulfilled' },
  { type: 'unfulfillable', reason: 'level-lower' },
  { type: 'failed' },
  { type: 'reminded' },
  { type: 'accepted' },
  { type: 'given-up' },
];

test('an order is paid and fulfilled; the same news again change nothing', () => {
  assert.equal(after(paid), 'paid');
  const known = { state: 'paid', transaction: 't1' } as const;
  assert.equal(after(paid, known), null);
  assert.equal(after({ type: 'not-paid' }, known), null);
  assert.equal(after({ type: 'fulfilled' }, known), 'fulfilled');
  const done = { state: 'fulfilled', transaction: 't1', wasFulfilled: true } as const;
  for (const event of [paid, { type: 'fulfilled' }, { type: 'not-paid' }, { type: 'failed' }] as OrderEvent[]) {
    assert.equal(after(event, done), null);
  }
});

test('whoever pays after the order was closed is given what was bought all the same', () => {
  assert.equal(after({ type: 'not-paid' }), 'closed');
  assert.equal(after(paid, { state: 'closed' }), 'late-paid');
  assert.equal(after({ type: 'fulfilled' }, { state: 'late-paid', transaction: 't1' }), 'fulfilled');
  // Also when an operator had been asked to look, because the service had said nothing for hours.
  assert.equal(after(paid, { state: 'review', reason: 'service-silent' }), 'late-paid');
});

test('a payment that does not fit waits for an operator with the reason', () => {
  for (const state of ['waiting', 'closed'] as const) {
    assert.equal(after({ ...paid, amount: 9_899 }, { state }), 'review amount');
    assert.equal(after({ ...paid, amount: 9_901 }, { state }), 'review amount');
    assert.equal(after({ ...paid, currency: 'USD' }, { state }), 'review currency');
    assert.equal(after({ ...paid, isUsed: true }, { state }), 'review payment-used');
  }
  for (const state of ['paid', 'fulfilled', 'review'] as const) {
    assert.equal(after({ ...paid, transaction: 't2' }, { state, transaction: 't1' }), 'review paid-twice');
  }
  assert.equal(after({ type: 'refunded' }, { state: 'fulfilled', transaction: 't1' }), 'review refunded');
});

test('an operator accepts a payment, which gives once, or gives the order up', () => {
  const review = { state: 'review', reason: 'amount', transaction: 't1' } as const;
  assert.equal(after({ type: 'accepted' }, review), 'late-paid');
  assert.equal(after({ type: 'accepted' }, { ...review, wasFulfilled: true }), 'fulfilled');
  assert.equal(after({ type: 'given-up' }, review), 'closed');
  assert.equal(after({ type: 'reminded' }, review), 'review amount');
  for (const state of ORDER_STATES.filter((known) => known !== 'review')) {
    for (const type of ['accepted', 'given-up', 'reminded'] as const) assert.equal(after({ type }, { state }), null);
  }
});

test('what fails is tried again after growing waits, and in the end an operator is asked', () => {
  for (const [state, reason] of [
    ['waiting', 'service-silent'],
    ['paid', 'not-fulfilled'],
  ] as const) {
    let order: OrderFacts = { ...waiting, state };
    let [last, minutes] = [0, 0];
    for (let tries = 1; tries < 14; tries += 1) {
      const step = nextOrder(order, { type: 'failed' }, NOW);
      assert.equal(step?.state, state);
      const wait = ((step?.deadline?.getTime() ?? 0) - NOW.getTime()) / 60_000;
      assert.ok(wait >= last && wait <= 30, `${wait} minutes after ${last}`);
      [last, minutes] = [wait, minutes + wait];
      order = { ...order, tries: step?.tries ?? 0 };
    }
    assert.ok(minutes > 180, `${minutes} minutes`);
    const end = nextOrder(order, { type: 'failed' }, NOW);
    assert.deepEqual([end?.state, end?.reason], ['review', reason]);
  }
});

test('whatever happens in whatever order, nothing is given twice or without a payment, and what is open has a deadline', () => {
  const ENDED = new Set<OrderState>(['fulfilled', 'closed']);
  let random = 7;
  const below = (most: number) => {
    random = (random * 48_271) % 2_147_483_647;
    return random % most;
  };
  for (let round = 0; round < 2_000; round += 1) {
    let order = waiting;
    let [given, isAccepted] = [0, false];
    for (let step = 0; step < 30; step += 1) {
      const event = EVENTS[below(EVENTS.length)] ?? paid;
      const varied: OrderEvent =
        event.type === 'paid' ? { ...event, transaction: `t${below(3)}`, amount: 9_900 - below(2) } : event;
      const next = nextOrder(order, varied, NOW);
      if (next === null) continue;
      isAccepted ||= varied.type === 'accepted';
      if (varied.type === 'fulfilled') {
        given += 1;
        assert.ok(order.transaction !== null || isAccepted);
      }
      assert.ok(ENDED.has(next.state) || next.deadline !== null, `${next.state} has no deadline`);
      assert.equal(next.state === 'review', next.reason !== null);
      order = {
        ...{ ...order, ...next, wasFulfilled: given > 0 },
        transaction: order.transaction ?? (varied.type === 'paid' ? varied.transaction : null),
      };
    }
    assert.ok(given <= 1, `given ${given} times`);
  }
});
