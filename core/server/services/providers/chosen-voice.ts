import { fail } from '#core/contract/errors.ts';
import { languageName } from '#core/contract/languages.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';

import type { InUse, Providers } from './providers.ts';
import type { SpeechVoice } from './speech.ts';

/** A voice that an account has had made. */
interface ClonedVoice {
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
  /**
   * Counts uses, such as finished videos. Voices that are gone count nothing.
   * @param times how often each was used; 1 by default
   */
  used(tx: Tx, accountId: string, ids: readonly string[], times?: number): Promise<void>;
}

/** What speaks: the services, and the cloned voices where there are any. */
export interface VoiceSources {
  providers: Pick<Providers, 'use'>;
  cloned: ClonedVoices | undefined;
}

/** Who says what with a voice. */
export interface Speaker {
  speech: InUse<'speech'>;
  /** The id that the service knows it by; null for its only one, or the one that it thinks best. */
  voice: string | null;
}

/** What the id of a cloned voice begins with in a choice, where those of the speech service stand, too. */
const CLONED = 'clone:';

/**
 * The voices that the service in use has for a language.
 * @throws expected `core:speech.language` (422), and as `Providers.use`
 */
export async function serviceVoices(
  { providers }: Pick<VoiceSources, 'providers'>,
  tag: string,
  reader: MessageLanguage,
): Promise<{ voices: SpeechVoice[]; isRobotic: boolean }> {
  const { provider } = await providers.use('speech');
  if (!(await provider.languages()).includes(tag)) {
    fail('core:speech.language', { language: languageName(tag, reader) }, { kind: 'invalid' });
  }
  return { voices: [...((await provider.voices?.(tag)) ?? [])], isRobotic: provider.isRobotic === true };
}

/** The same, with those that the account has cloned, as a choice names them. @throws as {@link serviceVoices} */
export async function voicesToChoose(
  sources: VoiceSources,
  { accountId, language }: { accountId: string; language: string },
  reader: MessageLanguage,
): Promise<{ voices: SpeechVoice[]; isRobotic: boolean }> {
  const { voices, isRobotic } = await serviceVoices(sources, language, reader);
  const own = (await sources.cloned?.list(accountId, language)) ?? [];
  return { voices: [...voices, ...own.map(({ id, name }) => ({ id: `${CLONED}${id}`, name, sex: null }))], isRobotic };
}

/**
 * Who speaks with a voice of a choice: the speech service, or a cloned voice of the account.
 * @param voice null for the one that the service thinks best
 * @throws expected `core:speech.voice` (422) without the plugin that clones, and what its voices and `Providers.use` say
 */
export async function chosenSpeaker(
  { providers, cloned }: VoiceSources,
  accountId: string,
  voice: string | null,
): Promise<Speaker> {
  const id = clonedId(voice);
  if (id === null) return { speech: await providers.use('speech'), voice };
  const own = cloned ?? fail('core:speech.voice', {}, { kind: 'invalid' });
  return { speech: await own.speaker(accountId, id), voice: null };
}

/** Those of some voices of a choice that are cloned, by their own ids. */
export const clonedAmong = (voices: readonly (string | null)[]): string[] =>
  voices.map(clonedId).filter((id) => id !== null);

const clonedId = (voice: string | null): string | null =>
  voice?.startsWith(CLONED) === true ? voice.slice(CLONED.length) : null;
