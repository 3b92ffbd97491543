import type { TrailPoint } from '#plugins/account/server/captcha/judge-trail.ts';

/**
 * A hand in a browser, whichever program steers that. Places are XPaths; what is used is waited for until it can be
 * seen.
 */
export interface BrowserHand {
  goTo(address: string): Promise<void>;
  press(place: string): Promise<void>;
  /** Replaces what a field holds. */
  fill(place: string, text: string): Promise<void>;
  /** Chooses files in a field for files, which need not be seen. */
  choose(place: string, paths: readonly string[]): Promise<void>;
  /** Grips the middle of something, moves it along a trail, and lets go. */
  drag(place: string, trail: readonly TrailPoint[]): Promise<void>;
  /** What an expression gives in the page. */
  read<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}
