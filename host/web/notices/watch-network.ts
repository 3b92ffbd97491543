import { I18N } from '#core/web/i18n/i18n.ts';
import type { Kernel } from '#core/web/kernel/kernel.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

const KEY = 'network';

/** Tells the user when the connection is lost, and when it is back. */
export function watchNetwork({ get }: Pick<Kernel, 'get'>, target: Window = window): void {
  let close: (() => void) | undefined;
  const lost = (): void => {
    close = get(TOASTS).show({
      kind: 'warning',
      key: KEY,
      duration: 0,
      text: () => get(I18N).t('shell:network.offline'),
    });
  };
  target.addEventListener('offline', lost);
  target.addEventListener('online', () => {
    if (close === undefined) return;
    close();
    close = undefined;
    get(TOASTS).show({ kind: 'success', key: KEY, text: () => get(I18N).t('shell:network.online') });
  });
  if (!target.navigator.onLine) lost();
}
