import { decide } from '#core/contract/decide.ts';
import { fail } from '#core/contract/errors.ts';
import { grantKey } from '#core/contract/grants.ts';
import { reportPluginFault, reportPluginProven, reportPluginUses } from '#core/contract/plugin-calls.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { takeRate } from '#core/server/ground/database/rate-limit.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import type { KnownPlugin, InstalledPlugins } from '#core/server/services/plugin-registry/plugins.ts';

/** Maximum faults recorded per plugin and minute; a plugin that fails in a loop is known by then. */
const FAULTS_A_MINUTE = 6;
/** Maximum reports of uses per session, plugin and minute; a browser sends one every five seconds. */
const REPORTS_A_MINUTE = 30;
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

  calls.handle(reportPluginUses, async ({ params: { id }, body: { uses } }, { caller }) => {
    const { source } = await assertSeen(plugins, caller, id);
    const { allowed } = await takeRate(db, `plugin-uses:${caller.sessionId}:${id}`, REPORTS_A_MINUTE, 60);
    if (!allowed) return {};
    for (const grant of source.grants) {
      const count = grant.kind === 'service' ? uses[grant.token] : undefined;
      if (count !== undefined) plugins.used(id, grantKey(grant), count);
    }
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
  const { manifest } = await assertSeen(plugins, caller, id);
  const [number = ''] = version.split('+', 1);
  const isKept = manifest.version === number || (await plugins.versions(id)).some((kept) => kept.version === number);
  return isKept ? number : unknown(id);
}

/** A plugin from outside that the caller can see. @throws expected `core:plugin.unknown` (404) */
async function assertSeen(
  plugins: InstalledPlugins,
  caller: Caller,
  id: string,
): Promise<KnownPlugin & Required<Pick<KnownPlugin, 'source'>>> {
  const plugin = await plugins.find(id, caller.accountId);
  return plugin?.source !== undefined && sees(plugin, caller) ? { ...plugin, source: plugin.source } : unknown(id);
}

function unknown(id: string): never {
  fail('core:plugin.unknown', { plugin: withoutControls(id) }, { kind: 'not-found' });
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
