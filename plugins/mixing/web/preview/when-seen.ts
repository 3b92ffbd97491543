/** Milliseconds after which a page that is out of sight goes on: it draws no frames. */
const UNSEEN = 100;

/** Ends once what was drawn until now is on the screen. */
export function whenSeen(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, UNSEEN);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      // The frame is painted after what is asked for before it.
      setTimeout(resolve, 0);
    });
  });
}
