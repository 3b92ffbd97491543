import { ExpectedError, fail } from '#core/contract/errors.ts';
import { languageName } from '#core/contract/languages.ts';
import { partsOfVoice, serviceVoice, sexMeant, type VoiceSex } from '#core/contract/voice-choice.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';

import { askAll } from './ask-all.ts';
import type { InUse, Ordered, Providers } from './providers.ts';
import { serviceName } from './service-name.ts';
import { speakersOf } from './speakers.ts';
import type { SpeechVoice } from './speech.ts';
import type { ServiceTurn } from './try-in-order.ts';

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
export interface SpeakerSources {
  providers: Pick<Providers, 'use' | 'inOrder'>;
  cloned: ClonedVoices | undefined;
}

/** The same, of which voices can be chosen. */
export interface VoiceSources extends SpeakerSources {
  providers: Pick<Providers, 'use' | 'inOrder' | 'titleOf'>;
}

/** Who says what with a voice. */
export interface Speaker {
  speech: InUse<'speech'>;
  /** The id that the service knows it by; null for its only one, or the one that it thinks best. */
  voice: string | null;
  /** Whether the voice was chosen, so that no other service may stand in with another one. */
  isBound: boolean;
}

/** What the id of a cloned voice begins with in a choice, where those of the speech services stand, too. */
const CLONED = 'clone:';

/**
 * The voices that the services in use have for a language, in the order of the services.
 * @returns `services`: how many speak it
 * @throws expected `core:speech.language` (422), as `Providers.use`, and what they fail with where none of them answers
 */
export async function serviceVoices(
  { providers }: Pick<VoiceSources, 'providers'>,
  tag: string,
  reader: MessageLanguage,
): Promise<{ voices: SpeechVoice[]; isRobotic: boolean; services: number }> {
  const speaking = await speakersOf(providers, tag).catch((error: unknown) => {
    if (!(error instanceof ExpectedError) || error.code !== 'core:speech.language') throw error;
    return fail(error.code, { language: languageName(tag, reader) }, { kind: 'invalid' });
  });
  // Those of one that does not answer now cannot be chosen now.
  const told = await askAll(speaking, async ({ provider }) => (await provider.voices?.(tag)) ?? []);
  const voices = told.flatMap(({ service: { id: service }, answer }) => {
    const title = speaking.length > 1 ? serviceName(providers, 'speech', service, reader) : '';
    return answer.map(({ id, name, sex }) => ({
      ...{ id: serviceVoice(service, id), name: [name, title].filter((part) => part !== '').join(' · '), sex },
    }));
  });
  const isRobotic = speaking.every(({ provider }) => provider.isRobotic === true);
  return { voices, isRobotic, services: speaking.length };
}

/** The same, with those that the account has cloned, as a choice names them. @throws as {@link serviceVoices} */
export async function voicesToChoose(
  sources: VoiceSources,
  { accountId, language }: { accountId: string; language: string },
  reader: MessageLanguage,
): Promise<{ voices: SpeechVoice[]; isRobotic: boolean; services: number }> {
  const { voices, isRobotic, services } = await serviceVoices(sources, language, reader);
  const cloned = (await sources.cloned?.list(accountId, language)) ?? [];
  const own = cloned.map(({ id, name }) => ({ id: `${CLONED}${id}`, name, sex: null }));
  return { isRobotic, services, voices: [...voices, ...own] };
}

/**
 * Who speaks with a voice of a choice: a voice of a service, a cloned voice of the account, any voice of a sex, or, where
 * none is chosen, whichever a service thinks best.
 * @param said.voice null where none is chosen
 * @param any the service that speaks where the choice names none, see {@link freeSpeakers}; the first one when null
 * @throws expected `core:speech.voice` (422) for one whose service is not in use, and without the plugin that clones, and
 *   what its voices and `Providers.use` say
 */
export async function chosenSpeaker(
  { providers, cloned }: SpeakerSources,
  accountId: string,
  { voice, language }: { voice: string | null; language: string },
  any: InUse<'speech'> | null = null,
): Promise<Speaker> {
  if (voice === null) return { speech: any ?? (await providers.use('speech')), voice, isBound: false };
  const sex = sexMeant(voice);
  if (sex !== null) {
    const speech = any ?? (await ofSex(providers, sex, language))[0] ?? (await providers.use('speech'));
    const own = (await speech.provider.voices?.(language))?.find((each) => each.sex === sex);
    return { speech, voice: own?.id ?? null, isBound: false };
  }
  const id = clonedId(voice);
  if (id !== null) {
    const own = cloned ?? fail('core:speech.voice', {}, { kind: 'invalid' });
    return { speech: await own.speaker(accountId, id), voice: null, isBound: true };
  }
  const named = partsOfVoice(voice);
  const speech =
    named.service === null
      ? await withVoice(providers, { voice, language })
      : (await providers.inOrder('speech')).find(({ id: known }) => known === named.service);
  if (speech === undefined) return fail('core:speech.voice', {}, { kind: 'invalid' });
  return { speech, voice: named.voice, isBound: true };
}

/**
 * The services that speak a language and have a voice of a sex, or do not tell of their voices, in the operators' order:
 * one further down that tells is not preferred for it. All of them where none is left.
 */
async function ofSex(
  providers: SpeakerSources['providers'],
  sex: VoiceSex,
  language: string,
): Promise<readonly Ordered<'speech'>[]> {
  const speaking = await speakersOf(providers, language);
  const told = await askAll(speaking, async ({ provider }) => (await provider.voices?.(language)) ?? []);
  const having = told.filter(
    ({ answer }) => answer.every((voice) => voice.sex === null) || answer.some((voice) => voice.sex === sex),
  );
  return having.length > 0 ? having.map(({ service }) => service) : speaking;
}

/**
 * The services that may speak where a choice names none, in the operators' order, for `tryInOrder`; where it means a sex,
 * without those whose voices are all of the other.
 * @returns null for a choice that names its voice, so that nobody stands in for it
 * @throws expected `core:speech.language` (422), as `Providers.use`, and what they fail with where none of them answers
 */
export async function freeSpeakers(
  { providers }: Pick<SpeakerSources, 'providers'>,
  { voice, language }: { voice: string | null; language: string },
): Promise<readonly Ordered<'speech'>[] | null> {
  if (voice === null) return await speakersOf(providers, language);
  const sex = sexMeant(voice);
  return sex === null ? null : await ofSex(providers, sex, language);
}

/** The first service in the operators' order that has a voice; the very first where none says that it has. */
async function withVoice(
  providers: SpeakerSources['providers'],
  { voice, language }: { voice: string; language: string },
): Promise<InUse<'speech'>> {
  // Those that rest come later in the other list, and nobody else shall speak for one that has.
  const first = await providers.use('speech');
  for (const speech of [first, ...(await providers.inOrder('speech'))]) {
    if ((await speech.provider.voices?.(language))?.some(({ id }) => id === voice) === true) return speech;
  }
  return first;
}

/** Nobody stands in for a voice that was chosen, so that nothing is told of how it went. */
const ALONE: ServiceTurn = { failed: () => Promise.resolve(), worked: () => Promise.resolve() };

/**
 * Who may say something with a voice of a choice, in the operators' order, for `tryInOrder`: one alone where a voice is
 * chosen.
 * @throws expected `core:speech.language` (422), and as {@link chosenSpeaker}
 */
export async function chosenSpeakers(
  sources: SpeakerSources,
  accountId: string,
  { voice, language }: { voice: string | null; language: string },
): Promise<readonly (Speaker & ServiceTurn)[]> {
  const free = await freeSpeakers(sources, { voice, language });
  if (free === null) return [{ ...ALONE, ...(await chosenSpeaker(sources, accountId, { voice, language })) }];
  const told = await askAll(free, (speech) => chosenSpeaker(sources, accountId, { voice, language }, speech));
  return told.map(({ service: { failed, worked }, answer }) => ({ ...answer, failed, worked }));
}

/** Those of some voices of a choice that are cloned, by their own ids. */
export const clonedAmong = (voices: readonly (string | null)[]): string[] =>
  voices.map(clonedId).filter((id) => id !== null);

const clonedId = (voice: string | null): string | null =>
  voice?.startsWith(CLONED) === true ? voice.slice(CLONED.length) : null;
