type Claim = (error: unknown) => boolean;

const claims = new Set<Claim>();

/** Asks `claim` about every error that nobody waited for: whether it came from the code of a plugin from outside. */
export function claimStrays(claim: Claim): void {
  claims.add(claim);
}

/** Asks it no longer. */
export function forgetStrays(claim: Claim): void {
  claims.delete(claim);
}

/** Whether an error that nobody waited for is that of a plugin from outside, which has noted it. */
export function isClaimed(error: unknown): boolean {
  return [...claims].some((claim) => claim(error));
}
