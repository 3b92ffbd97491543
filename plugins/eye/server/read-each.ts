import { throwIfCancelled } from '#core/server/services/media/abort-error.ts';
import type { PictureLines } from '#core/server/services/providers/picture-text.ts';

/**
 * Reads pictures at once. When one fails, or all are cancelled, nothing is read any more once the call fails: the files
 * may then be removed.
 * @throws what reading the first of them that failed throws; AbortError
 */
export async function readEach(
  pictures: readonly string[],
  { signal, onRead }: { signal?: AbortSignal; onRead?: () => void },
  read: (path: string, signal: AbortSignal) => Promise<PictureLines>,
): Promise<PictureLines[]> {
  const stop = new AbortController();
  const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const failures: unknown[] = [];
  const ends = await Promise.all(
    pictures.map(async (path) => {
      try {
        const lines = await read(path, either);
        onRead?.();
        return [lines];
      } catch (error) {
        failures.push(error);
        stop.abort();
        return [];
      }
    }),
  );
  throwIfCancelled(signal);
  if (failures.length > 0) throw failures[0];
  return ends.flat();
}
