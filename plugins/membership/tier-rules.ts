import { z } from 'zod';

import {
  atLeast,
  FEATURE_LEVELS,
  FEATURES,
  LEVEL_LIMITS,
  LEVELS,
  type FeatureLevels,
  type Level,
} from '#core/contract/tiers.ts';

// What each level holds: rows of limits and features, which operators edit, and what a change of them takes away.

/** The name of a feature that levels may include. */
export type FeatureName = keyof typeof FEATURES;
export const FEATURE_NAMES = Object.keys(FEATURES) as [FeatureName, ...FeatureName[]];

/** What is limited by level; null means unlimited. */
export const LIMIT_NAMES = ['gigabytes', 'creatorAccounts', 'devices'] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

const limitsSchema = z.strictObject({
  gigabytes: z.number().positive().nullable(),
  creatorAccounts: z.number().int().positive().nullable(),
  devices: z.number().int().min(1).max(1000),
});

const level = z.enum(LEVELS).nullable();

export const tierRulesSchema = z.strictObject({
  limits: z.record(z.enum(LEVELS), limitsSchema),
  /** The lowest level that includes each feature; null for one that only a package includes. */
  // Each name of a feature is a key, as the list holds all of them.
  features: z.strictObject(
    Object.fromEntries(FEATURE_NAMES.map((name) => [name, level])) as Record<FeatureName, typeof level>,
  ),
});
/** What each level holds, as far as operators edit it in one place. */
export type TierRules = z.output<typeof tierRulesSchema>;

/** The levels of features by their names. */
export function namedFeatureLevels(levels: FeatureLevels): TierRules['features'] {
  return Object.fromEntries(
    FEATURE_NAMES.map((name) => [name, levels[FEATURES[name]] ?? null]),
  ) as TierRules['features'];
}

/** What holds until an operator sets something else. */
export const USUAL_TIER_RULES: TierRules = {
  limits: LEVEL_LIMITS,
  features: namedFeatureLevels(FEATURE_LEVELS),
};

export const tierLossSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('limit'),
    level: z.enum(LEVELS),
    limit: z.enum(LIMIT_NAMES),
    from: z.number().nullable(),
    to: z.number().nullable(),
  }),
  z.object({ kind: z.literal('feature'), level: z.enum(LEVELS), feature: z.enum(FEATURE_NAMES) }),
]);
/** Something that a level holds less of than before. */
export type TierLoss = z.output<typeof tierLossSchema>;

/** What each level loses when other rules take the place of those in effect. */
export function lossesOf(before: TierRules, after: TierRules): TierLoss[] {
  return LEVELS.flatMap((of): TierLoss[] => [
    ...LIMIT_NAMES.flatMap((limit): TierLoss[] => {
      const [from, to] = [before.limits[of][limit], after.limits[of][limit]];
      return isLess(to, from) ? [{ kind: 'limit', level: of, limit, from, to }] : [];
    }),
    ...FEATURE_NAMES.flatMap((feature): TierLoss[] =>
      includes(before, of, feature) && !includes(after, of, feature) ? [{ kind: 'feature', level: of, feature }] : [],
    ),
  ]);
}

/** The lowest level that would hold less than the one below it; undefined where each holds at least as much. */
export function fallingLevel({ limits }: TierRules): Level | undefined {
  return LEVELS.find((of, index) => {
    const below = LEVELS[index - 1];
    return below !== undefined && LIMIT_NAMES.some((limit) => isLess(limits[of][limit], limits[below][limit]));
  });
}

function includes({ features }: TierRules, of: Level, feature: FeatureName): boolean {
  const least = features[feature];
  return least !== null && atLeast(of, least);
}

function isLess(one: number | null, other: number | null): boolean {
  return one !== null && (other === null || one < other);
}
