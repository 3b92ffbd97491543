import { FEATURE_LEVELS, levelOfFeature, type FeatureId, type FeatureLevels } from '#core/contract/tiers.ts';

import type { DialogControl, Lazy } from '../define-web.ts';
import type { Dialogs } from '../dialogs/dialogs.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { Session } from '../session/session.ts';
import type { FeatureGate } from './feature-gate.ts';
import { lockOf, type AccessLock } from '../lock.ts';

/** The page that sells memberships; the route's name is `purchase-member`. */
export const PURCHASE_MEMBER = '/recharge/purchaseMember';

/** The properties of the upgrade dialog. */
export interface UpgradeProperties extends DialogControl<never> {
  /** What is missing; null when it is nothing in particular. */
  lock: AccessLock | null;
  i18n: Pick<I18n, 't' | 'language'>;
  /** Opens the page about memberships; null where this session has no such page. */
  upgrade: (() => void) | null;
}

export interface FeatureGateDependencies {
  session: Pick<Session, 'features' | 'featureLevels'>;
  dialogs: Pick<Dialogs, 'show'>;
  i18n(): Pick<I18n, 't' | 'language'>;
  upgradeDialog: Lazy<UpgradeProperties>;
  /** Whether this session may open a page. */
  hasPage(path: string): boolean;
  /** Opens a page in a new tab. */
  openTab?(path: string): void;
  report(error: unknown): void;
}

/** Creates the {@link FeatureGate} from what the session's account includes. */
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
      // Several parts of a page may ask at once; one dialog is enough.
      if (offered) return;
      offered = true;
      const properties = {
        lock: lockOfLacking(lacking, session.featureLevels ?? FEATURE_LEVELS),
        i18n: dependencies.i18n(),
        upgrade: dependencies.hasPage(PURCHASE_MEMBER) ? () => openTab(PURCHASE_MEMBER) : null,
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

function lockOfLacking(lacking: FeatureId | AccessLock | undefined, levels: FeatureLevels): AccessLock | null {
  if (typeof lacking === 'object') return lacking;
  return lacking === undefined ? null : lockOf(lacking, levelOfFeature(lacking, levels));
}

function openInNewTab(path: string): void {
  window.open(path, '_blank', 'noopener');
}
