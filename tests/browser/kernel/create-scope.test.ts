import { expect, test } from '@rstest/core';

import { createScope } from '#core/web/create-scope.ts';

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('what was added last is undone first, and each waits for the one before', async () => {
  const undone: string[] = [];
  const scope = createScope('demo');
  scope.own(() => void undone.push('first'));
  scope.own({
    async dispose() {
      await sleep(10);
      undone.push('second');
    },
  });
  scope.child('part').own(() => void undone.push('part'));
  expect(await scope.dispose()).toEqual([]);
  expect(undone).toEqual(['part', 'second', 'first']);
});

test('one fault keeps nothing else from being undone, and is told by name', async () => {
  const undone: string[] = [];
  const scope = createScope('demo');
  const broken = new Error('broken');
  scope.own(() => void undone.push('first'));
  scope.own(() => {
    throw broken;
  });
  scope.child('part').own(() => Promise.reject(broken));
  expect(await scope.dispose()).toEqual([
    { scope: 'demo/part', error: broken },
    { scope: 'demo', error: broken },
  ]);
  expect(undone).toEqual(['first']);
});

test('what does not stop within two seconds is given up on', async () => {
  const undone: string[] = [];
  const scope = createScope('demo');
  scope.own(() => void undone.push('first'));
  scope.own(() => new Promise<void>(() => undefined));
  const faults = await scope.dispose();
  expect(faults.map(({ error }) => String(error))).toEqual(['Error: something in "demo" did not stop within 2 s']);
  expect(undone).toEqual(['first']);
});

test('disposing twice undoes once and answers the same', async () => {
  let count = 0;
  const scope = createScope('demo');
  scope.own(() => void (count += 1));
  const [first, second] = await Promise.all([scope.dispose(), scope.dispose()]);
  expect(first).toBe(second);
  expect(count).toBe(1);
});

test('the signal fires before anything is undone, and a listener of it may dispose again', async () => {
  const order: string[] = [];
  const scope = createScope('demo');
  scope.signal.addEventListener('abort', () => {
    order.push('signal');
    void scope.dispose();
  });
  scope.own(() => void order.push('undone'));
  await scope.dispose();
  expect(order).toEqual(['signal', 'undone']);
});

test('an ended scope undoes at once what is added to it, and starts nothing', async () => {
  const scope = createScope('demo');
  await scope.dispose();
  let undone = false;
  let rang = false;
  scope.own(() => void (undone = true));
  scope.after(0, () => void (rang = true));
  scope.every(1, () => void (rang = true));
  await sleep(10);
  expect(undone).toBe(true);
  expect(rang).toBe(false);
});

test('timers and listeners end with the scope', async () => {
  const heard: string[] = [];
  const scope = createScope('demo');
  const target = new EventTarget();
  scope.listen(target, 'ping', () => void heard.push('ping'));
  scope.after(1, () => void heard.push('after'));
  scope.after(60_000, () => void heard.push('never'));
  scope.every(1, () => void heard.push('every'));
  target.dispatchEvent(new Event('ping'));
  await sleep(20);
  await scope.dispose();
  expect([...new Set(heard)].sort()).toEqual(['after', 'every', 'ping']);
  const count = heard.length;
  target.dispatchEvent(new Event('ping'));
  await sleep(10);
  expect(heard.length).toBe(count);
});

test('a fault of a timer or a listener is told to the owner of the scope', async () => {
  const faults: unknown[] = [];
  const broken = new Error('broken');
  const scope = createScope('demo', { onFault: (error) => faults.push(error) });
  const target = new EventTarget();
  scope.listen(target, 'ping', () => {
    throw broken;
  });
  scope.after(0, () => {
    throw broken;
  });
  target.dispatchEvent(new Event('ping'));
  await sleep(10);
  await scope.dispose();
  expect(faults).toEqual([broken, broken]);
});

test('a part that ended earlier is not undone again', async () => {
  let count = 0;
  const scope = createScope('demo');
  const part = scope.child('part');
  part.own(() => void (count += 1));
  await part.dispose();
  await scope.dispose();
  expect(count).toBe(1);
});
