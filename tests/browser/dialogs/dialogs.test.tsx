import { act } from 'react';
import { afterEach, expect, rs, test } from '@rstest/core';

import { build, button, byId, lazy, nameOf, Plain, press, settle, shown, unmountAll } from './dialogs-kit.tsx';

afterEach(unmountAll);

// The first of all: the code of dialogs is still to come, and React takes its time with what waited for code.
test('Esc is heard as soon as a dialog is there, before the browser has painted it', async () => {
  const { unhurried } = build();
  // Effects come when React runs them.
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
  const append = rs.spyOn(document.body, 'appendChild').mockImplementation(function (this: HTMLElement, node) {
    Node.prototype.appendChild.call(this, node);
    queueMicrotask(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
    return node;
  });
  let isOver = false;
  void unhurried.show(lazy(Plain), { text: 'plain' }).then(() => (isOver = true));
  await new Promise((resolve) => setTimeout(resolve, 100));
  append.mockRestore();
  expect([isOver, shown()]).toEqual([true, []]);
});

test('a dialog has a name, a width and the focus, closes the page off, and gives back what it had', async () => {
  const { dialogs, place } = build();
  const result = dialogs.show(lazy(Plain), { text: 'plain' }, { width: 730 });
  await settle();
  const [dialog] = shown();
  expect([dialog?.getAttribute('aria-modal'), nameOf(dialog), dialog?.style.inlineSize]).toEqual([
    'true',
    'plain',
    '730px',
  ]);
  expect([place.hasAttribute('inert'), document.activeElement?.textContent]).toEqual([true, 'seven']);
  act(() => button('seven').click());
  expect(await result).toBe(7);
  await settle();
  expect([shown(), place.hasAttribute('inert'), document.activeElement?.id]).toEqual([[], false, 'opener']);
});

test('a dialog whose code is still to come keeps the height free that its manifest tells', async () => {
  const { promise, resolve } = Promise.withResolvers<{ default: typeof Plain }>();
  const { dialogs } = build(() => promise, { height: 520 });
  void dialogs.open('account/login', { text: 'plain' });
  await settle();
  const outline = (): HTMLElement | null => document.querySelector('[role="dialog"] .rp-dialog-outline');
  expect(outline()?.style.getPropertyValue('--rp-dialog-height')).toBe('520px');
  resolve({ default: Plain });
  await settle();
  expect([outline(), nameOf(shown()[0])]).toEqual([null, 'plain']);
});

test('Esc and a press outside dismiss a dialog that may be dismissed', async () => {
  const { dialogs } = build();
  const first = dialogs.show(lazy(Plain), { text: 'one' });
  await settle();
  press('Escape');
  expect(await first).toBe(undefined);

  const second = dialogs.show(lazy(Plain), { text: 'two' });
  await settle();
  const backdrop = document.querySelector('.rp-dialog-backdrop') as HTMLElement;
  act(() => void backdrop.dispatchEvent(new PointerEvent('pointerup', { bubbles: true })));
  expect(shown().length).toBe(1);
  act(() => {
    backdrop.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    backdrop.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  });
  expect(await second).toBe(undefined);

  const third = dialogs.show(lazy(Plain), { text: 'three' });
  await settle();
  act(() => document.querySelector<HTMLElement>('[aria-label="关闭"]')?.click());
  expect(await third).toBe(undefined);
});

test('a dialog that only its own buttons end is not dismissed', async () => {
  const { dialogs } = build();
  const result = dialogs.show(lazy(Plain), { text: 'plain' }, { dismissible: false });
  await settle();
  press('Escape');
  const backdrop = document.querySelector('.rp-dialog-backdrop') as HTMLElement;
  act(() => {
    backdrop.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    backdrop.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  });
  expect([shown().length, document.querySelector('[aria-label="关闭"]')]).toEqual([1, null]);
  act(() => button('seven').click());
  expect(await result).toBe(7);
});

test('an Esc that something inside took for itself closes nothing', async () => {
  const { dialogs } = build();
  void dialogs.show(lazy(Plain), { text: 'plain' });
  await settle();
  button('last').addEventListener('keydown', (event) => event.preventDefault());
  button('last').focus();
  press('Escape');
  expect(shown().length).toBe(1);
});

test('the tab key stays inside', async () => {
  const { dialogs } = build();
  void dialogs.show(lazy(Plain), { text: 'plain' }, { dismissible: false });
  await settle();
  button('last').focus();
  press('Tab');
  expect(document.activeElement?.textContent).toBe('seven');
  press('Tab', { shiftKey: true });
  expect(document.activeElement?.textContent).toBe('last');
});

test('the last one opened is on top and gives the focus back to the one below', async () => {
  const { dialogs } = build();
  void dialogs.show(lazy(Plain), { text: 'below' });
  await settle();
  button('last').focus();
  const confirmed = dialogs.confirm({ title: 'shell:upgrade.title' });
  await settle();
  const [below, above] = shown();
  expect([nameOf(below), nameOf(above)]).toEqual(['below', '您暂无权限']);
  expect([below?.closest('[inert]') !== null, above?.closest('[inert]') === null]).toEqual([true, true]);
  press('Escape');
  expect(await confirmed).toBe(false);
  await settle();
  expect([shown().length, document.activeElement?.textContent]).toEqual([1, 'last']);
});

test('a question answers what was pressed; what destroys something has not the focus', async () => {
  const { dialogs } = build();
  const yes = dialogs.confirm({
    title: 'shell:upgrade.title',
    text: 'shell:upgrade.text',
    confirm: 'shell:upgrade.go',
  });
  await settle();
  expect([shown()[0]?.style.inlineSize, document.activeElement?.textContent]).toEqual(['680px', '去升级']);
  act(() => button('去升级').click());
  expect(await yes).toBe(true);

  const no = dialogs.confirm({ title: 'shell:upgrade.title', destructive: true, width: 400 });
  await settle();
  expect([shown()[0]?.style.inlineSize, document.activeElement?.textContent]).toEqual(['400px', '取消']);
  act(() => button('取消').click());
  expect(await no).toBe(false);

  const told = dialogs.alert({ title: 'shell:error.network' });
  await settle();
  expect(shown()[0]?.querySelectorAll('button').length).toBe(1);
  act(() => button('确定').click());
  expect(await told).toBe(undefined);
});

test('toasts and the lists of a dialog’s own fields stay within reach', async () => {
  const { dialogs } = build();
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div class="semi-portal"></div><div class="rp-toasts"></div><div id="rest"></div>',
  );
  void dialogs.show(lazy(Plain), { text: 'plain' });
  await settle();
  const reach = (selector: string) => !document.querySelector(selector)?.hasAttribute('inert');
  expect([reach('.semi-portal'), reach('.rp-toasts'), reach('.rp-dialogs'), reach('#rest')]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  act(() => dialogs.closeAll());
  await settle();
  expect([reach('#rest'), document.body.style.overflow]).toEqual([true, '']);
});

test('when what had the focus is gone, the page’s main part gets it', async () => {
  const { dialogs } = build();
  void dialogs.show(lazy(Plain), { text: 'plain' });
  await settle();
  byId('opener').remove();
  act(() => dialogs.closeAll());
  await settle();
  expect(document.activeElement?.id).toBe('other');
});
