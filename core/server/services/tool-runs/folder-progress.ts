import type { FolderItem } from './folder-store.ts';
import { isMeasuredEnough } from './measured-enough.ts';

/** Progress over items by what each costs; it never goes back. @returns hears how far an item is, 0 to 1 */
export function folderProgress(
  items: readonly FolderItem[],
  report: (done: number, secondsLeft: number | null) => void,
): (item: FolderItem, share: number) => void {
  const total = items.reduce((sum, { cost = 1 }) => sum + cost, 0);
  const shares = new Map<FolderItem, number>();
  const started = Date.now();
  let best = 0;
  return (item, share) => {
    shares.set(item, Math.max(share, shares.get(item) ?? 0));
    let sum = 0;
    for (const [{ cost = 1 }, own] of shares) sum += own * cost;
    best = Math.max(best, total === 0 ? 1 : sum / total);
    const elapsed = (Date.now() - started) / 1000;
    report(best, isMeasuredEnough(best, elapsed) ? (elapsed * (1 - best)) / best : null);
  };
}
