import type { Dialogs, Question } from '#core/web/dialogs/dialogs.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';
import type { Toast, Toasts } from '#core/web/toasts/toasts.ts';
import type { FrameQuestion } from '../frame-protocol.ts';
import { send, type FrameLink } from './frame-link.ts';

/** Toasts, shown by the workbench. */
export function frameToasts({ host, hearing }: Pick<FrameLink, 'host' | 'hearing'>): Toasts {
  const actions = new Map<string, () => void>();
  let count = 0;
  hearing.toastAction = (id) => actions.get(id)?.();
  return {
    show({ kind, text, duration, key, throttle, action }: Toast) {
      count += 1;
      const id = `toast-${count}`;
      if (action !== undefined) actions.set(id, () => action.run());
      // Functions do not leave a frame: it says what it says in the language of now.
      const said = typeof text === 'string' ? text : text();
      send(host.toast({ id, kind, text: said, duration, key, throttle, action: action?.label }));
      return () => {
        actions.delete(id);
        send(host.closeToast(id));
      };
    },
    closeAll() {
      actions.clear();
      send(host.closeToast(null));
    },
  };
}

/** Confirmations and alerts, shown by the workbench. Dialogs with custom components cannot leave a frame. */
export function frameDialogs({ host }: Pick<FrameLink, 'host'>, i18n: () => Pick<I18n, 't'>): Dialogs {
  const worded = ({ title, text, params, confirm, cancel, destructive = false }: Question): FrameQuestion => {
    const { t } = i18n();
    return {
      title: t(title, params),
      text: text === undefined ? undefined : t(text, params),
      confirm: confirm === undefined ? undefined : t(confirm, params),
      cancel: cancel === undefined || cancel === null ? cancel : t(cancel),
      destructive,
    };
  };
  const notHere = (): Promise<never> =>
    Promise.reject(new TypeError('a plugin in a frame has confirm() and alert(), and no dialogs of its own'));
  return {
    open: notHere,
    show: notHere,
    confirm: (question) => host.ask(worded(question)),
    async alert(question) {
      await host.ask(worded({ ...question, cancel: null }));
    },
    isOpen: () => false,
    close: () => undefined,
    closeAll: () => undefined,
  };
}
