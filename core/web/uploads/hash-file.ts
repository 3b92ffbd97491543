/** A file's hash cannot be had here: it is too large, or the browser has no way to make one. */
export class NoHash extends Error {
  override name = 'NoHash';
}

/** The whole file is in memory for a moment. */
const LARGEST = 100 * 1024 * 1024;

/**
 * sha-256 of a file in lower-case hex, made in a worker.
 * @throws NoHash; the signal's reason
 */
export async function hashFile(file: File, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  // Without a secure context the browser hashes nothing.
  if (file.size > LARGEST || !globalThis.isSecureContext || typeof Worker === 'undefined') throw new NoHash(file.name);
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url));
  try {
    return await new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      worker.addEventListener('message', ({ data }: MessageEvent<{ hash?: string; error?: string }>) => {
        if (data.hash === undefined) reject(new NoHash(data.error));
        else resolve(data.hash);
      });
      worker.addEventListener('error', () => reject(new NoHash(file.name)));
      worker.postMessage(file);
    });
  } finally {
    worker.terminate();
  }
}
