import type { FeatureId } from '#core/contract/tiers.ts';

import { token } from '../token.ts';
import type { AccessLock } from '../lock.ts';

/** Whether the user's plan includes a feature, and what to offer when it does not. */
export interface FeatureGate {
  /** A pure look-up, observable. */
  allows(feature: FeatureId): boolean;
  /** Shows the upgrade dialog when the feature is not included. @returns whether it is included */
  require(feature: FeatureId): boolean;
  /** Shows the upgrade dialog with the tier that includes the feature or opens the lock. */
  offerUpgrade(lacking?: FeatureId | AccessLock): void;
}

export const FEATURE_GATE = token<FeatureGate>('feature-gate', 1);
