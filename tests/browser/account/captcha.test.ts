import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';

import type { CallData } from '#core/contract/call.ts';
import { readCaptcha, verifyCaptcha } from '#plugins/account/calls.ts';
import { Captcha } from '#plugins/account/web/captcha/Captcha.ts';
import { captchaReach } from '#plugins/account/web/captcha/captcha-measures.ts';
import { Trail } from '#plugins/account/web/captcha/Trail.ts';

import { ChangingServer, refused } from './changing-server.ts';

beforeEach(() => void rs.useFakeTimers());
afterEach(() => void rs.useRealTimers());

function build(success = true) {
  let round = 0;
  const server = new ChangingServer(readCaptcha, verifyCaptcha)
    .on(readCaptcha, () => ({ bg: 'data:,b', front: 'data:,f', token: `puzzle-${(round += 1)}` }))
    .on(verifyCaptcha, () => (success ? { success: true, validate: 'proof' } : { success: false }));
  const solved = rs.fn();
  return { server, solved, captcha: new Captcha(server.http, solved) };
}

test('a drag tells place and way in pixels of the picture, and times since it began', async () => {
  const { captcha, server } = build();
  captcha.setWidth(320);
  await captcha.open();
  captcha.grab(1000, 500, 50_000);
  expect(captcha.state).toBe('moving');
  captcha.drag(1060.04, 502, 50_100.4);
  captcha.drag(1100, 503, 50_300);
  await captcha.release(50_400);
  expect(server.last(verifyCaptcha).body).toEqual({
    positionX: 100,
    token: 'puzzle-1',
    trail: [
      { x: 0, y: 0, t: 0 },
      { x: 60, y: 2, t: 100 },
      { x: 100, y: 3, t: 300 },
      { x: 100, y: 3, t: 400 },
    ],
  });
});

test.each([
  [300, 106.7],
  [340, 94.1],
])('at a width of %i a drag of 100 pixels is %f of the picture', async (width, expected) => {
  const { captcha, server } = build();
  captcha.setWidth(width);
  await captcha.open();
  captcha.grab(0, 0, 0);
  captcha.drag(100, 0, 300);
  await captcha.release(5_000);
  expect(server.last(verifyCaptcha).body).toMatchObject({ positionX: expected });
});

test('the piece stays inside the picture', async () => {
  const { captcha } = build();
  await captcha.open();
  captcha.grab(0, 0, 0);
  captcha.drag(5000, 0, 300);
  expect(captcha.x).toBeCloseTo(captchaReach(300));
  expect(captcha.positionX).toBeCloseTo(320 - 63, 0);
  captcha.drag(-50, 0, 400);
  expect(captcha.x).toBe(0);
});

test('success locks the slider and keeps the proof', async () => {
  const { captcha, server, solved } = build();
  await captcha.open();
  captcha.grab(0, 0, 0);
  captcha.drag(100, 0, 300);
  await captcha.release(5_000);
  expect(captcha.state).toBe('success');
  expect(captcha.proof).toBe('proof');
  expect(solved).toHaveBeenCalledTimes(1);
  captcha.grab(0, 0, 1000);
  expect(captcha.state).toBe('success');
  await captcha.refresh();
  expect(server.count(readCaptcha)).toBe(1);
});

test('a failure brings the next puzzle after 800 ms', async () => {
  const { captcha, server } = build(false);
  await captcha.open();
  captcha.grab(0, 0, 0);
  captcha.drag(100, 0, 300);
  await captcha.release(5_000);
  expect(captcha.state).toBe('error');
  await rs.advanceTimersByTimeAsync(799);
  expect(server.count(readCaptcha)).toBe(1);
  captcha.grab(0, 0, 1000);
  expect(captcha.state).toBe('error');
  await rs.advanceTimersByTimeAsync(1);
  expect(server.count(readCaptcha)).toBe(2);
  expect(captcha).toMatchObject({ state: 'normal', x: 0 });
  expect(rs.getTimerCount()).toBe(0);
});

test('closing it after a failure leaves no timer, and the next opening a new puzzle', async () => {
  const { captcha, server } = build(false);
  await captcha.open();
  captcha.grab(0, 0, 0);
  captcha.drag(100, 0, 300);
  await captcha.release(5_000);
  captcha.stop();
  expect(rs.getTimerCount()).toBe(0);
  await captcha.open();
  expect(server.count(readCaptcha)).toBe(2);
});

test('arrow keys move and a release verifies', async () => {
  const { captcha, server } = build();
  await captcha.open();
  for (let press = 0; press < 50; press += 1) captcha.step(2, press * 30);
  captcha.step(20, 1600);
  captcha.step(-2, 1700);
  await captcha.release(5_000);
  const { positionX, trail } = server.last(verifyCaptcha).body as { positionX: number; trail: unknown[] };
  expect(positionX).toBeCloseTo(118, 0);
  expect(trail).toHaveLength(54);
  expect(captcha.state).toBe('success');
});

test('letting go of a slider that was not moved asks nothing', async () => {
  const { captcha, server } = build();
  await captcha.open();
  captcha.grab(0, 0, 0);
  await captcha.release(5_000);
  expect(captcha.state).toBe('normal');
  expect(server.count(verifyCaptcha)).toBe(0);
});

test('a puzzle that cannot be fetched says why and can be asked for again', async () => {
  const { captcha, server } = build();
  server.on(readCaptcha, () => refused('太频繁了', null, 429));
  await captcha.open();
  expect(captcha).toMatchObject({ puzzle: null, trouble: '太频繁了', loading: false });
  server.on(readCaptcha, () => ({ bg: 'data:,b', front: 'data:,f', token: 'later' }));
  await captcha.refresh();
  expect(captcha).toMatchObject({ trouble: null, puzzle: { token: 'later' } });
});

test('an answer to an earlier puzzle is not heard', async () => {
  const { captcha, server } = build();
  const waiting: ((puzzle: CallData<typeof readCaptcha>) => void)[] = [];
  server.on(readCaptcha, () => new Promise((resolve) => waiting.push(resolve)));
  const first = captcha.open();
  const second = captcha.refresh();
  await rs.advanceTimersByTimeAsync(0);
  waiting[1]?.({ bg: 'b', front: 'f', token: 'second' });
  waiting[0]?.({ bg: 'b', front: 'f', token: 'first' });
  await Promise.all([first, second]);
  expect(captcha.puzzle?.token).toBe('second');
});

test('a trail of many points stays within what the server takes and keeps its end', () => {
  const trail = new Trail();
  for (let point = 0; point < 5000; point += 1) trail.add(point, 0, point);
  expect(trail.list().length).toBeLessThanOrEqual(2000);
  expect(trail.list().at(-1)).toEqual({ x: 4999, y: 0, t: 4999 });
});
