/** The error of work that was cancelled: `name` is `AbortError`, `cause` is the signal's own reason. */
export function abortError(signal?: AbortSignal): Error {
  return Object.assign(new Error('cancelled', { cause: signal?.reason }), { name: 'AbortError' });
}

/** Whether an error says that work was cancelled. */
export function isAbortError(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/**
 * Does nothing unless the signal has fired.
 * @throws AbortError when it has
 */
export function throwIfCancelled(signal?: AbortSignal): void {
  if (signal?.aborted) throw abortError(signal);
}

/**
 * Waits.
 * @param milliseconds how long
 * @throws AbortError as soon as the signal fires
 */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(abortError(signal));
      return;
    }
    const cancel = () => {
      clearTimeout(timer);
      reject(abortError(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', cancel);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', cancel, { once: true });
  });
}
