import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, rs, test } from '@rstest/core';

import { Button } from '#core/web/components/Button.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl, Lazy } from '#core/web/define-web.ts';
import { createDialogs } from '#core/web/dialogs/create-dialogs.ts';
import type { Dialogs } from '#core/web/dialogs/dialogs.ts';
import { DialogOutlet } from '#core/web/views/dialogs/DialogOutlet.tsx';
import type { PluginContext } from '#core/web/plugin-context.ts';
import type { Plugins } from '#core/web/plugins/plugins.ts';
import { buildEntry, FakeI18n } from '#core/web/testing/index.ts';

const i18n = new FakeI18n();
const roots: Root[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) act(() => root.unmount());
});

/** A page with two buttons, its dialogs, and one plugin `account` with a dialog `login`. */
// oxlint-disable-next-line typescript/no-explicit-any -- a plugin's dialogs may want any properties
function build(login: Lazy<any> = lazy(Login)) {
  const faults: unknown[] = [];
  const reported: unknown[] = [];
  const triggers: string[] = [];
  const life = new AbortController();
  const context = { id: 'account', signal: life.signal } as PluginContext;
  const entry = buildEntry({ id: 'account', dialogs: [{ name: 'login', width: 400, dismissible: false }] });
  const plugins: Pick<Plugins, 'ensure' | 'find' | 'report'> = {
    find: (id) => (id === 'account' ? { entry, state: { name: 'ready' } } : undefined),
    ensure(id, trigger) {
      triggers.push(trigger);
      if (id !== 'account') return Promise.reject(new Error(`no plugin "${id}"`));
      return Promise.resolve({ id, context, web: { dialogs: { login } } });
    },
    report: (id, phase) => void reported.push([id, phase]),
  };
  const dialogs = createDialogs({
    plugins: () => plugins,
    i18n: () => i18n,
    confirmDialog: () => import('#core/web/views/dialogs/ConfirmDialog.tsx'),
    report: (error) => void faults.push(error),
  });
  document.body.insertAdjacentHTML('beforeend', '<div id="root"></div>');
  const place = document.body.lastElementChild as HTMLElement;
  const root = createRoot(place);
  roots.push(root);
  act(() =>
    root.render(
      <>
        <main>
          <button id="opener">open</button>
          <button id="other">other</button>
        </main>
        <DialogOutlet dialogs={dialogs} i18n={i18n} />
      </>,
    ),
  );
  byId('opener').focus();
  return { dialogs: acted(dialogs), unhurried: dialogs, faults, reported, triggers, life, place };
}

/** Opens dialogs inside React's `act`. */
function acted<D extends Dialogs>(dialogs: D): D {
  const begin = <A extends unknown[], R>(open: (...args: A) => Promise<R>) => {
    return (...args: A): Promise<R> => {
      let result: Promise<R> | undefined;
      act(() => {
        result = open(...args);
      });
      return result as Promise<R>;
    };
  };
  const { open, show, confirm, alert } = dialogs;
  return { ...dialogs, open: begin(open), show: begin(show), confirm: begin(confirm), alert: begin(alert) } as D;
}

function lazy<P>(component: React.ComponentType<P>): Lazy<P> {
  return () => Promise.resolve({ default: component });
}

function Login({ step = 'tabs', close }: { step?: string } & DialogControl) {
  return (
    <>
      <DialogTitle>登录 {step}</DialogTitle>
      <input aria-label="mobile" />
      <button onClick={() => close('logged in')}>go</button>
    </>
  );
}

function Plain({ text, close }: { text: string } & DialogControl<number>) {
  return (
    <>
      <h2>{text}</h2>
      <button data-autofocus onClick={() => close(7)}>
        seven
      </button>
      <button>last</button>
    </>
  );
}

const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 30)));
const byId = (id: string) => document.getElementById(id) as HTMLElement;
const shown = () => [...document.querySelectorAll<HTMLElement>('[role="dialog"]')];
const nameOf = (dialog: HTMLElement | undefined) =>
  dialog?.getAttribute('aria-label') ??
  document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '')?.textContent;
const press = (key: string, more: KeyboardEventInit = {}) =>
  act(() => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
    (document.activeElement ?? document.body).dispatchEvent(event);
  });
const button = (text: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text) as HTMLButtonElement;

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
