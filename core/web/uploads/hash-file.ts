/** The file is too large to hash, or the browser cannot hash. */
export class NoHash extends Error {
  override name = 'NoHash';
}

/** In bytes; the whole file is held in memory while it is hashed. */
const LARGEST = 100 * 1024 * 1024;

/**
 * The SHA-256 of a file in lower-case hex, computed in a worker.
 * @throws NoHash; the signal's reason
 */
export async function hashFile(file: File, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  // Browsers provide hashing in secure contexts only.
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
