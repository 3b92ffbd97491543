import { decide } from '#core/contract/decide.ts';
import { fail } from '#core/contract/errors.ts';
import { readPluginSettings } from '#core/contract/settings-calls.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import { ANONYMOUS } from '#core/server/http/calls/gate.ts';
import type { InstalledPlugins } from '#core/server/services/plugin-registry/plugins.ts';
import { publicOperatorValues } from '#core/server/services/settings/operator-values.ts';
import type { OperatorSettings } from '#core/server/services/settings/settings.ts';

/** Registers `GET /api/plugins/:id/settings`: for everybody who may see the plugin, even if their tier locks it. */
export function pluginSettingsRoute(
  calls: CallRegistry,
  { plugins, settings }: { plugins: InstalledPlugins; settings: OperatorSettings },
): void {
  calls.handle(readPluginSettings, async ({ params: { id } }, { caller }) => {
    const plugin = await plugins.find(id, caller?.accountId);
    const decision = plugin === undefined ? undefined : decide(plugin.manifest.gate, caller ?? ANONYMOUS);
    const sees =
      decision?.allowed === true ||
      (caller !== null && (decision?.reason === 'tier' || decision?.reason === 'feature'));
    if (plugin === undefined || plugin.disabled || !sees) {
      fail('core:plugin.unknown', { plugin: id }, { kind: 'not-found' });
    }
    return { values: await publicOperatorValues({ settings }, plugin.manifest) };
  });
}
