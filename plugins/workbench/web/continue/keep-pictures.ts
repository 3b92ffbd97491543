import type { WorkbenchCard } from '#plugins/workbench/api.ts';

/** A picture as it is shown, and since when. */
export interface ShownPicture {
  url: string;
  since: number;
}

/** Signed addresses live for six hours. */
const KEPT_MILLISECONDS = 5 * 60 * 60 * 1000;

/**
 * The cards with the addresses that their pictures were shown under before: each answer signs anew, and a new address
 * would load the same picture again.
 */
export function keepPictures<C extends WorkbenchCard & { key: string }>(
  known: Map<string, ShownPicture>,
  cards: readonly C[],
  now: number = Date.now(),
): C[] {
  return cards.map((card) => {
    if (card.picture === null) return card;
    const before = known.get(card.key);
    const { url } = card.picture;
    if (before !== undefined && bare(before.url) === bare(url) && now - before.since < KEPT_MILLISECONDS) {
      return { ...card, picture: { ...card.picture, url: before.url } };
    }
    known.set(card.key, { url, since: now });
    return card;
  });
}

function bare(url: string): string {
  return url.replace(/[?#].*$/, '');
}
