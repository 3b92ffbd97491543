import { FEATURE_LEVELS, MEMBER_ROLES, type FeatureLevels, type MemberRole } from '#core/contract/tiers.ts';

/** What an installation says about levels and roles. */
export interface TierRules {
  featureLevels: FeatureLevels;
  /** The adapted role codes that what is restricted to roles admits. */
  memberRoles: readonly MemberRole[];
}

/** Where the rules come from, and what tells of changes. */
export interface TierRuleSource {
  read(): Promise<TierRules>;
  /** @returns begins to listen on its first call, and resolves once it listens */
  listen(changed: () => void): () => Promise<void>;
}

/** The product's own rules, which never change. */
export const OWN_RULES: TierRuleSource = {
  read: async () => ({ featureLevels: FEATURE_LEVELS, memberRoles: MEMBER_ROLES }),
  listen: () => async () => undefined,
};
