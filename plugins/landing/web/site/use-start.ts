import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { SESSION } from '#core/web/session/session.ts';

/**
 * Begins: members go to their workbench, visitors log in or register.
 * @param tab the way in that the button promised
 */
export function useStart(tab?: 'mobile'): () => void {
  const session = useService(SESSION);
  const router = useService(ROUTER);
  const dialogs = useService(DIALOGS);
  return usePluginCallback(async () => {
    if (session.token === null) await dialogs.open('account/login', { tab });
    else await router.go('/workbench');
  });
}
