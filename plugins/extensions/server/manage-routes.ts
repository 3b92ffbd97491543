import { fail } from '#core/contract/errors.ts';
import { grantKey } from '#core/contract/grants.ts';
import { LEVELS } from '#core/contract/tiers.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { KnownPlugin } from '#core/server/services/plugin-registry/plugins.ts';
import { RETRY_SERVER_HALF } from '#core/server/plugins/server-halves.ts';
import {
  changeExtension,
  listExtensions,
  readExtension,
  removeExtension,
  retryExtension,
  rollBackExtension,
} from '#plugins/extensions/calls.ts';

import { faultsOfDay, nameOf, presentExtension } from './present-extension.ts';

/** Handlers of the calls that show plugins and change what is there. */
export function manageRoutes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(listExtensions, async (_input, { caller, language }) => {
    const viewer = caller.accountId;
    const [plugins, faults] = await Promise.all([pluginsOf(ctx, viewer), faultsOfDay(ctx)]);
    const present = (plugin: KnownPlugin) => presentExtension(ctx, plugin, { language, viewer, faults });
    return { items: await Promise.all(plugins.map(present)) };
  });

  calls.handle(readExtension, async ({ params: { id } }, { caller, language }) => {
    const viewer = caller.accountId;
    const plugin = await findPlugin(ctx, id, viewer);
    const [extension, versions, faults, ledger] = await Promise.all([
      presentExtension(ctx, plugin, { language, viewer }),
      ctx.plugins.versions(id, viewer),
      ctx.plugins.faults(id),
      ctx.plugins.ledger(id, viewer),
    ]);
    const names = await namesOf(
      ctx,
      [...versions.map(({ installedBy }) => installedBy), ...faults.flatMap(({ accountId }) => accountId ?? [])],
      language,
    );
    return {
      extension,
      versions: versions.map(({ installedAt, installedBy, source, ...version }) => ({
        ...version,
        ...{ at: installedAt.toISOString(), by: names.get(installedBy) ?? installedBy, from: source },
      })),
      faults: faults.map(({ version, phase, message, accountId, at }) => ({
        ...{ version, phase, message, at: at.toISOString() },
        account: accountId === null ? null : (names.get(accountId) ?? accountId),
      })),
      ledger: ledger.map(({ grant, given, changed, uses, lastUsedAt }) => ({
        ...{ key: grantKey(grant), grant, given, changed, uses },
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    };
  });

  calls.handle(changeExtension, async ({ params: { id }, body }, { caller, language }) => {
    const actor = caller.accountId;
    await findPlugin(ctx, id, actor);
    if (body.disabled !== undefined) await ctx.plugins.setDisabled(id, body.disabled, actor);
    for (const level of LEVELS) {
      const mode = body.tiers?.[level];
      if (mode !== undefined) await ctx.plugins.setTier(id, level, mode, actor);
    }
    for (const [key, given] of Object.entries(body.grants ?? {})) await ctx.plugins.setGrant(id, key, given, actor);
    return await presentExtension(ctx, await findPlugin(ctx, id, actor), { language, viewer: actor });
  });

  calls.handle(rollBackExtension, async ({ params: { id } }, { caller, language }) => {
    const viewer = caller.accountId;
    await ctx.plugins.rollBack(id, viewer);
    return await presentExtension(ctx, await findPlugin(ctx, id, viewer), { language, viewer });
  });

  calls.handle(retryExtension, async ({ params: { id } }, { caller }) => {
    await findPlugin(ctx, id, caller.accountId);
    await ctx.db.transaction(async (tx) => {
      await ctx.db.notifications.send(tx, RETRY_SERVER_HALF, { id });
      await ctx.audit.record(tx, { actor: caller.accountId, action: 'plugin.retry', target: id });
    });
    return {};
  });

  calls.handle(removeExtension, async ({ params: { id } }, { caller }) => {
    await ctx.plugins.remove(id, caller.accountId);
    return {};
  });
}

/** All plugins as an operator has them, and those that only other developers have: they can be removed, too. */
async function pluginsOf(ctx: ServerContext, viewer: string): Promise<KnownPlugin[]> {
  const [own, builds] = await Promise.all([ctx.plugins.list(viewer), ctx.plugins.builds()]);
  const known = new Map(own.map((plugin) => [plugin.manifest.id, plugin]));
  for (const build of builds) if (!known.has(build.manifest.id)) known.set(build.manifest.id, build);
  return [...known.values()];
}

/**
 * A plugin as an operator has it; where only other developers have it, the build of one of them.
 * @throws expected `extensions:unknown` (404)
 */
export async function findPlugin(ctx: ServerContext, id: string, viewer: string): Promise<KnownPlugin> {
  const known = (await ctx.plugins.find(id, viewer)) ?? (await ctx.plugins.builds(id))[0];
  return known ?? fail('extensions:unknown', { plugin: id }, { kind: 'not-found' });
}

async function namesOf(
  ctx: ServerContext,
  actors: readonly string[],
  language: MessageLanguage,
): Promise<Map<string, string>> {
  const names = await Promise.all(
    [...new Set(actors)].map(async (actor) => [actor, await nameOf(ctx, actor, language)] as const),
  );
  return new Map(names);
}
