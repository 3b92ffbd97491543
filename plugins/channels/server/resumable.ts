import { isAnswered } from '#core/server/services/providers/ask-service.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import type { ChannelServices, PlatformAnswer } from './ask-platform.ts';

/** How often in a row a part may fail, and the milliseconds before the platform is asked what it has. */
const [TRIES, REST] = [5, 4_000];

/** An upload of which the platform keeps what it has got, as Google's protocol has it and PeerTube's. */
export interface ResumableUpload {
  file: Blob;
  /** Bytes that are sent at once. */
  chunk: number;
  /** Whether some of it may be there from before. */
  isBegun: boolean;
  /**
   * Sends a part with that `Content-Range`, or asks what is there, without a body.
   * @returns 308 with a `Range` while some is missing; else what the whole has become
   */
  put(range: string, body: Blob | undefined): Promise<PlatformAnswer>;
  /** Called before the part that makes the whole complete. */
  beforeEnd(): Promise<void>;
  onProgress(done: number): void;
  rest: ChannelServices['rest'];
  signal: AbortSignal;
}

/**
 * Uploads a file from the byte that the platform says it wants. A part that fails for a moment is sent again, but not the
 * last one: after that nobody knows what has become of it.
 * @throws ProviderFailure; with 404 or 410 when the platform knows of the upload no longer
 */
export async function uploadResumable(upload: ResumableUpload): Promise<PlatformAnswer> {
  const { file, chunk, put, signal } = upload;
  const total = file.size;
  let [failures, isEndSent] = [0, false];

  async function send(at: number): Promise<PlatformAnswer> {
    const end = Math.min(at + chunk, total);
    if (end === total) {
      await upload.beforeEnd();
      isEndSent = true;
    }
    return await put(`bytes ${at}-${end - 1}/${total}`, file.slice(at, end));
  }

  let next: number | undefined = upload.isBegun ? undefined : 0;
  for (;;) {
    try {
      const answer = next === undefined ? await put(`bytes */${total}`, undefined) : await send(next);
      if (answer.status !== 308) return answer;
      const kept = keptBytes(answer);
      if (kept >= total)
        throw new ProviderFailure('unavailable', 'all of the file is there, but nothing has come of it');
      failures = next === undefined || kept > next ? 0 : failures + 1;
      if (failures >= TRIES) throw new ProviderFailure('unavailable', `the platform stays at byte ${kept}`);
      next = kept;
      upload.onProgress(kept / total);
    } catch (error) {
      failures += 1;
      const isLost = error instanceof ProviderFailure && error.kind === 'unavailable';
      const isPassing = (isLost && !isEndSent) || isAnswered(error, 409, 416);
      if (!isPassing || failures >= TRIES) throw error;
      await upload.rest(REST, signal);
      next = undefined;
    }
  }
}

/** How many bytes from the beginning are there; without a range, none. */
export function keptBytes({ headers }: Pick<PlatformAnswer, 'headers'>): number {
  const [, last] = /^bytes=0-(\d+)$/.exec(headers.get('range') ?? '') ?? [];
  return last === undefined ? 0 : Number(last) + 1;
}
