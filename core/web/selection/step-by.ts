/** The index that an arrow or paging key leads to; undefined for other keys. @param page number of visible rows */
export function stepBy(key: string, from: number, columns: number, count: number, page: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    PageUp: -columns * page,
    PageDown: columns * page,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  if (step === undefined || count === 0) return undefined;
  if (from < 0) return 0;
  const to = from + step;
  // Up from the first row stays there; down from above a short last row goes to its end.
  if (key === 'ArrowUp' && to < 0) return from;
  if (key === 'ArrowDown' && to >= count)
    return Math.floor(from / columns) < Math.floor((count - 1) / columns) ? count - 1 : from;
  return Math.max(0, Math.min(count - 1, to));
}
