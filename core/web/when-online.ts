/**
 * Resolves once the browser has a network, at once when it has one; a call made before would only fail.
 * @returns false when the signal ended the wait
 */
export async function whenOnline(signal: AbortSignal): Promise<boolean> {
  if (navigator.onLine || signal.aborted) return !signal.aborted;
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  window.addEventListener('online', end, { once: true });
  signal.addEventListener('abort', end, { once: true });
  await promise;
  window.removeEventListener('online', end);
  signal.removeEventListener('abort', end);
  return !signal.aborted;
}
