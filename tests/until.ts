/**
 * Waits until something holds.
 * @param what says it where it fails; the condition itself when absent
 * @param seconds for which it is waited at most
 */
export async function until(holds: () => unknown, what = String(holds), seconds = 120): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !(await holds());) {
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
