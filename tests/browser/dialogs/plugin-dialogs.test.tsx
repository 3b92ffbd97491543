import { act, useState } from 'react';
import { afterEach, expect, rs, test } from '@rstest/core';

import { Button } from '#core/web/components/Button.tsx';

import { acted, build, button, lazy, Login, nameOf, Plain, press, settle, shown, unmountAll } from './dialogs-kit.tsx';

afterEach(unmountAll);

test('a plugin’s dialog activates the plugin, has the manifest’s look, and answers', async () => {
  const { dialogs, triggers } = build();
  const result = dialogs.open('account/login');
  expect(dialogs.isOpen('account/login')).toBe(true);
  await settle();
  const [dialog] = shown();
  expect([triggers, dialog?.style.inlineSize, nameOf(dialog)]).toEqual([
    ['dialog:account/login'],
    '400px',
    '登录 tabs',
  ]);
  expect(dialog?.querySelector('[data-plugin="account"]')).not.toBe(null);
  press('Escape');
  expect(shown().length).toBe(1);
  act(() => button('go').click());
  expect(await result).toBe('logged in');
});

test('one that is open already is not opened twice, but takes new properties', async () => {
  const { dialogs, triggers } = build();
  const first = dialogs.open('account/login');
  const second = dialogs.open('account/login', { step: 'bind-mobile' });
  await settle();
  expect([shown().length, nameOf(shown()[0]), triggers.length]).toEqual([1, '登录 bind-mobile', 1]);
  act(() => dialogs.close('account/login'));
  expect([await first, await second]).toEqual([undefined, undefined]);
});

test('a dialog whose plugin cannot be loaded says so, can be left, and can be tried again', async () => {
  let tries = 0;
  const { dialogs, faults, reported } = build(() => {
    tries += 1;
    if (tries === 1) return Promise.reject(new Error('chunk'));
    return Promise.resolve({ default: Login });
  });
  const result = dialogs.open('account/login');
  await settle();
  expect([nameOf(shown()[0]), faults.length, reported]).toEqual(['这里没有打开，请检查网络后重试。', 1, []]);
  act(() => button('重试').click());
  await settle();
  expect(nameOf(shown()[0])).toBe('登录 tabs');
  act(() => button('go').click());
  expect(await result).toBe('logged in');

  const gone = dialogs.open('nobody/here');
  await settle();
  press('Escape');
  expect(await gone).toBe(undefined);
});

test('a dialog that breaks while it is drawn keeps the page alive and is put down to its plugin', async () => {
  function Breaks() {
    const [broken, setBroken] = useState(false);
    if (broken) throw new Error('broken');
    return <Button onClick={() => setBroken(true)}>break</Button>;
  }
  const { dialogs, reported, place } = build(lazy(Breaks));
  const result = dialogs.open('account/login');
  await settle();
  const quiet = rs.spyOn(console, 'error').mockImplementation(() => undefined);
  act(() => button('break').click());
  quiet.mockRestore();
  await settle();
  expect([nameOf(shown()[0]), reported]).toEqual(['这里没有打开，请检查网络后重试。', [['account', 'render']]]);
  press('Escape');
  expect(await result).toBe(undefined);
  expect(place.textContent).toContain('open');
});

test('the dialogs of a plugin end with it', async () => {
  const { dialogs, life } = build();
  const own = acted(dialogs.forPlugin('account', life.signal));
  const opened = dialogs.open('account/login');
  const showed = own.show(lazy(Plain), { text: 'own' });
  const others = dialogs.show(lazy(Plain), { text: 'kernel' });
  await settle();
  expect(shown().length).toBe(3);
  act(() => life.abort());
  expect([await opened, await showed, shown().length]).toEqual([undefined, undefined, 1]);
  act(() => dialogs.closeAll());
  expect(await others).toBe(undefined);
});
