import type { PluginEntry } from '#core/contract/plugin-index.ts';

import type { Plugins } from '../plugins/plugins.ts';
import type { FeatureGate } from '../features/feature-gate.ts';
import { lockOfPlugin, type Lock } from '../lock.ts';

/**
 * Makes what answers a call that a lock refused. What somebody did is answered each time. What a page does by itself
 * is answered once, until the index of plugins is read anew; and what it reads not at all where the whole plugin is
 * locked, for its page says so already.
 */
export function createLockedOffer({
  plugins,
  features,
}: {
  plugins(): Pick<Plugins, 'find'>;
  features(): Pick<FeatureGate, 'offerUpgrade'>;
}): (lock: Lock, source: string | undefined, call: { byItself: boolean; isReading: boolean }) => void {
  const offered = new WeakSet<PluginEntry>();
  return (lock, source, { byItself, isReading }) => {
    const entry = source === undefined ? undefined : plugins().find(source)?.entry;
    if (entry !== undefined && isReading && lockOfPlugin(entry) !== null) return;
    if (entry !== undefined && (byItself || isReading)) {
      if (offered.has(entry)) return;
      offered.add(entry);
    }
    features().offerUpgrade(lock);
  };
}
