import { pause } from '#core/server/services/media/abort-error.ts';
import { mostY4mBytes, readY4m } from '#core/server/services/media/cut/y4m.ts';

import type { InpaintingRequest, InpaintingService } from './inpainting.ts';
import { ProviderFailure } from './provider-failure.ts';

/** Milliseconds between two questions how far it is: at first, by how much longer each time, and at last. */
const [FIRST, LONGER, LAST] = [200, 1.5, 5_000];
/** Times that pictures are sent which the service then does not know of. */
const TRIES = 3;

/**
 * Has pictures filled. Whoever was killed meanwhile and asks again with the same reference takes up what was begun.
 * @param path the file that the filled pictures are written to
 * @returns when they are there, as many and as large as those that were sent
 * @throws ProviderFailure; AbortError, after the service was told
 */
export async function inpaintPictures(
  service: InpaintingService,
  request: InpaintingRequest,
  reference: string,
  { path, signal }: { path: string; signal?: AbortSignal },
): Promise<void> {
  try {
    await finished(service, request, reference, signal);
    const { width, height, frames } = request;
    await service.fetch(reference, { path, most: mostY4mBytes(width, height, frames) }, signal);
    try {
      for await (const picture of readY4m(path, request)) void picture;
    } catch (error) {
      const why = error instanceof RangeError ? error.message : String(error);
      throw new ProviderFailure('refused', `what the service has filled cannot be used: ${why}`, { cause: error });
    }
  } catch (error) {
    // A service that cannot be reached for a moment may be asked for it again.
    const isPassing = error instanceof ProviderFailure && error.kind === 'unavailable';
    if (!isPassing) await service.cancel(reference).catch(() => undefined);
    throw error;
  }
}

async function finished(
  service: InpaintingService,
  request: InpaintingRequest,
  reference: string,
  signal?: AbortSignal,
): Promise<void> {
  const end = Date.now() + service.mostSeconds * 1000;
  let sent = 0;
  for (let wait = FIRST; ; wait = Math.min(LAST, wait * LONGER)) {
    const now = await service.check(reference, signal);
    if (now.state === 'ready') return;
    if (now.state === 'failed') throw new ProviderFailure('refused', `the service has failed: ${now.reason}`);
    if (Date.now() > end) {
      throw new ProviderFailure('limited', `the service was not ready after ${service.mostSeconds} s`);
    }
    if (now.state === 'lost') {
      if (sent === TRIES) throw new ProviderFailure('refused', `the service has lost the pictures ${TRIES} times`);
      const later = await refusedUntil(() => service.start(request, reference, signal), end);
      if (later === null) sent++;
      else await pause(Math.max(0, later.getTime() - Date.now()), signal);
    }
    await pause(wait, signal);
  }
}

/** Starts a request. @returns null, or when a service that is busy may be asked again */
async function refusedUntil(start: () => Promise<void>, end: number): Promise<Date | null> {
  try {
    await start();
    return null;
  } catch (error) {
    const until = error instanceof ProviderFailure && error.kind === 'limited' ? (error.until ?? new Date()) : null;
    if (until === null || until.getTime() > end) throw error;
    return until;
  }
}
