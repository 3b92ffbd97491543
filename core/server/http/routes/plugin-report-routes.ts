import { decide } from '#core/contract/decide.ts';
import { fail } from '#core/contract/errors.ts';
import { reportPluginFault, reportPluginProven } from '#core/contract/plugin-calls.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { takeRate } from '#core/server/ground/database/rate-limit.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import type { KnownPlugin, InstalledPlugins } from '#core/server/services/plugin-registry/plugins.ts';

/** Maximum faults recorded per plugin and minute; a plugin that fails in a loop is known by then. */
const FAULTS_A_MINUTE = 6;
const MESSAGE_LETTERS = 1_000;

/** Handlers of browsers' reports about external plugins. */
export function pluginReportRoutes(
  calls: CallRegistry,
  { db, plugins }: { db: Database; plugins: InstalledPlugins },
): void {
  calls.handle(reportPluginFault, async ({ params: { id }, body: { version, phase, message } }, { caller }) => {
    const known = await assertKept(plugins, caller, id, version);
    const { allowed } = await takeRate(db, `plugin-faults:${caller.sessionId}:${id}`, FAULTS_A_MINUTE, 60);
    if (!allowed) return {};
    await plugins.fault({
      plugin: id,
      version: known,
      phase,
      message: withoutControls(message).slice(0, MESSAGE_LETTERS),
      accountId: caller.accountId,
    });
    return {};
  });

  calls.handle(reportPluginProven, async ({ params: { id }, body: { version } }, { caller }) => {
    await plugins.proven(id, await assertKept(plugins, caller, id, version), caller.accountId);
    return {};
  });
}

/**
 * The reported version, provided that it is kept and the caller can see its plugin; other reports do not count.
 * @param version as in the manifest, or with its build after a plus
 * @throws expected `core:plugin.unknown` (404)
 */
async function assertKept(plugins: InstalledPlugins, caller: Caller, id: string, version: string): Promise<string> {
  const plugin = await plugins.find(id, caller.accountId);
  const [number = ''] = version.split('+', 1);
  const isTheirs = plugin?.source !== undefined && sees(plugin, caller);
  const isKept =
    isTheirs &&
    (plugin.manifest.version === number || (await plugins.versions(id)).some((kept) => kept.version === number));
  if (!isKept) fail('core:plugin.unknown', { plugin: withoutControls(id) }, { kind: 'not-found' });
  return number;
}

/** A locked plugin may still be shown, so it can fail, too. */
function sees({ manifest }: KnownPlugin, caller: Caller): boolean {
  const decision = decide(manifest.gate, caller);
  return decision.allowed || decision.reason === 'tier' || decision.reason === 'feature';
}

function withoutControls(text: string): string {
  // Line breaks stay for stack traces. Characters that change the text direction could hide some of it.
  return text.replaceAll(/[^\P{C}\n\t]/gu, '');
}
