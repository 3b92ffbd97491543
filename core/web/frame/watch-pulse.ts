import type { Undo } from '../scope.ts';
import { PULSE } from './frame-protocol.ts';

export interface PulseOptions {
  /** Asks the frame whether it lives. */
  ask(): Promise<void>;
  /** It has not answered for too long; it is asked no more. */
  silent(): void;
  /** Nobody looks, and browsers hold up what nobody looks at. */
  isHidden?(): boolean;
  now?(): number;
}

/** Asks a frame each second whether it lives. Time in which the workbench itself stood still does not count. */
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
