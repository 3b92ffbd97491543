import { reaction } from 'mobx';

import { ADAPTED_ROLE_CODES, adaptRole } from '#core/contract/tiers.ts';
import { SESSION_SERVICE } from '#core/web/compose/create-services.ts';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { PURCHASE_MEMBER } from '#core/web/features/create-feature-gate.ts';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import type { Kernel } from '#core/web/kernel/kernel.ts';
import { createPluginLog } from '#core/web/kernel/plugin-log.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { HOME } from '#core/web/router/navigation-guard.ts';
import { isPageAddress } from '#core/web/router/route-objects.ts';
import { STORAGE } from '#core/web/storage/storage.ts';
import type { ThemeService } from '#core/web/theme/create-theme.ts';
import { THEME } from '#core/web/theme/theme.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import type { Token } from '#core/web/token.ts';

import { offerGift } from './offer-gift.ts';

/** Storage key: the user was told that the membership has expired. */
const EXPIRED_TOLD = 'membership-expired-told';
/** Storage key: the role at the last visit. */
const LAST_ROLE = 'membership-role';
const THEME_OFFERED = 'theme-offered';

const THEME_SERVICE = THEME as Token<ThemeService>;

const log = createPluginLog('shell');

/**
 * Shows the prompts that a session may need: that it was forced offline, that the membership has expired, that there is
 * a gift.
 */
export function startPrompts(kernel: Kernel): void {
  const { get } = kernel;
  const session = get(SESSION_SERVICE);
  reaction(
    () => session.forcedOffline,
    (forced) => {
      if (forced) void tellForcedOffline(kernel);
    },
    { fireImmediately: true },
  );
  reaction(
    // A membership may also expire, or begin, while the page is open.
    () => (session.user === null || session.forcedOffline ? null : `${session.user.id} ${session.roleCode}`),
    (member) => {
      if (member !== null) void tellMembership(kernel).catch((error: unknown) => log.warn('a prompt failed', error));
    },
    { fireImmediately: true },
  );
  offerLightTheme(kernel);
}

async function tellForcedOffline({ get }: Kernel): Promise<void> {
  get(TOASTS).closeAll();
  await get(DIALOGS).alert({
    title: 'shell:offline-prompt.title',
    text: 'shell:error.forced-offline',
    confirm: 'shell:offline-prompt.confirm',
  });
  get(SESSION_SERVICE).clear();
  await get(ROUTER).go(HOME);
}

async function tellMembership(kernel: Kernel): Promise<void> {
  const { get, plugins } = kernel;
  const storage = get(STORAGE);
  const session = get(SESSION_SERVICE);
  const role = session.roleCode === null ? undefined : adaptRole(session.roleCode);
  const before = storage.read(LAST_ROLE);
  // A membership that expired since the last visit has to be announced again.
  if (role !== undefined && typeof before === 'number' && before > role) storage.remove(EXPIRED_TOLD);
  if (role !== undefined) storage.write(LAST_ROLE, role);

  const canBuy = isPageAddress(plugins, PURCHASE_MEMBER);
  if (role === ADAPTED_ROLE_CODES.level0 && storage.read(EXPIRED_TOLD) !== true) {
    const left = await get(HTTP).send<{ days: number; free: boolean }>({
      method: 'GET',
      path: '/api/paymentAccountBalance/getMemberDays',
      handlesErrors: true,
    });
    if (left.days === 0 && left.free) await tellExpired(kernel, canBuy);
  }
  if (session.isMainAccount) await offerGift(kernel);
}

async function tellExpired({ get }: Kernel, canBuy: boolean): Promise<void> {
  const goes = await get(DIALOGS).confirm({
    title: 'shell:expired.title',
    text: 'shell:expired.text',
    confirm: canBuy ? 'shell:expired.go' : 'shell:expired.later',
    cancel: canBuy ? 'shell:expired.later' : null,
  });
  get(STORAGE).write(EXPIRED_TOLD, true);
  if (goes && canBuy) await get(ROUTER).go(PURCHASE_MEMBER);
}

/** Shown once, to users with a light system who have never chosen a theme here. */
function offerLightTheme({ get }: Kernel): void {
  const theme = get(THEME_SERVICE);
  if (theme.chosen || theme.system === theme.mode || get(STORAGE).read(THEME_OFFERED) === true) return;
  get(STORAGE).write(THEME_OFFERED, true);
  const { t } = get(I18N);
  get(TOASTS).show({
    kind: 'info',
    key: 'theme',
    duration: 10_000,
    text: () => t('shell:theme.offer'),
    action: { label: t('shell:theme.accept'), run: () => theme.setMode('light') },
  });
}
