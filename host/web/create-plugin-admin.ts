import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { pluginTitle } from '#core/web/kernel/plugin-title.ts';
import type { GetService } from '#core/web/service.ts';
import type { PluginAdmin } from '#core/web/plugins/plugin-admin.ts';
import { PLUGINS } from '#core/web/plugins/plugins.ts';
import { SESSION } from '#core/web/session/session.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

/** Creates the shell's {@link PluginAdmin}, using the calls of the plugin manager. */
export function createPluginAdmin(get: GetService): PluginAdmin {
  return {
    get isOperator() {
      return get(SESSION).operator === true;
    },
    async disable(plugin) {
      const named = { plugin: pluginTitle(get(PLUGINS), get(I18N), plugin) };
      const isSure = await get(DIALOGS).confirm({
        title: 'shell:plugin-disable-ask',
        text: 'shell:plugin-disable-text',
        confirm: 'shell:plugin-disable',
        params: named,
        destructive: true,
      });
      if (!isSure) return;
      const path = `/api/extensions/${encodeURIComponent(plugin)}`;
      try {
        await get(HTTP).send({ method: 'PATCH', path, body: { disabled: true } });
      } catch {
        // The error catalogue has shown the failure.
        return;
      }
      get(TOASTS).show({ kind: 'success', text: () => get(I18N).t('shell:plugin-disabled', named) });
      await get(PLUGINS)
        .load()
        .catch(() => undefined);
    },
    pageOf: (plugin) => `/operator/plugins/${encodeURIComponent(plugin)}`,
  };
}
