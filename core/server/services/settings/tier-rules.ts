import { z } from 'zod';

import { tiersChanged } from '#core/contract/kernel-events.ts';
import {
  FEATURE_LEVELS,
  FEATURES,
  LEVELS,
  MEMBER_ROLES,
  type FeatureId,
  type FeatureLevels,
} from '#core/contract/tiers.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { listenForChanges } from '#core/server/ground/database/listen-for-changes.ts';
import type { TierRuleSource } from '#core/server/services/accounts/tier-rules.ts';

import { SETTING_CHANGED, settingChangeSchema } from './create-settings.ts';
import type { SettingDefinition, OperatorSettings } from './settings.ts';

type FeatureName = keyof typeof FEATURES;
const NAMES = Object.keys(FEATURES) as FeatureName[];

const level = z.enum(LEVELS).nullable();
const featureLevels = z
  .strictObject(
    // Each name of a feature is a key, as the list holds all of them.
    Object.fromEntries(NAMES.map((name) => [name, level.default(FEATURE_LEVELS[FEATURES[name]] ?? null)])) as Record<
      FeatureName,
      z.ZodDefault<typeof level>
    >,
  )
  .prefault({})
  .transform((named): FeatureLevels => {
    const entries = NAMES.flatMap((name): [FeatureId, (typeof LEVELS)[number]][] => {
      const least = named[name];
      return least === null ? [] : [[FEATURES[name], least]];
    });
    return Object.freeze(Object.fromEntries(entries));
  });

/** The lowest level that includes each feature, by the feature's name; null for one that only a package includes. */
export const FEATURE_LEVELS_SETTING: SettingDefinition<typeof featureLevels> = {
  key: 'core.feature-levels',
  schema: featureLevels,
  secret: false,
  changed: tiersChanged,
};

const memberRoles = z.array(z.literal(MEMBER_ROLES)).default([...MEMBER_ROLES]);

/** The adapted role codes that routes restricted to roles admit. */
export const MEMBER_ROLES_SETTING: SettingDefinition<typeof memberRoles> = {
  key: 'core.member-roles',
  schema: memberRoles,
  secret: false,
  changed: tiersChanged,
};

const KEYS: readonly string[] = [FEATURE_LEVELS_SETTING.key, MEMBER_ROLES_SETTING.key];

/** The rules that operators have set. */
export function operatorTierRules({ settings, db }: { settings: OperatorSettings; db: Database }): TierRuleSource {
  return {
    read: async () => ({
      featureLevels: await settings.get(FEATURE_LEVELS_SETTING),
      memberRoles: await settings.get(MEMBER_ROLES_SETTING),
    }),
    listen: (changed) =>
      listenForChanges(db.notifications, {
        topic: SETTING_CHANGED,
        schema: settingChangeSchema,
        forget: (change) => {
          if (change === undefined || KEYS.includes(change.key)) changed();
        },
      }),
  };
}
