type Claim = (error: unknown) => boolean;

const claims = new Set<Claim>();

/** Calls `claim` with every uncaught error, to find out whether it came from the code of an outside plugin. */
export function claimStrayErrors(claim: Claim): void {
  claims.add(claim);
}

/** Stops asking it. */
export function stopClaiming(claim: Claim): void {
  claims.delete(claim);
}

/** Whether an uncaught error came from an outside plugin, which has then recorded it. */
export function isClaimed(error: unknown): boolean {
  return [...claims].some((claim) => claim(error));
}
