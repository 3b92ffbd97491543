import { isDeepStrictEqual } from 'node:util';

import { sql } from 'drizzle-orm';

import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import { FEATURES, levelOfRole, type Level } from '#core/contract/tiers.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreAccounts } from '#core/server/services/accounts/tables.ts';
import { LEVEL_LIMITS_SETTING } from '#core/server/services/settings/level-limits.ts';
import { FEATURE_LEVELS_SETTING } from '#core/server/services/settings/tier-rules.ts';

import type { HeldTiers, saveTierRules as saveCall } from '#plugins/membership/calls.ts';
import {
  fallingLevel,
  FEATURE_NAMES,
  lossesOf,
  namedFeatureLevels,
  type TierRules,
} from '#plugins/membership/tier-rules.ts';
import { soldFeatures } from './list-tiers.ts';

type Saving = ReturnType<typeof saveCall.body.parse>;

/** What each level holds now, as operators see it. */
export async function readTierRules(ctx: ServerContext): Promise<HeldTiers> {
  const sold = soldFeatures(await ctx.plugins.list());
  return { rules: await heldRules(ctx), sold: FEATURE_NAMES.filter((name) => sold.has(FEATURES[name])) };
}

/**
 * Sets what each level holds. Every node and open page has it within two seconds; files and logins beyond a new limit
 * stay.
 * @throws expected `membership:tiers.falling` (422), `membership:tiers.changed` (409)
 */
export async function saveTierRules(
  ctx: ServerContext,
  { rules, before, isAgreed }: Saving,
  operator: string,
): Promise<CallData<typeof saveCall>> {
  if (fallingLevel(rules) !== undefined) fail('membership:tiers.falling', {}, { kind: 'invalid' });
  const held = await heldRules(ctx);
  if (!isDeepStrictEqual(held, before)) fail('membership:tiers.changed', {}, { kind: 'conflict' });
  const members = await countMembers(ctx);
  const losses = lossesOf(held, rules)
    .map((loss) => ({ loss, members: members.get(loss.level) ?? 0 }))
    .filter((each) => each.members > 0);
  if (losses.length > 0 && !isAgreed) return { isSaved: false, rules: held, losses };
  await ctx.settings.changeTogether(operator, async ({ change }) => {
    if (!isDeepStrictEqual(held.limits, rules.limits)) {
      await change(LEVEL_LIMITS_SETTING, unlessChanged(held.limits, rules.limits));
    }
    if (!isDeepStrictEqual(held.features, rules.features)) {
      const unlessOther = unlessChanged(held.features, rules.features);
      await change(FEATURE_LEVELS_SETTING, (stored) => unlessOther(namedFeatureLevels(stored)));
    }
  });
  return { isSaved: true, rules, losses };
}

async function heldRules({ settings }: Pick<ServerContext, 'settings'>): Promise<TierRules> {
  const [limits, levels] = await Promise.all([
    settings.get(LEVEL_LIMITS_SETTING),
    settings.get(FEATURE_LEVELS_SETTING),
  ]);
  return { limits, features: namedFeatureLevels(levels) };
}

/** Two operators may save at the same moment. */
const unlessChanged =
  <T>(held: T, next: T) =>
  (stored: T): T =>
    isDeepStrictEqual(stored, held) ? next : fail('membership:tiers.changed', {}, { kind: 'conflict' });

/** How many accounts have each level now. */
async function countMembers({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<ReadonlyMap<Level, number>> {
  const { roleCode, roleUntil, disabled } = coreAccounts;
  const now = clock.now().toISOString();
  const rows = await db.orm
    .select({
      roleCode,
      isOver: sql<boolean>`coalesce(${roleUntil} <= ${now}::timestamptz, false)`,
      count: sql<number>`count(*)::int`,
    })
    .from(coreAccounts)
    .where(sql`not ${disabled}`)
    .groupBy(sql`1, 2`);
  const counts = new Map<Level, number>();
  for (const row of rows) {
    const level = row.isOver ? 'level0' : levelOfRole(row.roleCode);
    if (level !== undefined) counts.set(level, (counts.get(level) ?? 0) + row.count);
  }
  return counts;
}
