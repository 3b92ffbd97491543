import { decide, type GateSession } from '#core/contract/decide.ts';
import { fail } from '#core/contract/errors.ts';
import type { Gate } from '#core/contract/plugin.ts';
import type { Level } from '#core/contract/tiers.ts';

/** The session of an anonymous visitor. */
export const ANONYMOUS: GateSession = { roleCode: null, features: [], operator: false };

const LOCKED = {
  level0: 'core:locked.package',
  level1: 'core:locked.level1',
  level2: 'core:locked.level2',
  level3: 'core:locked.level3',
  level4: 'core:locked.level4',
} as const satisfies Record<Level, string>;

/**
 * Checks a plugin's gate, and refuses with the reason.
 * @param isReading whether the call changes nothing: what a tier locks may still be read
 * @throws expected `core:unauthenticated` (401), `core:forbidden-role` (403), `core:locked.…` (403), and for what a
 *   tier hides `core:plugin.unavailable` (404)
 */
export function enter(gate: Gate, session: GateSession | null, isReading = false): void {
  const decision = decide(gate, session ?? ANONYMOUS);
  if (decision.allowed) return;
  switch (decision.reason) {
    case 'login':
      return fail('core:unauthenticated', {}, { kind: 'unauthenticated' });
    case 'role':
      return fail('core:forbidden-role', {}, { kind: 'forbidden' });
    case 'hidden':
      return fail('core:plugin.unavailable', {}, { kind: 'not-found' });
    case 'tier': {
      if (isReading) return;
      const key = decision.unlockedBy === null ? 'core:locked.tier' : LOCKED[decision.unlockedBy];
      return fail(key, { level: decision.unlockedBy ?? '' }, { kind: 'forbidden' });
    }
    case 'feature': {
      const key = decision.unlockedBy === null ? 'core:locked.package' : LOCKED[decision.unlockedBy];
      return fail(key, { feature: decision.feature, level: decision.unlockedBy ?? '' }, { kind: 'forbidden' });
    }
  }
}
