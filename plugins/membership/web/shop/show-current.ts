/**
 * Scrolls a bar of links sideways, so that the current one is in sight where not all of them are.
 * @param bar as a `ref` is given it
 */
export function showCurrent(bar: HTMLElement | null): void {
  const current = bar?.querySelector('[aria-current="page"]') ?? null;
  if (bar === null || current === null) return;
  const [link, around] = [current.getBoundingClientRect(), bar.getBoundingClientRect()];
  bar.scrollLeft += link.left - around.left - (around.width - link.width) / 2;
}
