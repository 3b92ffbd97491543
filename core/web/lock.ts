import { decide, type Decision, type GateSession } from '#core/contract/decide.ts';
import type { PluginEntry } from '#core/contract/plugin-index.ts';
import type { PluginManifest, PluginRoute } from '#core/contract/plugin.ts';
import { gateOfRoute } from '#core/contract/route-gate.ts';
import type { FeatureId, Level } from '#core/contract/tiers.ts';

/** What would unlock something. */
export interface Lock {
  /** The missing feature; null when the tier as a whole is not allowed. */
  readonly feature: FeatureId | null;
  /** The lowest level that has it. Null: with a feature, only a package includes it; without one, no level does. */
  readonly level: Level | null;
}

const made = new Map<string, Lock>();

/** Returns the same object for the same arguments, so that observers only see real changes. */
export function lockOf(feature: number | null, level: Level | null): Lock {
  const key = `${feature} ${level}`;
  let lock = made.get(key);
  if (lock === undefined) {
    // The server only sends ids of features that it knows.
    lock = Object.freeze({ feature: feature as FeatureId | null, level });
    made.set(key, lock);
  }
  return lock;
}

/** The lock on a whole plugin; null when there is none. */
export function lockOfPlugin({ state }: Pick<PluginEntry, 'state'>): Lock | null {
  return state.name === 'locked' ? lockOf(state.feature, state.unlockedBy) : null;
}

/** The lock on one route of a plugin by its own gate; null when there is none. */
export function lockOfRoute(manifest: PluginManifest, route: PluginRoute, session: GateSession): Lock | null {
  return lockOfDecision(decide(gateOfRoute(manifest, route), session));
}

function lockOfDecision(decision: Decision): Lock | null {
  if (decision.allowed) return null;
  if (decision.reason === 'feature') return lockOf(decision.feature, decision.unlockedBy);
  return decision.reason === 'tier' ? lockOf(null, decision.unlockedBy) : null;
}

/** The lock that the server names when it refuses a call; null for any other refusal. */
export function lockOfRefusal(data: unknown): Lock | null {
  if (typeof data !== 'object' || data === null || !('error' in data)) return null;
  const { error } = data;
  if (typeof error !== 'string' || !error.startsWith('core:locked.')) return null;
  const params = 'params' in data && typeof data.params === 'object' && data.params !== null ? data.params : {};
  const feature = 'feature' in params && typeof params.feature === 'number' ? params.feature : null;
  const level = /^core:locked\.(level[1-4])$/.exec(error)?.[1];
  // The expression matches nothing but levels.
  return lockOf(feature, (level as Level | undefined) ?? null);
}
