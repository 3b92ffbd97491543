import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';

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

/** Takes away what {@link build} has drawn. */
export function unmountAll(): void {
  for (const root of roots.splice(0)) act(() => root.unmount());
}

/**
 * A page with two buttons, its dialogs, and one plugin `account` with a dialog `login`.
 * @param look what its manifest tells of the dialog besides
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a plugin's dialogs may want any properties
export function build(login: Lazy<any> = lazy(Login), look: { height?: number } = {}) {
  const faults: unknown[] = [];
  const reported: unknown[] = [];
  const triggers: string[] = [];
  const life = new AbortController();
  const context = { id: 'account', signal: life.signal } as PluginContext;
  const entry = buildEntry({ id: 'account', dialogs: [{ name: 'login', width: 400, dismissible: false, ...look }] });
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
export function acted<D extends Dialogs>(dialogs: D): D {
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

export function lazy<P>(component: React.ComponentType<P>): Lazy<P> {
  return () => Promise.resolve({ default: component });
}

export function Login({ step = 'tabs', close }: { step?: string } & DialogControl) {
  return (
    <>
      <DialogTitle>登录 {step}</DialogTitle>
      <input aria-label="mobile" />
      <button onClick={() => close('logged in')}>go</button>
    </>
  );
}

export function Plain({ text, close }: { text: string } & DialogControl<number>) {
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

export const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 30)));
export const byId = (id: string) => document.getElementById(id) as HTMLElement;
export const shown = () => [...document.querySelectorAll<HTMLElement>('[role="dialog"]')];
export const nameOf = (dialog: HTMLElement | undefined) =>
  dialog?.getAttribute('aria-label') ??
  document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '')?.textContent;
export const press = (key: string, more: KeyboardEventInit = {}) =>
  act(() => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
    (document.activeElement ?? document.body).dispatchEvent(event);
  });
export const button = (text: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text) as HTMLButtonElement;
