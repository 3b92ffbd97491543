/** The error that cancelled work ends with: `name` is `AbortError`, `cause` is the signal's reason. */
export function abortError(signal?: AbortSignal): Error {
  return Object.assign(new Error('cancelled', { cause: signal?.reason }), { name: 'AbortError' });
}

/** Whether an error means that the work was cancelled. */
export function isAbortError(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/**
 * Throws if the signal has been aborted.
 * @throws AbortError
 */
export function throwIfCancelled(signal?: AbortSignal): void {
  if (signal?.aborted) throw abortError(signal);
}

/**
 * Waits.
 * @param milliseconds how long
 * @throws AbortError as soon as the signal is aborted
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
