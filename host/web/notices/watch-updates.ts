import { reaction } from 'mobx';

import { EVENTS } from '#core/web/events/events.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import type { Kernel } from '#core/web/kernel/kernel.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

import { UPDATES } from './updates.ts';

/** Returning to the page sooner than this does not check again. */
const LOOK_AGAIN_MILLISECONDS = 5 * 60_000;

/**
 * Detects that the server has a newer build, and offers to load it: it checks when the event stream reconnects, when
 * the user returns to the page, and when a file of this build is gone.
 */
export function watchUpdates({ get, plugins }: Kernel, target: Window = window): void {
  let lookedAt = Date.now();
  const look = (): void => {
    lookedAt = Date.now();
    // The index names the build; without a connection there is nothing to find.
    void plugins.load().catch(() => undefined);
  };

  reaction(
    () => get(UPDATES).isOld,
    (isOld) => {
      if (!isOld) return;
      const t = get(I18N).t;
      get(TOASTS).show({
        kind: 'info',
        key: 'update',
        duration: 0,
        text: () => t('shell:update.ready'),
        action: { label: t('shell:update.reload'), run: () => target.location.reload() },
      });
    },
    { fireImmediately: true },
  );
  let connectedBefore = false;
  reaction(
    () => get(EVENTS).connected,
    (connected) => {
      if (connected && connectedBefore) look();
      connectedBefore ||= connected;
    },
    { fireImmediately: true },
  );
  target.document.addEventListener('visibilitychange', () => {
    const again = target.document.visibilityState === 'visible' && Date.now() - lookedAt > LOOK_AGAIN_MILLISECONDS;
    if (again) look();
  });
  // A failed load fires on its own element and does not bubble, so the listener must capture.
  target.addEventListener(
    'error',
    ({ target: element }) => {
      const address =
        element instanceof HTMLScriptElement ? element.src : element instanceof HTMLLinkElement ? element.href : '';
      if (address.includes('/assets/')) look();
    },
    true,
  );
}
