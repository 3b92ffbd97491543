import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

/** Refuses what is too long or too short, instead of cutting it. @throws ProviderFailure `refused` that says the limit */
export function assertCount(what: string, count: number, { least = 0, most }: { least?: number; most: number }): void {
  if (count > most) throw new ProviderFailure('refused', `${what}: ${count}, the platform takes ${most} at most`);
  if (count < least) throw new ProviderFailure('refused', `${what}: ${count}, the platform takes ${least} at least`);
}

/** @throws ProviderFailure `refused` for an audience that the account cannot choose now */
export function assertAudience(audience: string, allowed: readonly string[]): void {
  if (allowed.includes(audience)) return;
  throw new ProviderFailure('refused', `the audience is ${audience}, the platform offers ${allowed.join(', ')}`);
}

/**
 * When the platform is asked to publish.
 * @param ahead milliseconds that it takes at least
 * @returns null for at once, because the time has come
 * @throws ProviderFailure `limited` until then, for a time that comes before the platform takes it
 */
export function timeToSchedule(at: Date | null, now: Date, ahead: number): Date | null {
  if (at === null || at.getTime() <= now.getTime()) return null;
  if (at.getTime() - now.getTime() >= ahead) return at;
  throw new ProviderFailure('limited', 'too soon to be scheduled, too early to be published', { until: at });
}
