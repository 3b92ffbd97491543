/** Larger ones are not kept, and no more than so many. */
const [MOST_BYTES, MOST_KEPT] = [4 << 20, 16];

/** What is kept is at least this long, so that it serves for shorter and longer ones alike. */
const LEAST_BYTES = 1 << 20;

const spare: Buffer[] = [];

/**
 * Runs `use` with a buffer that holds whatever it held before, and lends it to others afterwards: each that is allocated
 * anew brings nearer the moment when the garbage collector looks through all that the process holds, which after some
 * dozen megabytes takes longer than what they were needed for.
 * @param use must not keep it, nor let anything read or write it after it has ended
 */
export async function withBuffer<T>(bytes: number, use: (buffer: Buffer) => Promise<T>): Promise<T> {
  const at = spare.findIndex(({ length }) => length >= bytes);
  const [whole = Buffer.allocUnsafeSlow(Math.max(LEAST_BYTES, bytes))] = at < 0 ? [] : spare.splice(at, 1);
  try {
    return await use(whole.subarray(0, bytes));
  } finally {
    if (whole.length <= MOST_BYTES && spare.length < MOST_KEPT) {
      spare.push(whole);
      spare.sort((a, b) => a.length - b.length);
    }
  }
}
