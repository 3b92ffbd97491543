import { levelOfFeature, type FeatureId, type Level } from '#core/contract/tiers.ts';

import type { DialogControl, Lazy } from '../define-web.ts';
import type { Dialogs } from '../dialogs/dialogs.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { Session } from '../session/session.ts';
import type { FeatureGate } from './feature-gate.ts';
import type { Lock } from '../lock.ts';

/** Where memberships are bought; the route's name is `purchase-member`. */
export const PURCHASE_MEMBER = '/recharge/purchaseMember';

/**
 * The lowest level that includes what is lacking; null when only a package does, `none` when no level does now,
 * undefined when nothing in particular is lacking.
 */
export type UnlockingLevel = Level | 'none' | null | undefined;

/** What the dialog about a membership is given. */
export interface UpgradeProperties extends DialogControl<never> {
  level: UnlockingLevel;
  i18n: Pick<I18n, 't'>;
  upgrade(): void;
}

export interface FeatureGateDependencies {
  session: Pick<Session, 'features'>;
  dialogs: Pick<Dialogs, 'show'>;
  i18n(): Pick<I18n, 't'>;
  upgradeDialog: Lazy<UpgradeProperties>;
  /** Opens a page in a new tab. */
  openTab?(path: string): void;
  report(error: unknown): void;
}

/** Makes the {@link FeatureGate} over what the session's account includes. */
export function createFeatureGate(dependencies: FeatureGateDependencies): FeatureGate {
  const { session, dialogs, report, openTab = openInNewTab } = dependencies;
  let offered = false;

  const gate: FeatureGate = {
    allows: (feature) => session.features.includes(feature),
    require(feature) {
      const allowed = gate.allows(feature);
      if (!allowed) gate.offerUpgrade(feature);
      return allowed;
    },
    offerUpgrade(lacking) {
      // Several parts of a page may ask at once.
      if (offered) return;
      offered = true;
      const properties = {
        level: unlockingLevel(lacking),
        i18n: dependencies.i18n(),
        upgrade: () => openTab(PURCHASE_MEMBER),
      };
      dialogs
        .show(dependencies.upgradeDialog, properties, { width: 440, compact: true })
        .catch(report)
        .finally(() => {
          offered = false;
        });
    },
  };
  return gate;
}

function unlockingLevel(lacking: FeatureId | Lock | undefined): UnlockingLevel {
  if (typeof lacking !== 'object') return lacking === undefined ? undefined : levelOfFeature(lacking);
  if (lacking.level !== null) return lacking.level;
  return lacking.feature === null ? 'none' : null;
}

function openInNewTab(path: string): void {
  window.open(path, '_blank', 'noopener');
}
