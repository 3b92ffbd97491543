import type { Undo } from '../scope.ts';

const CHANNEL = 'reelport-session';
/** Changed in storage with every login and logout, so that tabs without channels hear of it. */
export const LOGIN_FLAG = 'isLogin';

/** The other tabs of this browser. */
export interface SessionTabs {
  /** Tells them that the session is another one now. */
  announce(): void;
  /** Hears them, and the return of the reader to this tab. */
  follow(changed: () => void): Undo;
}

/** The {@link SessionTabs} over a channel, and over storage where there are no channels. */
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
