/**
 * Waits until something holds.
 * @param what says it where it fails; the condition itself when absent
 * @param seconds for which it is waited at most
 */
export async function until(holds: () => unknown, what = String(holds), seconds = 120): Promise<void> {
  const began = Date.now();
  for (const end = began + seconds * 1000; !(await holds());) {
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    // What takes long is looked at less often: looking costs what is waited for its time.
    const pause = Math.min(20 + (Date.now() - began) / 20, 250);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
