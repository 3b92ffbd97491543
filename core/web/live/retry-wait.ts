/** Milliseconds: the first wait, which doubles, and the longest. */
const FIRST = 2_000;
const LONGEST = 30_000;

/**
 * How long to wait before something that got no response is tried again.
 * @param failures consecutive ones so far
 * @returns milliseconds. Half of them are random, so that browsers do not all come back to a restarted server at once
 */
export function retryWait(failures: number): number {
  const wait = Math.min(LONGEST, FIRST * 2 ** (failures - 1));
  return wait / 2 + (Math.random() * wait) / 2;
}
