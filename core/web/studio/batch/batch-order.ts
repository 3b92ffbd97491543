/** A list of ids with one of them moved to another place. @param to its place afterwards, counted from 0 */
export function movedTo(ids: readonly string[], id: string, to: number): string[] {
  const rest = ids.filter((other) => other !== id);
  const place = Math.max(0, Math.min(to, rest.length));
  return [...rest.slice(0, place), id, ...rest.slice(place)];
}

/** Everything from one id to another, whichever comes first; only the second if the first is gone. */
export function between(ids: readonly string[], from: string | null, to: string): string[] {
  const [start, end] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)];
  if (end < 0) return [];
  return start < 0 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Rows of a scrolled list that are drawn: those that are seen, and some beside them. */
export interface RowSpan {
  from: number;
  to: number;
}

/**
 * Which rows of equal height are drawn.
 * @param top pixels that are scrolled away
 * @param height pixels that are seen
 */
export function rowsInView(count: number, rowHeight: number, top: number, height: number, beside = 6): RowSpan {
  const from = Math.max(0, Math.floor(top / rowHeight) - beside);
  const to = Math.min(count, Math.ceil((top + height) / rowHeight) + beside);
  return { from: Math.min(from, Math.max(0, count - 1)), to: Math.max(to, Math.min(count, 1)) };
}
