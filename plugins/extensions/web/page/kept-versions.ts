import type { ExtensionDetails } from '../stores/ExtensionStore.ts';

type Versions = Pick<ExtensionDetails, 'versions'>;
export type KeptVersion = ExtensionDetails['versions'][number];

/**
 * The version that rolling back leads to: the newest before the current one that worked, else the newest; null without
 * one. What was left by itself is not gone back to.
 */
export function earlierVersion({ versions }: Versions): string | null {
  const current = versions.find((version) => version.current);
  const before = versions
    .filter((version) => !version.current && !version.rejected && (current === undefined || version.at <= current.at))
    .toSorted((a, b) => b.at.localeCompare(a.at));
  return (before.find(({ proven }) => proven) ?? before[0])?.version ?? null;
}

/** The newest later version that was rolled back automatically; undefined without one. */
export function leftVersion({ versions }: Versions): KeptVersion | undefined {
  const current = versions.find((version) => version.current);
  return versions
    .filter(({ rejected, at }) => rejected && current !== undefined && at > current.at)
    .toSorted((a, b) => b.at.localeCompare(a.at))[0];
}
