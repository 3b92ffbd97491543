import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { upTo } from '#core/server/services/providers/ask-service.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

/** Bytes of a spoken text at most: ten minutes. */
const MOST_BYTES = 64 * 1024 ** 2;
/** Seconds that a letter takes at the least: what is faster was broken off. */
const FASTEST_LETTER = 0.015;

/**
 * Writes what a service says to a file.
 * @throws ProviderFailure `unavailable` for nothing
 */
export async function readSound({ body }: Response, path: string): Promise<void> {
  if (body !== null) {
    // Types of fetch do not know that streams of Node.js are iterable.
    const bytes = body as unknown as AsyncIterable<Uint8Array>;
    await pipeline(Readable.from(upTo(MOST_BYTES)(bytes)), createWriteStream(path));
  }
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size === 0) throw new ProviderFailure('unavailable', 'the service has said nothing');
}

/**
 * Refuses a sound that is far too short for its text: services break off and call it success.
 * @param bytes of 16-bit samples of one channel
 * @throws ProviderFailure `unavailable`
 */
export function refuseBroken(bytes: number, rate: number, text: string): void {
  const letters = [...text.replaceAll(/[^\p{L}\p{N}]/gu, '')].length;
  if (bytes / 2 / rate < letters * FASTEST_LETTER) {
    throw new ProviderFailure('unavailable', 'the service has broken off');
  }
}
