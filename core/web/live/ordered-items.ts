/**
 * Inserts items into a sorted list; those already in it are moved.
 * @param options.hasMore whether more pages follow: items that belong after the last loaded one come with their page
 */
export function insertInOrder<T extends { readonly id: string }>(
  list: readonly T[],
  items: readonly T[],
  { compare, hasMore }: { compare: (a: T, b: T) => number; hasMore: boolean },
): readonly T[] {
  const moving = new Set(items.map(({ id }) => id));
  const ordered = list.filter(({ id }) => !moving.has(id));
  const last = ordered.at(-1);
  for (const item of items) {
    if (hasMore && last !== undefined && compare(item, last) >= 0) continue;
    const at = ordered.findIndex((other) => compare(item, other) < 0);
    ordered.splice(at < 0 ? ordered.length : at, 0, item);
  }
  return ordered;
}

/** Items whose position relative to a neighbour changed. @param now the same items in their new order */
export function movedOf<T>(before: readonly T[], now: readonly T[], compare: (a: T, b: T) => number): T[] {
  const isFirst = (items: readonly T[], one: number, other: number): boolean | undefined => {
    const [a, b] = [items[one], items[other]];
    return a === undefined || b === undefined ? undefined : compare(a, b) < 0;
  };
  return now.filter(
    (item, index) =>
      item !== before[index] &&
      [index - 1, index + 1].some((other) => isFirst(before, index, other) !== isFirst(now, index, other)),
  );
}
