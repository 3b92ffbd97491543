import type { MessageKey } from '#core/contract/message-keys.ts';

import type { Dialogs } from '../dialogs/dialogs.ts';
import { lockOfRefusal, type Lock } from '../lock.ts';
import type { LoginPrompt } from '../session/login-prompt.ts';
import type { SessionService } from '../session/session.ts';
import type { Toasts } from '../toasts/toasts.ts';
import { rowOf, type FailureFacts, type TellFailure } from '../http/error-catalogue.ts';
import type { HttpFailure } from '../http/http.ts';

/** Toasts that say the same are told once in so many milliseconds. */
const TOAST_EVERY = 3_000;

export interface TellDependencies {
  session(): Pick<SessionService, 'token' | 'user' | 'forcedOffline' | 'clear' | 'forceOffline'>;
  dialogs(): Pick<Dialogs, 'confirm' | 'open'>;
  toasts: Pick<Toasts, 'show' | 'closeAll'>;
  loginPrompt: Pick<LoginPrompt, 'now' | 'after' | 'cancel'>;
  text(key: MessageKey): string;
  /**
   * Offers what opens a lock.
   * @param call `byItself`: its caller handles errors, so that a page may have made it without being asked
   */
  offerUpgrade(lock: Lock, source: string | undefined, call: { byItself: boolean; isReading: boolean }): void;
  /** A dialog could not be shown. */
  report(error: unknown): void;
}

/** Makes the one function that turns failures of calls, uploads and event streams into what the user sees. */
export function createTellFailure(dependencies: TellDependencies): TellFailure {
  const { toasts, loginPrompt, text, report } = dependencies;
  const alertedAt = new Map<MessageKey, number>();

  async function alert(key: MessageKey, every: number, thenLogin: boolean): Promise<void> {
    const now = Date.now();
    if (now - (alertedAt.get(key) ?? -Infinity) < every) return;
    alertedAt.set(key, now);
    const confirmed = await dependencies.dialogs().confirm({ title: key, cancel: null, width: 400 });
    if (confirmed && thenLogin) loginPrompt.now();
  }

  return (failure, call) => {
    const row = rowOf({ ...factsOf(failure), purpose: call.purpose });
    if (call.handlesErrors && row.always !== true) return;
    const { action } = row;
    switch (action.do) {
      case 'nothing':
        return;
      case 'toast': {
        const sentence = failure.message === '' ? text(row.text) : failure.message;
        toasts.show({
          kind: action.kind,
          text: sentence,
          key: `http:${sentence}`,
          throttle: TOAST_EVERY,
          duration: action.duration,
          source: call.source,
        });
        return;
      }
      case 'alert':
        // Its other calls would be answered with a plain 401, and ask for a login at once.
        if (action.thenLogin === true) {
          if (dependencies.session().token === call.token) dependencies.session().clear();
          // One that a plain 401 asked for a moment before would lie over what says why.
          loginPrompt.cancel();
        }
        alert(row.text, action.every, action.thenLogin === true).catch(report);
        return;
      case 'bind-mobile':
        dependencies.dialogs().open('account/login', { step: 'bind-mobile' }).catch(report);
        return;
      case 'force-offline':
        // Somebody else may have logged in here meanwhile.
        if ((dependencies.session().token ?? call.token) !== call.token) return;
        toasts.closeAll();
        // The server says it once; a call at the same time may have been answered with a plain 401 before.
        loginPrompt.cancel();
        dependencies.session().forceOffline();
        return;
      case 'upgrade': {
        const lock = lockOfRefusal(failure.data);
        const { source, method, handlesErrors: byItself } = call;
        if (lock !== null) dependencies.offerUpgrade(lock, source, { byItself, isReading: method === 'GET' });
        return;
      }
      case 'sign-in-again': {
        const session = dependencies.session();
        // The answer to an earlier session's call says nothing about this one.
        if (session.token !== call.token || session.forcedOffline) return;
        const asks = session.user?.isQF !== true;
        session.clear();
        if (asks) loginPrompt.after(action.after);
        return;
      }
    }
  };
}

/** The facts of a failure, without what it was for. */
function factsOf({ kind, status, code, secCode, message, data }: HttpFailure): FailureFacts {
  return { kind, status, code, secCode, message, data };
}
