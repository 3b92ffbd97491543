import type { PluginEntry } from '#core/contract/plugin-index.ts';

import type { ShutdownReason, PluginState } from './plugins.ts';

/** Where a plugin stands by what the index says of it, when nothing of it runs. */
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

/** Why a plugin that was activated as one entry of the index cannot run on as another; null when it can. */
export function stopReason(was: PluginEntry, is: PluginEntry): ShutdownReason | null {
  if (is.state.name === 'blocked') return 'blocked';
  if (was.manifest.version !== is.manifest.version || was.source?.revision !== is.source?.revision) return 'updated';
  if (was.state.name === is.state.name) return null;
  if (was.state.name === 'login' || is.state.name === 'login') return 'session';
  // What was looked at while it was locked may be used from now on, as it stands.
  return is.state.name === 'locked' ? 'locked' : null;
}
