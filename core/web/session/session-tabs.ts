import type { Undo } from '../scope.ts';

const CHANNEL = 'reelport-session';
/** Storage key that changes with every login and logout, to notify tabs in browsers without BroadcastChannel. */
export const LOGIN_FLAG = 'isLogin';

/** The other tabs of this browser. */
export interface SessionTabs {
  /** Tells them that the session has changed. */
  announce(): void;
  /** Calls back when another tab announces a change, and when the user returns to this tab. */
  follow(changed: () => void): Undo;
}

/** Creates the {@link SessionTabs} over a BroadcastChannel, or over storage events in browsers without it. */
export function sessionTabs(target: Window = window): SessionTabs {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : undefined;
  return {
    announce: () => channel?.postMessage('changed'),
    follow(changed) {
      const stored = ({ key }: StorageEvent) => {
        if (key === LOGIN_FLAG || key === null) changed();
      };
      const seen = () => {
        if (target.document.visibilityState === 'visible') changed();
      };
      channel?.addEventListener('message', changed);
      target.addEventListener('storage', stored);
      target.document.addEventListener('visibilitychange', seen);
      return () => {
        channel?.removeEventListener('message', changed);
        channel?.close();
        target.removeEventListener('storage', stored);
        target.document.removeEventListener('visibilitychange', seen);
      };
    },
  };
}
