import type { PluginEntry } from '#core/contract/plugin-index.ts';

import type { Plugins } from '../plugins/plugins.ts';
import type { FeatureGate } from '../features/feature-gate.ts';
import { lockOfPlugin, type AccessLock } from '../lock.ts';

/**
 * Makes the function that offers an upgrade when a lock refused a call. A user's action is answered every time. A call
 * that the page made on its own is answered once, until the plugin index is reloaded; and not at all if it only reads
 * while the whole plugin is locked, since the page already says so.
 */
export function createLockedOffer({
  plugins,
  features,
}: {
  plugins(): Pick<Plugins, 'find'>;
  features(): Pick<FeatureGate, 'offerUpgrade'>;
}): (lock: AccessLock | null, source: string | undefined, call: { byItself: boolean; isReading: boolean }) => void {
  const offered = new WeakSet<PluginEntry>();
  return (lock, source, { byItself, isReading }) => {
    const entry = source === undefined ? undefined : plugins().find(source)?.entry;
    if (entry !== undefined && isReading && lockOfPlugin(entry) !== null) return;
    if (entry !== undefined && (byItself || isReading)) {
      if (offered.has(entry)) return;
      offered.add(entry);
    }
    // A refusal does not say which levels have it; the index does.
    const isUnexplained = lock?.feature === null && lock.level === null;
    features().offerUpgrade((isUnexplained && entry !== undefined ? lockOfPlugin(entry) : null) ?? lock ?? undefined);
  };
}
