import type { Undo } from '../scope.ts';
import { PULSE } from './frame-protocol.ts';

export interface PulseOptions {
  /** Pings the frame. */
  ask(): Promise<void>;
  /** Called when it has not answered for too long; it is not pinged again. */
  silent(): void;
  /** Whether the page is hidden: browsers throttle hidden pages. */
  isHidden?(): boolean;
  now?(): number;
}

/** Pings a frame every second. Time during which the workbench itself was suspended does not count. */
export function watchPulse(options: PulseOptions): Undo {
  const {
    ask,
    silent,
    isHidden = () => document.visibilityState === 'hidden',
    now = () => performance.now(),
  } = options;
  let ticked = now();
  let since = ticked;
  let isAsked = false;

  const timer = setInterval(() => {
    const time = now();
    const stood = time - ticked > PULSE.every * 2;
    ticked = time;
    if (!isAsked) {
      isAsked = true;
      since = time;
      ask().then(
        () => (isAsked = false),
        () => undefined,
      );
    } else if (stood || isHidden()) {
      since = time;
    } else if (time - since > PULSE.silent) {
      clearInterval(timer);
      silent();
    }
  }, PULSE.every);
  return () => clearInterval(timer);
}
