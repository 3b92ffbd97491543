import { reaction } from 'mobx';

import type { readDuration } from '#core/contract/account-calls.ts';
import type { CallData } from '#core/contract/call.ts';
import { SESSION_SERVICE } from '#core/web/compose/create-services.ts';
import { PURCHASE_MEMBER } from '#core/web/features/create-feature-gate.ts';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import type { Kernel } from '#core/web/kernel/kernel.ts';
import { createPluginLog } from '#core/web/kernel/plugin-log.ts';
import { isPageAddress } from '#core/web/router/route-objects.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { STORAGE } from '#core/web/storage/storage.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

/** Minutes before the end of a membership at which its user is reminded. */
const REMINDERS = [30, 10, 5] as const;
const MINUTE = 60_000;
/** A clock may be set and a membership renewed: longer than this nothing is taken for granted. */
const ASK_AGAIN = 60 * MINUTE;

const log = createPluginLog('shell');

/** Storage key: the user was reminded so many minutes before the end. */
const keyOf = (minutes: number): string => `reminder-minutes-${minutes}`;

/**
 * Reminds the user 30, 10 and 5 minutes before what they pay for ends, each once. When more than 30 minutes are left,
 * because it was renewed, all of it begins anew.
 * @param know hears how many milliseconds are left, at least once an hour; null for what does not end
 */
export function remindRemaining(kernel: Kernel, know: (left: number | null) => void = () => undefined): () => void {
  const { get } = kernel;
  const session = get(SESSION_SERVICE);
  let next: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const look = async (): Promise<void> => {
    clearTimeout(next);
    const { id } = session.user ?? {};
    if (id === undefined) return;
    const { fdRemainingSecs: seconds, fdExpireDate: end } = await get(HTTP).send<CallData<typeof readDuration>>({
      ...{ method: 'GET', path: '/api/duration/find', handlesErrors: true },
    });
    // Somebody else may have logged in by now.
    if (ended || session.user?.id !== id) return;
    const left = seconds * 1000;
    know(end === null ? null : left);
    if (end === null) return;
    if (left > 0) tell(kernel, left);
    const due = REMINDERS.map((minutes) => left - minutes * MINUTE).filter((wait) => wait > 0);
    if (due.length > 0) next = setTimeout(lookAgain, Math.min(ASK_AGAIN, ...due) + 1_000);
  };
  const lookAgain = (): void => void look().catch((error: unknown) => log.warn('a reminder failed', error));

  const stop = reaction(
    // A renewal changes the role, or the answer that comes with it.
    () => (session.user === null || session.forcedOffline ? null : session.user),
    (user) => {
      clearTimeout(next);
      if (user === null) know(null);
      else lookAgain();
    },
    { fireImmediately: true },
  );
  return () => {
    ended = true;
    clearTimeout(next);
    stop();
  };
}

function tell({ get, plugins }: Kernel, left: number): void {
  const storage = get(STORAGE);
  const [most] = REMINDERS;
  if (left > most * MINUTE) {
    for (const minutes of REMINDERS) storage.remove(keyOf(minutes));
    return;
  }
  const reached = REMINDERS.filter((minutes) => left <= minutes * MINUTE);
  const isNew = reached.some((minutes) => storage.read(keyOf(minutes)) !== true);
  for (const minutes of reached) storage.write(keyOf(minutes), true);
  if (!isNew) return;
  const { t } = get(I18N);
  const minutes = Math.ceil(left / MINUTE);
  get(TOASTS).show({
    ...{ kind: 'info', key: 'reminder', duration: 0 },
    text: () => t('shell:reminder.text', { minutes }),
    ...(isPageAddress(plugins, PURCHASE_MEMBER)
      ? { action: { label: t('shell:expired.go'), run: () => void get(ROUTER).go(PURCHASE_MEMBER) } }
      : {}),
  });
}
