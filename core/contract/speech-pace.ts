/** Times faster than its voice that a text may be spoken to fit: beyond, people follow with effort. */
export const FASTEST_PACE = 1.15;

/** The letters that a text may have, to fit into its room as the voice has spoken it. @param times of one unit */
export function lettersThatFit(
  { letters, spoken, room }: { letters: number; spoken: number; room: number },
  pace: number = FASTEST_PACE,
): number {
  if (spoken <= 0) return letters;
  return Math.max(0, Math.floor((letters * room * pace) / spoken));
}
