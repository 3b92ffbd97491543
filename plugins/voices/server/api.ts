import type { Tx } from '#core/server/ground/database/database.ts';
import { serverToken } from '#core/server/plugins/server-token.ts';
import type { InUse } from '#core/server/services/providers/providers.ts';

/** A voice that an account has had made. */
export interface ClonedVoice {
  id: string;
  name: string;
}

/** The cloned voices of accounts, for whatever speaks. */
export interface ClonedVoices {
  /** Those that can speak a language now, the newest first. */
  list(accountId: string, language: string): Promise<readonly ClonedVoice[]>;
  /**
   * A voice as a service that speaks, with this voice alone; ask anew each time.
   * @throws expected `voices:missing` (404), `voices:not-ready`, `voices:elsewhere-named` (409), and as `Providers.use`
   */
  speaker(accountId: string, id: string): Promise<InUse<'speech'>>;
  /** Counts a use, such as a finished video. Voices that are gone count nothing. */
  used(tx: Tx, accountId: string, ids: readonly string[]): Promise<void>;
}

/** Cloned voices; absent while the plugin is off. */
export const CLONED_VOICES = serverToken<ClonedVoices>('voices.cloned', 1);
