import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';

import type { DialogLook, Dialogs } from '#core/web/dialogs/dialogs.ts';
import { narrowDialogs } from '#core/web/outside/narrow-dialogs.ts';

beforeEach(() => {
  rs.useFakeTimers();
});
afterEach(() => {
  rs.useRealTimers();
});

function build() {
  const ends: (() => void)[] = [];
  const closed: string[] = [];
  const looks: (DialogLook | undefined)[] = [];
  const whole = {
    show: (_component: unknown, _properties: unknown, look?: DialogLook) => {
      looks.push(look);
      return new Promise<undefined>((resolve) => ends.push(() => resolve(undefined)));
    },
    confirm: () => Promise.resolve(true),
    isOpen: (id: string) => ['account/login', 'brand/kept'].includes(id),
    close: (id: string) => void closed.push(id),
    open: () => Promise.resolve('opened'),
  };
  const used = rs.fn();
  const dialogs = narrowDialogs(whole as unknown as Dialogs, { id: 'brand' }, used);
  const show = () => dialogs.show(async () => ({ default: () => null }), {}, { dismissible: false });
  return { dialogs, show, ends, looks, closed, used };
}

test('three at once, and each can be left', async () => {
  const { show, ends, looks } = build();
  const first = show();
  void show();
  void show();
  await expect(show()).rejects.toThrow('plugin "brand" has 3 dialogs open already');
  expect(looks).toEqual([{ dismissible: true }, { dismissible: true }, { dismissible: true }]);
  ends[0]?.();
  await first;
  void show();
  expect(looks.length).toBe(4);
});

test('ten one after the other, then a pause', async () => {
  const { dialogs } = build();
  const ask = () => dialogs.confirm({ title: 'shell:name' });
  for (let number = 0; number < 10; number += 1) expect(await ask()).toBe(true);
  await expect(ask()).rejects.toThrow('plugin "brand" has opened 10 dialogs within 10 s');
  // One that is there takes its new properties all the same.
  expect(await dialogs.open('brand/kept')).toBe('opened');
  await expect(dialogs.open('brand/own')).rejects.toThrow('10 dialogs');
  rs.advanceTimersByTime(10_000);
  expect(await ask()).toBe(true);
});

test('each dialog and question is a use, refused ones are none', async () => {
  const { dialogs, show, used } = build();
  await dialogs.confirm({ title: 'shell:name' });
  await dialogs.open('brand/own');
  await dialogs.open('brand/kept');
  void show();
  await expect(dialogs.open('materials/picker')).rejects.toThrow('its own dialogs only');
  expect(used).toHaveBeenCalledTimes(4);
});

test('it opens, sees and closes its own dialogs only', async () => {
  const { dialogs, closed } = build();
  for (const name of ['materials/picker', 'account/login', 'brand', 'brand-kit/own', '']) {
    await expect(dialogs.open(name)).rejects.toThrow(`plugin "brand" opens its own dialogs only, not "${name}"`);
  }
  expect([dialogs.isOpen('account/login'), dialogs.isOpen('brand/kept')]).toEqual([false, true]);
  await dialogs.open('brand/own');
  dialogs.close('account/login');
  dialogs.closeAll();
  expect(closed).toEqual(['brand/own']);
});
