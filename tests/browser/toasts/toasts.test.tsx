import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';

import { FakeI18n } from '#core/web/testing/index.ts';
import { createToasts } from '#core/web/toasts/create-toasts.ts';
import type { Toast } from '#core/web/toasts/toasts.ts';
import { ToastHost } from '#core/web/views/toasts/ToastHost.tsx';

beforeEach(() => {
  rs.useFakeTimers();
});
afterEach(() => {
  rs.useRealTimers();
});

const texts = (toasts: ReturnType<typeof createToasts>) => toasts.shown.map(({ toast }) => toast.text);
const note = (text: Toast['text'], more: object = {}) => ({ kind: 'info' as const, text, ...more });

test('a toast goes after three seconds, or when it says, or stays', () => {
  const toasts = createToasts();
  toasts.show(note('usual'));
  toasts.show(note('short', { duration: 2_000 }));
  toasts.show(note('stays', { duration: 0 }));
  rs.advanceTimersByTime(2_000);
  expect(texts(toasts)).toEqual(['usual', 'stays']);
  rs.advanceTimersByTime(1_000);
  expect(texts(toasts)).toEqual(['stays']);
  toasts.closeAll();
  expect([texts(toasts), rs.getTimerCount()]).toEqual([[], 0]);
});

test('a toast shows no marks that turn the direction of what it says', () => {
  const toasts = createToasts();
  toasts.show(note('paid \u202E0001\u202C yuan'));
  expect(texts(toasts)).toEqual(['paid 0001 yuan']);
  toasts.closeAll();
});

test('toasts of one key replace each other', () => {
  const toasts = createToasts();
  toasts.show(note('one', { key: 'k' }));
  toasts.show(note('two', { key: 'k' }));
  expect(texts(toasts)).toEqual(['two']);
});

test('a key is told at most once in its time', () => {
  const toasts = createToasts();
  const say = () => toasts.show(note('again', { key: 'k', throttle: 5_000 }));
  say();
  const close = say();
  toasts.closeAll();
  say();
  close();
  expect(texts(toasts)).toEqual([]);
  rs.advanceTimersByTime(5_000);
  say();
  expect(texts(toasts)).toEqual(['again']);
  toasts.show(note('other', { key: 'other', throttle: 5_000 }));
  expect(texts(toasts)).toEqual(['again', 'other']);
});

test('more than five at once nobody reads: the oldest goes', () => {
  const toasts = createToasts();
  for (let number = 1; number <= 7; number += 1) toasts.show(note(String(number)));
  expect(texts(toasts)).toEqual(['3', '4', '5', '6', '7']);
});

test('what takes one away takes only that one', () => {
  const toasts = createToasts();
  const close = toasts.show(note('one'));
  toasts.show(note('two'));
  close();
  close();
  expect(texts(toasts)).toEqual(['two']);
});

test('their time stands still while they are read', () => {
  const toasts = createToasts();
  toasts.show(note('read'));
  const [read] = toasts.shown;
  rs.advanceTimersByTime(2_000);
  toasts.hold(read!.id, 'pointer');
  toasts.hold(read!.id, 'focus');
  rs.advanceTimersByTime(60_000);
  toasts.show(note('new'));
  toasts.release(read!.id, 'focus');
  rs.advanceTimersByTime(60_000);
  toasts.release(read!.id, 'pointer');
  rs.advanceTimersByTime(999);
  expect(texts(toasts)).toEqual(['read', 'new']);
  rs.advanceTimersByTime(1);
  expect(texts(toasts)).toEqual(['new']);
});

test('the others go on when the one that is read is closed, unless one of them is read as well', () => {
  const toasts = createToasts();
  for (const text of ['one', 'two', 'three']) toasts.show(note(text));
  const [one, two] = toasts.shown;
  toasts.hold(one!.id, 'pointer');
  toasts.hold(two!.id, 'focus');
  toasts.close(one!.id);
  rs.advanceTimersByTime(60_000);
  expect(texts(toasts)).toEqual(['two', 'three']);
  toasts.close(two!.id);
  rs.advanceTimersByTime(2_999);
  expect(texts(toasts)).toEqual(['three']);
  rs.advanceTimersByTime(1);
  expect(texts(toasts)).toEqual([]);
});

test('a plugin takes away its own toasts only', () => {
  const toasts = createToasts();
  const own = toasts.forPlugin('mixing');
  toasts.show(note('kernel'));
  own.show(note('mixing'));
  expect(toasts.shown[1]?.toast.source).toBe('mixing');
  own.closeAll();
  expect(texts(toasts)).toEqual(['kernel']);
});

test('a plugin that floods pushes its own toasts out, nobody else’s', () => {
  const toasts = createToasts();
  const own = toasts.forPlugin('mixing');
  toasts.show(note('kernel'));
  for (let number = 1; number <= 50; number += 1) own.show({ ...note(String(number)), source: 'shell' });
  expect(texts(toasts)).toEqual(['kernel', '48', '49', '50']);
});

test('toasts that wait for somebody go with their plugin, those that are only read stay', () => {
  const toasts = createToasts();
  const end = new AbortController();
  const own = toasts.forPlugin('mixing', end.signal);
  own.show(note('stays', { duration: 0 }));
  own.show(note('acts', { action: { label: 'act', run: () => undefined } }));
  own.show(note('read'));
  toasts.show(note('kernel', { duration: 0 }));
  end.abort();
  expect(texts(toasts)).toEqual(['read', 'kernel']);
});

test('they are drawn beside the page where screen readers hear them, wait under the pointer, and can be closed', () => {
  const toasts = createToasts();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() => root.render(<ToastHost toasts={toasts} i18n={new FakeI18n()} />));
  const region = document.body.querySelector('.rp-toasts__over');
  expect([region?.getAttribute('aria-live'), region?.getAttribute('aria-label'), place.childElementCount]).toEqual([
    'polite',
    '提示',
    0,
  ]);

  let undone = 0;
  act(() => {
    toasts.show(note('已删除', { duration: 0, action: { label: '撤销', run: () => void (undone += 1) } }));
    toasts.show({ kind: 'error', text: '没有保存' });
  });
  expect(region?.textContent).toContain('已删除');
  expect(region?.getAttribute('aria-live')).toBe('assertive');

  // React hears `pointerenter` by what goes over the edge.
  const isPointedAt = () =>
    act(
      () =>
        void document.body
          .querySelector('.rp-toast')
          ?.dispatchEvent(new MouseEvent('pointerover', { bubbles: true, relatedTarget: document.body })),
    );
  isPointedAt();
  act(() => void rs.advanceTimersByTime(10_000));
  expect(toasts.shown.length).toBe(2);

  const buttons = [...(region?.querySelectorAll('button') ?? [])];
  act(() => buttons.find(({ textContent }) => textContent === '撤销')?.click());
  act(() => buttons.at(-1)?.click());
  expect([toasts.shown.length, undone]).toEqual([0, 1]);

  act(() => {
    toasts.show({ kind: 'error', text: '没有保存' });
    toasts.show(note('又一条'));
  });
  isPointedAt();
  act(() => region?.querySelector<HTMLElement>('button')?.click());
  act(() => void rs.advanceTimersByTime(3_000));
  expect(texts(toasts)).toEqual([]);
  act(() => root.unmount());
});

test('a toast that is shown follows the language', () => {
  const toasts = createToasts();
  const i18n = new FakeI18n('zh');
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() => root.render(<ToastHost toasts={toasts} i18n={i18n} />));
  act(() => void toasts.show(note(() => i18n.t('shell:contact.copied'), { duration: 0 })));
  const said = () => document.querySelector('.rp-toast__text')?.textContent;
  expect(said()).toBe('已复制');
  act(() => void i18n.setLanguage('en'));
  expect(said()).toBe('Copied');
  act(() => toasts.closeAll());
  act(() => root.unmount());
});
