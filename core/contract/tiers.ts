/** Membership levels, lowest first: black iron, bronze, silver, gold, diamond. */
export const LEVELS = ['level0', 'level1', 'level2', 'level3', 'level4'] as const;
/** A membership level, one of {@link LEVELS}. */
export type Level = (typeof LEVELS)[number];

/** The adapted role codes, one per level. Code 12 is the free version. */
export const ADAPTED_ROLE_CODES = { level0: 12, level1: 13, level2: 14, level3: 15, level4: 15 } as const;

/** A stored role code for each level; the two highest share one adapted code. */
export const STORED_ROLE_CODES: Readonly<Record<Level, number>> = { ...ADAPTED_ROLE_CODES, level4: 7 };

/** The roles that the restricted routes admit until an operator chooses fewer: every account with a known role. */
export const MEMBER_ROLES = [12, 13, 14, 15] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

const LEVEL_BY_ROLE_CODE = new Map<number, Level>([
  ...[12, 11, 2, 10, 5].map((code) => [code, 'level0'] as const),
  [13, 'level1'],
  [14, 'level2'],
  [15, 'level3'],
  ...[0, 1, 4, 7, 8, 9].map((code) => [code, 'level4'] as const),
]);

/** The level of a stored `fdRoleCode`, or undefined for a code that no level knows. */
export function levelOfRole(fdRoleCode: number): Level | undefined {
  return LEVEL_BY_ROLE_CODE.get(fdRoleCode);
}

/** The adapted code (12 to 15) of a stored `fdRoleCode`, or undefined for an unknown one. */
export function adaptRole(fdRoleCode: number): MemberRole | undefined {
  const level = levelOfRole(fdRoleCode);
  return level === undefined ? undefined : ADAPTED_ROLE_CODES[level];
}

/** Whether `level` is `least` or higher. */
export function atLeast(level: Level, least: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(least);
}

/** The limits of a level; null means unlimited. */
export interface LevelLimits {
  /** Cloud storage. */
  gigabytes: number | null;
  creatorAccounts: number | null;
  /** Devices that may be logged in at once. */
  devices: number;
}

/** The limits of each level until an operator sets others. */
export const LEVEL_LIMITS: Readonly<Record<Level, LevelLimits>> = {
  level0: { gigabytes: 10, creatorAccounts: 3, devices: 1 },
  level1: { gigabytes: 10, creatorAccounts: 10, devices: 2 },
  level2: { gigabytes: 20, creatorAccounts: 30, devices: 3 },
  level3: { gigabytes: 50, creatorAccounts: 100, devices: 5 },
  level4: { gigabytes: null, creatorAccounts: null, devices: 10 },
};

/** Feature ids that a tier may include; 54 only comes with a bought package. */
export const FEATURES = {
  largeMixBatch: 12,
  translation: 14,
  batchPublishing: 15,
  segmentation: 50,
  mosaic: 51,
  subtitleRemoval: 52,
  voiceCloning: 53,
  digitalHumans: 54,
} as const;
/** The id of a feature, one of {@link FEATURES}. */
export type FeatureId = (typeof FEATURES)[keyof typeof FEATURES];

/** The lowest level that includes each feature, by id; no level includes one that is absent. */
export type FeatureLevels = Readonly<Partial<Record<FeatureId, Level>>>;

/** The levels of the features until an operator sets others. */
export const FEATURE_LEVELS: FeatureLevels = {
  12: 'level1',
  50: 'level1',
  51: 'level1',
  52: 'level1',
  14: 'level2',
  15: 'level2',
  53: 'level2',
};

/** The lowest level that includes a feature, or null when no level does. */
export function levelOfFeature(feature: FeatureId, levels: FeatureLevels): Level | null {
  return levels[feature] ?? null;
}

/** The features that a level includes. */
export function featuresOfLevel(level: Level, levels: FeatureLevels): FeatureId[] {
  return Object.values(FEATURES).filter((feature) => {
    const least = levelOfFeature(feature, levels);
    return least !== null && atLeast(level, least);
  });
}

/**
 * The names of a user's permissions: `member`, `level:level2` for their level and each below it, `feature:mosaic` for
 * each feature, and `operator`.
 */
export function permissionsOf(user: { roleCode: number; features: readonly number[]; operator: boolean }): string[] {
  const level = levelOfRole(user.roleCode);
  const levels = level === undefined ? [] : LEVELS.slice(0, LEVELS.indexOf(level) + 1);
  const features = Object.entries(FEATURES).filter(([, id]) => user.features.includes(id));
  return [
    'member',
    ...levels.map((name) => `level:${name}`),
    ...features.map(([name]) => `feature:${name}`),
    ...(user.operator ? ['operator'] : []),
  ];
}
