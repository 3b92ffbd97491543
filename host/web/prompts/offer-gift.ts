import { reaction } from 'mobx';

import type { readGift } from '#core/contract/account-calls.ts';
import type { CallData } from '#core/contract/call.ts';
import type { Level } from '#core/contract/tiers.ts';
import { SESSION_SERVICE } from '#core/web/compose/create-services.ts';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import type { Kernel } from '#core/web/kernel/kernel.ts';
import { LOGIN, WORKBENCH } from '#core/web/router/navigation-guard.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { STORAGE } from '#core/web/storage/storage.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

/** Storage key: the user has taken the gift here, or put it off. */
export const GIFT_SEEN = 'gift-seen';

/**
 * Offers the free membership to a main account that has not had it, until it is claimed or put off in this browser. Only
 * on the workbench: elsewhere it would lie over what the newcomer is doing.
 */
export async function offerGift({ get }: Kernel): Promise<void> {
  const storage = get(STORAGE);
  const session = get(SESSION_SERVICE);
  if (storage.read(GIFT_SEEN) === true || get(ROUTER).place.path === LOGIN) return;
  const { id } = session.user ?? {};
  const { hasGiveMember, gift } = await get(HTTP).send<CallData<typeof readGift>>({
    method: 'GET',
    path: '/api/paymentUnderline/isFirstCharge',
    handlesErrors: true,
  });
  // Another user may have logged in by now.
  if (hasGiveMember || session.user?.id !== id) return;
  const { t } = get(I18N);
  const settle = (): void => storage.write(GIFT_SEEN, true);
  const show = (): (() => void) =>
    get(TOASTS).show({
      ...{
        kind: 'info',
        key: 'gift',
        duration: 0,
        canWait: true,
        text: () => t('shell:gift.line', { count: gift.days, level: t(`shell:tier.${gift.level}`) }),
      },
      action: {
        label: t('shell:gift.go'),
        run: () => {
          settle();
          if (session.user?.id === id) void claimGift(get, gift.level);
        },
      },
      onClose: settle,
    });
  const { level } = session;
  let close: (() => void) | undefined;
  reaction(
    // Another tab may have claimed it.
    () => session.user?.id === id && session.level === level && get(ROUTER).place.path,
    (path, _before, watching) => {
      close?.();
      close = undefined;
      if (path === false || storage.read(GIFT_SEEN) === true) watching.dispose();
      else if (path === WORKBENCH) close = show();
    },
    { fireImmediately: true },
  );
}

async function claimGift(get: Kernel['get'], level: Level): Promise<void> {
  // The error catalogue shows the message when there is nothing left to claim.
  const given = await get(HTTP)
    .send<{ fdExpireDate: string }>({ method: 'POST', path: '/api/paymentUnderline/gift' })
    .catch(() => undefined);
  // It may have been claimed in another tab.
  await get(SESSION_SERVICE).refresh();
  if (given === undefined) return;
  const { t, date } = get(I18N);
  const text = () => t('shell:gift.claimed', { level: t(`shell:tier.${level}`), date: date(given.fdExpireDate) });
  get(TOASTS).show({ kind: 'success', text });
}
