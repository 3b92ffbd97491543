import type { PluginEntry } from '#core/contract/plugin-index.ts';

import type { ShutdownReason, PluginState } from './plugins.ts';

/** The state of a plugin that is not running, derived from its index entry. */
export function statusOf({ state }: PluginEntry): PluginState {
  switch (state.name) {
    case 'ready':
      return { name: 'ready' };
    case 'login':
      return { name: 'blocked', reason: 'login' };
    case 'blocked':
      return { name: 'blocked', reason: state.reason, details: state.details };
    case 'locked': {
      const { feature, unlockedBy } = state;
      return { name: 'locked', reason: feature === null ? 'tier' : 'feature', feature, level: unlockedBy };
    }
  }
}

/** Why a plugin has to stop when its entry in the index changes; null when it can keep running. */
export function stopReason(was: PluginEntry, is: PluginEntry): ShutdownReason | null {
  if (is.state.name === 'blocked') return 'blocked';
  if (was.manifest.version !== is.manifest.version || was.source?.revision !== is.source?.revision) return 'updated';
  if (was.state.name === is.state.name) return null;
  if (was.state.name === 'login' || is.state.name === 'login') return 'session';
  // What was visible while it was locked can be used from now on as it is.
  return is.state.name === 'locked' ? 'locked' : null;
}
