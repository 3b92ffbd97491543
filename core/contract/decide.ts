import type { Gate } from './plugin.ts';
import { adaptRole, levelOfFeature, type FeatureId, type Level } from './tiers.ts';

/** What a decision needs to know of the person at the door. */
export interface GateSession {
  /** The stored `fdRoleCode`, or null for an anonymous visitor. */
  roleCode: number | null;
  /** Feature ids that the account's tier and packages include. */
  features: readonly number[];
  operator?: boolean;
}

/** Whether a session may pass a gate, and if not, why and what would open it. */
export type Decision =
  | { allowed: true }
  | { allowed: false; reason: 'login' | 'role' }
  | { allowed: false; reason: 'feature'; feature: number; unlockedBy: Level | null };

/** Decides on both sides: in the browser for display, in the server for refusal. Pure. */
export function decide(gate: Gate, session: GateSession): Decision {
  if (session.roleCode === null) {
    return gate.login ? { allowed: false, reason: 'login' } : { allowed: true };
  }
  if (gate.operator && session.operator !== true) {
    return { allowed: false, reason: 'role' };
  }
  const role = adaptRole(session.roleCode);
  if (gate.roles !== null && (role === undefined || !gate.roles.includes(role))) {
    return { allowed: false, reason: 'role' };
  }
  if (gate.feature !== null && !session.features.includes(gate.feature)) {
    return {
      allowed: false,
      reason: 'feature',
      feature: gate.feature,
      unlockedBy: levelOfFeature(gate.feature as FeatureId),
    };
  }
  return { allowed: true };
}
