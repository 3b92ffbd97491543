const MILLISECONDS = 300;

/** Scrolls to the top within 300 ms; at once for whoever asked for less motion. */
export function scrollToTop(window: Window): void {
  const from = window.scrollY;
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
    window.scrollTo({ top: 0, behavior: 'instant' });
    return;
  }
  let began: number | undefined;
  const step = (now: number): void => {
    began ??= now;
    const done = Math.min(1, (now - began) / MILLISECONDS);
    window.scrollTo({ top: from * (1 - done) ** 3, behavior: 'instant' });
    if (done < 1) window.requestAnimationFrame(step);
  };
  window.requestAnimationFrame(step);
}
