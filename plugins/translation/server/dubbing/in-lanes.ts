/** Pieces that are worked on at once. */
const LANES = 4;

/**
 * Works on pieces, a few at once, until one fails: what was not begun by then stays so, since services are paid by the
 * letter.
 * @throws what the first one has thrown, once all have ended
 */
export async function inLanes<T>(pieces: readonly T[], work: (piece: T) => Promise<void>): Promise<void> {
  const waiting = [...pieces];
  const lane = async () => {
    try {
      for (let piece = waiting.shift(); piece !== undefined; piece = waiting.shift()) await work(piece);
    } catch (error) {
      waiting.length = 0;
      throw error;
    }
  };
  // Until all have stopped, so that nothing goes on unseen.
  const ends = await Promise.allSettled(Array.from({ length: LANES }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
