import { and, eq } from 'drizzle-orm';

import { grantKey, type Grant } from '#core/contract/grants.ts';
import type { Level } from '#core/contract/tiers.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { isUnchanged, type GrantHash } from './grant-hashes.ts';
import type { LedgerEntry, TierMode } from './plugins.ts';
import { corePluginGrants, corePluginTiers } from './tables.ts';

/** Stores an operator's choice for a tier; null restores the manifest's default. */
export async function writeTier({ orm }: Tx, plugin: string, level: Level, mode: TierMode | null): Promise<void> {
  if (mode === null) {
    await orm.delete(corePluginTiers).where(and(eq(corePluginTiers.plugin, plugin), eq(corePluginTiers.level, level)));
    return;
  }
  await orm
    .insert(corePluginTiers)
    .values({ plugin, level, mode })
    .onConflictDoUpdate({ target: [corePluginTiers.plugin, corePluginTiers.level], set: { mode } });
}

/** Gives or revokes a grant. @param call hash of what it reaches now */
export async function writeGrant(
  { orm }: Tx,
  plugin: string,
  { key, given, call }: { key: string; given: boolean; call: string | null },
): Promise<void> {
  await orm
    .insert(corePluginGrants)
    .values({ plugin, key, given, call })
    .onConflictDoUpdate({ target: [corePluginGrants.plugin, corePluginGrants.key], set: { given, call } });
}

/** The state and use of the grants that a plugin requests. */
export async function readLedger(
  { orm }: Tx,
  plugin: string,
  asked: readonly Grant[],
  hashOf: GrantHash,
): Promise<LedgerEntry[]> {
  const rows = await orm.select().from(corePluginGrants).where(eq(corePluginGrants.plugin, plugin));
  return asked.map((grant) => {
    const key = grantKey(grant);
    const row = rows.find((each) => each.key === key);
    const given = row?.given ?? false;
    const changed = given && !isUnchanged(key, row?.call ?? null, hashOf);
    return {
      ...{ grant, given: given && !changed, changed },
      ...{ uses: row?.uses ?? 0, lastUsedAt: row?.lastUsedAt ?? null },
    };
  });
}
