import type { Gate } from './plugin.ts';
import {
  adaptRole,
  FEATURE_LEVELS,
  levelOfFeature,
  levelOfRole,
  LEVELS,
  type FeatureId,
  type FeatureLevels,
  type Level,
} from './tiers.ts';

/** What a decision needs to know about the session. */
export interface GateSession {
  /** The stored `fdRoleCode`, or null for an anonymous visitor. */
  roleCode: number | null;
  /** Feature ids that the account's tier and packages include. */
  features: readonly number[];
  operator?: boolean;
  /** False for a role that the operators keep from what is restricted to roles; true by default. */
  admitted?: boolean;
  /** Which level includes which feature in this installation; the product's own rule by default. */
  featureLevels?: FeatureLevels;
}

/** Whether a session may pass a gate; if not, why, and what would open it. */
export type Decision =
  | { allowed: true }
  | { allowed: false; reason: 'login' | 'role' | 'hidden' }
  | { allowed: false; reason: 'tier'; unlockedBy: Level | null }
  | { allowed: false; reason: 'feature'; feature: number; unlockedBy: Level | null };

/** Used on both sides: the browser decides what to show, the server what to refuse. Pure. */
export function decide(gate: Gate, session: GateSession): Decision {
  if (session.roleCode === null) {
    return gate.login ? { allowed: false, reason: 'login' } : { allowed: true };
  }
  if (gate.operator && session.operator !== true) {
    return { allowed: false, reason: 'role' };
  }
  const role = adaptRole(session.roleCode);
  if (gate.roles !== null && (session.admitted === false || role === undefined || !gate.roles.includes(role))) {
    return { allowed: false, reason: 'role' };
  }
  const level = levelOfRole(session.roleCode);
  const rule = level === undefined ? undefined : gate.tiers[level];
  if (rule === 'hidden') return { allowed: false, reason: 'hidden' };
  if (gate.feature !== null && !session.features.includes(gate.feature)) {
    return {
      allowed: false,
      reason: 'feature',
      feature: gate.feature,
      unlockedBy: levelOfFeature(gate.feature as FeatureId, session.featureLevels ?? FEATURE_LEVELS),
    };
  }
  if (rule === 'locked') return { allowed: false, reason: 'tier', unlockedBy: nextLevel(gate, level) };
  return { allowed: true };
}

/** The lowest level above the locked one that has full access. */
function nextLevel(gate: Gate, level: Level | undefined): Level | null {
  const above = level === undefined ? LEVELS : LEVELS.slice(LEVELS.indexOf(level) + 1);
  return above.find((name) => gate.tiers[name] === undefined) ?? null;
}
