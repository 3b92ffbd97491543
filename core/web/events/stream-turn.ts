import type { Undo } from '../scope.ts';

/** Held by the one page of a browser that hears events although nobody sees it. */
const UNSEEN = 'reelport-events-unseen';

/**
 * Says when a page may hold a connection for events. A browser has six connections to a server that speaks HTTP/1.1, for
 * all of its tabs: if each tab held one, the sixth would load nothing. So pages that are seen hear events, and of the
 * others the one that was left last, for the sake of the browser's notifications. Pages that are kept for going back do
 * not.
 * @param changed is told when it changes; a page may, until it is told otherwise
 */
export function watchStreamTurn(
  changed: (isOurs: boolean) => void,
  target: Window = window,
  locks: LockManager | undefined = navigator.locks as LockManager | undefined,
): Undo {
  let isGone = false;
  /** Gives up being the one that hears unseen; undefined while another page is. */
  let giveUp: (() => void) | undefined;

  const isSeen = (): boolean => target.document.visibilityState === 'visible';
  const tell = (): void => changed(!isGone && (isSeen() || giveUp !== undefined));

  /** @param options to take the place of another page, or only if there is none */
  async function hearUnseen(options: LockOptions): Promise<void> {
    let resolve = (): void => undefined;
    const given = new Promise<void>((done) => (resolve = done));
    giveUp = resolve;
    await locks
      ?.request(UNSEEN, options, async (lock) => {
        if (lock !== null) await given;
      })
      // Another page has taken the place.
      .catch(() => undefined);
    if (giveUp !== resolve) return;
    giveUp = undefined;
    tell();
  }

  function leave(): void {
    giveUp?.();
    giveUp = undefined;
  }

  function look(): void {
    if (isGone) return;
    if (isSeen()) leave();
    else if (giveUp === undefined) void hearUnseen({ steal: true });
    tell();
  }

  const hide = (): void => {
    isGone = true;
    leave();
    tell();
  };
  const show = (): void => {
    isGone = false;
    look();
  };

  target.document.addEventListener('visibilitychange', look);
  target.addEventListener('pagehide', hide);
  target.addEventListener('pageshow', show);
  // It was opened behind the others, one of which may be the one that was worked in.
  if (!isSeen()) void hearUnseen({ ifAvailable: true });
  return () => {
    target.document.removeEventListener('visibilitychange', look);
    target.removeEventListener('pagehide', hide);
    target.removeEventListener('pageshow', show);
    leave();
  };
}
