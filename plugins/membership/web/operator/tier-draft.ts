import { LEVELS, type Level } from '#core/contract/tiers.ts';

import { LIMIT_NAMES, tierRulesSchema, type LimitName, type TierRules } from '#plugins/membership/tier-rules.ts';

/** A limit while it is filled in; the number stays while it is unlimited. */
export interface LimitDraft {
  value: number | null;
  isUnlimited: boolean;
}

/** What each level holds, while it is filled in. */
export interface TierDraft {
  limits: Record<Level, Record<LimitName, LimitDraft>>;
  features: TierRules['features'];
}

/** What holds, to be changed. */
export function draftOfRules({ limits, features }: TierRules): TierDraft {
  const draft = (value: number | null): LimitDraft => ({ value, isUnlimited: value === null });
  return {
    limits: mapped(LEVELS, (level) => mapped(LIMIT_NAMES, (limit) => draft(limits[level][limit]))),
    features: { ...features },
  };
}

/** What was filled in; null where a number is missing or wrong. */
export function rulesOfDraft({ limits, features }: TierDraft): TierRules | null {
  const valueOf = ({ value, isUnlimited }: LimitDraft) => (isUnlimited ? null : (value ?? Number.NaN));
  const rules = {
    limits: mapped(LEVELS, (level) => mapped(LIMIT_NAMES, (limit) => valueOf(limits[level][limit]))),
    features,
  };
  return tierRulesSchema.safeParse(rules).data ?? null;
}

function mapped<K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> {
  // Each key has its value, as the list holds all of them.
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;
}
