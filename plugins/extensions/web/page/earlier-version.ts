import type { ExtensionDetails } from './ExtensionStore.ts';

/** The version that rolling back leads to: the newest before the current one that worked, else the newest; null without one. */
export function earlierVersion({ versions }: Pick<ExtensionDetails, 'versions'>): string | null {
  const current = versions.find((version) => version.current);
  const before = versions
    .filter((version) => !version.current && (current === undefined || version.at <= current.at))
    .toSorted((a, b) => b.at.localeCompare(a.at));
  return (before.find(({ proven }) => proven) ?? before[0])?.version ?? null;
}
