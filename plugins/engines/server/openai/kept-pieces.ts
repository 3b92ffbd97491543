import { createHash } from 'node:crypto';

import type { Transcript } from '#core/server/services/providers/transcription.ts';

import type { RecordingPiece } from './recording-pieces.ts';

/** What is told of a recording. */
export interface Told {
  language: string | null;
  words: readonly string[];
}

/** Pieces that are kept, of recordings whose other pieces have failed: many hours of speech. */
const MOST = 200;

/** What was paid for of recordings whose rest has failed, so that it is not sent again with the next try. */
export function keptPieces() {
  const known = new Map<string, Transcript>();
  const keyOf = ({ bytes, start }: RecordingPiece, { language, words }: Told): string =>
    createHash('sha256')
      .update(bytes)
      .update(JSON.stringify([start, language, words]))
      .digest('hex');
  return {
    /** What is known of a piece, or what comes of asking. */
    async once(piece: RecordingPiece, told: Told, ask: () => Promise<Transcript>): Promise<Transcript> {
      const key = keyOf(piece, told);
      const heard = known.get(key) ?? (await ask());
      known.set(key, heard);
      const [oldest] = known.keys();
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
      return heard;
    },
    /** Whoever asked has all of them. */
    forget(pieces: readonly RecordingPiece[], told: Told): void {
      for (const piece of pieces) known.delete(keyOf(piece, told));
    },
  };
}
