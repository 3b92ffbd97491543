import { decide, type GateSession } from '#core/contract/decide.ts';
import type { PluginEntry } from '#core/contract/plugin-index.ts';
import type { Gate, PluginManifest, PluginRoute } from '#core/contract/plugin.ts';
import { gateOfRoute } from '#core/contract/route-gate.ts';
import { LEVELS, type FeatureId, type Level } from '#core/contract/tiers.ts';

/** What would unlock something. */
export interface AccessLock {
  /** The missing feature; null when the tier as a whole is not allowed. */
  readonly feature: FeatureId | null;
  /** The lowest level above the user’s that has it. Null: with a feature, only a package includes it. */
  readonly level: Level | null;
  /** Every level that has it, lowest first; null for a missing feature, and where it is not known. */
  readonly levels: readonly Level[] | null;
}

const made = new Map<string, AccessLock>();

/** Returns the same object for the same arguments, so that observers only see real changes. */
export function lockOf(
  feature: number | null,
  level: Level | null,
  levels: readonly Level[] | null = null,
): AccessLock {
  const key = `${feature} ${level} ${levels?.join()}`;
  let lock = made.get(key);
  if (lock === undefined) {
    // The server only sends ids of features that it knows.
    lock = Object.freeze({ feature: feature as FeatureId | null, level, levels });
    made.set(key, lock);
  }
  return lock;
}

/** The lock on a whole plugin; null when there is none. */
export function lockOfPlugin({ state, manifest }: Pick<PluginEntry, 'state' | 'manifest'>): AccessLock | null {
  return state.name === 'locked' ? lockOf(state.feature, state.unlockedBy, levelsOf(state, manifest.gate)) : null;
}

function levelsOf({ feature }: { feature: number | null }, { tiers }: Gate): Level[] | null {
  return feature === null ? LEVELS.filter((level) => tiers[level] === undefined) : null;
}

/** The lock on one route of a plugin by its own gate; null when there is none. */
export function lockOfRoute(manifest: PluginManifest, route: PluginRoute, session: GateSession): AccessLock | null {
  const gate = gateOfRoute(manifest, route);
  const decision = decide(gate, session);
  if (decision.allowed) return null;
  if (decision.reason === 'feature') return lockOf(decision.feature, decision.unlockedBy);
  return decision.reason === 'tier' ? lockOf(null, decision.unlockedBy, levelsOf({ feature: null }, gate)) : null;
}

/** The lock that the server names when it refuses a call; null for any other refusal. */
export function lockOfRefusal(data: unknown): AccessLock | null {
  if (typeof data !== 'object' || data === null || !('error' in data)) return null;
  const { error } = data;
  if (typeof error !== 'string' || !error.startsWith('core:locked.')) return null;
  const params = 'params' in data && typeof data.params === 'object' && data.params !== null ? data.params : {};
  const feature = 'feature' in params && typeof params.feature === 'number' ? params.feature : null;
  const level = /^core:locked\.(level[1-4])$/.exec(error)?.[1];
  // The expression matches nothing but levels.
  return lockOf(feature, (level as Level | undefined) ?? null);
}
