const WINDOW = 6 * 60 * 60;

/**
 * How long addresses of videos live: to the end of the next window of six hours. All that are made within one window
 * are the same, so that a page that reads its list again does not load its videos anew.
 */
export function urlSeconds(now: Date): number {
  const seconds = Math.floor(now.getTime() / 1000);
  return 2 * WINDOW - (seconds % WINDOW);
}
