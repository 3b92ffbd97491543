import { count, gte } from 'drizzle-orm';

import { levelOfFeature, type FeatureId } from '#core/contract/tiers.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { KeptVersion, KnownPlugin } from '#core/server/services/plugin-registry/plugins.ts';
import { corePluginFaults } from '#core/server/services/plugin-registry/tables.ts';
import { FEATURE_LEVELS_SETTING } from '#core/server/services/settings/tier-rules.ts';
import type { Extension } from '#plugins/extensions/calls.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** How often each plugin that went wrong in the last 24 hours did. */
export async function faultsOfDay({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<Map<string, number>> {
  const rows = await db.orm
    .select({ plugin: corePluginFaults.plugin, times: count() })
    .from(corePluginFaults)
    .where(gte(corePluginFaults.at, new Date(clock.now().getTime() - DAY_MILLISECONDS)))
    .groupBy(corePluginFaults.plugin);
  return new Map(rows.map(({ plugin, times }) => [plugin, times]));
}

/**
 * One plugin as the manager shows it to an operator, the viewer.
 * @param options with what {@link faultsOfDay} answered; it is asked for when absent
 */
export async function presentExtension(
  ctx: ServerContext,
  plugin: KnownPlugin,
  options: { language: MessageLanguage; viewer: string; faults?: ReadonlyMap<string, number> },
): Promise<Extension> {
  const { language, viewer, faults } = options;
  const { manifest, disabled, blocked, tiers, source, texts, needed = false, waiting } = plugin;
  const { feature } = manifest.gate;
  const [featureLevels, versions, ledger] = await Promise.all([
    ctx.settings.get(FEATURE_LEVELS_SETTING),
    source === undefined ? [] : ctx.plugins.versions(manifest.id, viewer),
    source === undefined || source.grants.length === 0 ? [] : ctx.plugins.ledger(manifest.id, viewer),
  ]);
  return {
    ...{ manifest, disabled, blocked, tiers, needed },
    // A manifest may name a feature that no level knows; then none has it.
    featureLevel: feature === null ? null : levelOfFeature(feature as FeatureId, featureLevels),
    texts: source === undefined ? null : { zh: texts?.zh ?? {}, en: texts?.en ?? {} },
    origin: originOf(plugin),
    source: source ?? null,
    installed: await presentInstalled(ctx, versions, language),
    server: serverOf(plugin),
    waiting: { grants: [...(waiting?.grants ?? [])], calls: [...(waiting?.calls ?? [])] },
    faults: (faults ?? (await faultsOfDay(ctx))).get(manifest.id) ?? 0,
    used: ledger.filter(({ given, uses }) => given && uses > 0).length,
  };
}

/** Where a plugin comes from. */
export function originOf({ source }: Pick<KnownPlugin, 'source'>): Extension['origin'] {
  if (source === undefined) return 'shipped';
  return source.dev ? 'developer' : 'installed';
}

/** The state of a plugin's server half on this node. */
export function serverOf({ half }: Pick<KnownPlugin, 'half'>): Extension['server'] {
  if (half === undefined) return null;
  const { state, resting, problem, parts } = half;
  return {
    ...{ state: resting ? 'resting' : state, problem },
    parts: parts && {
      ...{ routes: parts.routes, jobs: [...parts.jobs], uploads: [...parts.uploads] },
      ...{ operations: [...parts.operations], effects: [...parts.effects], tools: [...parts.tools] },
      providers: [...parts.providers],
      provides: [...parts.provides],
      hooks: [...parts.hooks],
      schedules: [...parts.schedules],
    },
  };
}

async function presentInstalled(
  ctx: ServerContext,
  versions: readonly KeptVersion[],
  language: MessageLanguage,
): Promise<Extension['installed']> {
  const current = versions.find((version) => version.current);
  if (current === undefined) return null;
  return {
    from: current.source,
    at: current.installedAt.toISOString(),
    by: await nameOf(ctx, current.installedBy, language),
    bytes: current.bytes,
    earlier: versions.filter((version) => version !== current).map(({ version }) => version),
  };
}

/** The name of an actor: an account, or the workbench itself. */
export async function nameOf(ctx: ServerContext, actor: string, language: MessageLanguage): Promise<string> {
  if (actor === 'system') return translate(language, 'extensions:by-itself');
  const account = /^[0-9a-f-]{36}$/.test(actor) ? await ctx.accounts.find(ctx.db, actor) : undefined;
  return account === undefined || account.name === '' ? translate(language, 'extensions:by-nobody') : account.name;
}
