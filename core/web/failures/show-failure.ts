import type { MessageKey } from '#core/contract/message-keys.ts';

import type { Dialogs } from '../dialogs/dialogs.ts';
import { lockOfRefusal, type AccessLock } from '../lock.ts';
import type { LoginPrompt } from '../session/login-prompt.ts';
import type { SessionService } from '../session/session.ts';
import type { Toasts } from '../toasts/toasts.ts';
import { rowOf, type FailedCall, type FailureFacts, type ShowFailure } from '../http/error-catalogue.ts';
import type { HttpFailure } from '../http/http.ts';

/** Identical toasts are shown at most once in this many milliseconds. */
const TOAST_EVERY = 3_000;

export interface ShowFailureDependencies {
  session(): Pick<SessionService, 'token' | 'user' | 'forcedOffline' | 'clear' | 'forceOffline'>;
  dialogs(): Pick<Dialogs, 'confirm' | 'open'>;
  toasts: Pick<Toasts, 'show' | 'closeAll'>;
  loginPrompt: Pick<LoginPrompt, 'now' | 'after' | 'cancel'>;
  text(key: MessageKey): string;
  /**
   * Offers the upgrade that opens a lock; null where nothing in particular is locked.
   * @param call `byItself`: its caller handles errors, so the page may have made it without the user asking
   */
  offerUpgrade(
    lock: AccessLock | null,
    source: string | undefined,
    call: { byItself: boolean; isReading: boolean },
  ): void;
  /** Called when a dialog could not be shown. */
  report(error: unknown): void;
}

/** Creates the function that shows users the failures of calls, uploads and event streams. */
export function createShowFailure(dependencies: ShowFailureDependencies): ShowFailure {
  const { toasts, loginPrompt, text, report } = dependencies;
  const alertedAt = new Map<MessageKey, number>();
  /** Open alerts that lead to the login when they are confirmed; a login prompt of its own would cover them. */
  let leadingToLogin = 0;

  async function alert(key: MessageKey, every: number, thenLogin: boolean): Promise<void> {
    const now = Date.now();
    if (now - (alertedAt.get(key) ?? -Infinity) < every) return;
    alertedAt.set(key, now);
    if (thenLogin) leadingToLogin++;
    try {
      const confirmed = await dependencies.dialogs().confirm({ title: key, cancel: null, width: 400 });
      if (confirmed && thenLogin) loginPrompt.now();
    } finally {
      if (thenLogin) leadingToLogin--;
    }
  }

  function offer(lock: AccessLock | null, { source, method, handlesErrors: byItself }: FailedCall): void {
    dependencies.offerUpgrade(lock, source, { byItself, isReading: method === 'GET' });
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
          action: action.leadsTo && { label: text('shell:look.go'), run: () => offer(null, call) },
        });
        return;
      }
      case 'alert':
        // Otherwise its other calls would get a plain 401 and ask for a login at once.
        if (action.thenLogin === true) {
          if (dependencies.session().token === call.token) dependencies.session().clear();
          // A login prompt from an earlier plain 401 would cover the explanation.
          loginPrompt.cancel();
        }
        alert(row.text, action.every, action.thenLogin === true).catch(report);
        return;
      case 'bind-mobile':
        dependencies.dialogs().open('account/login', { step: 'bind-mobile' }).catch(report);
        return;
      case 'force-offline':
        // Another user may have logged in here in the meantime.
        if ((dependencies.session().token ?? call.token) !== call.token) return;
        toasts.closeAll();
        // The server says so only once; a simultaneous call may have received a plain 401 before.
        loginPrompt.cancel();
        dependencies.session().forceOffline();
        return;
      case 'upgrade': {
        const lock = lockOfRefusal(failure.data);
        if (lock !== null) offer(lock, call);
        return;
      }
      case 'sign-in-again': {
        const session = dependencies.session();
        // A response to a call from an earlier session says nothing about this one.
        if (session.token !== call.token || session.forcedOffline) return;
        const asks = session.user?.isQF !== true;
        session.clear();
        if (asks && leadingToLogin === 0) loginPrompt.after(action.after);
        return;
      }
    }
  };
}

/** The facts of a failure, without the call that it belongs to. */
function factsOf({ kind, status, code, secCode, message, data }: HttpFailure): FailureFacts {
  return { kind, status, code, secCode, message, data };
}
