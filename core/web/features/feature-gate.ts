import type { FeatureId } from '#core/contract/tiers.ts';

import { token } from '../token.ts';
import type { Lock } from '../lock.ts';

/** Whether a feature is included in what the user has, and what to offer when not. */
export interface FeatureGate {
  /** Pure look-up, observable. */
  allows(feature: FeatureId): boolean;
  /** Shows the upgrade dialog when the feature is not included. @returns whether it is */
  require(feature: FeatureId): boolean;
  /** The upgrade dialog by itself, with the tier that unlocks the feature, or that opens the lock. */
  offerUpgrade(lacking?: FeatureId | Lock): void;
}

export const FEATURE_GATE = token<FeatureGate>('feature-gate', 1);
