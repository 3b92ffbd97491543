import { ADAPTER_ID } from './provider-kinds.ts';

/** What parts the id of a service from that of its voice. */
const OF = '/';

/** A voice of a service, as a choice names it: `engines.openai-speech/alloy`. */
export const serviceVoice = (service: string, voice: string): string => `${service}${OF}${voice}`;

/**
 * What a choice names.
 * @returns `service`: null in choices of a time at which there was one service, which name its voice alone
 */
export function partsOfVoice(choice: string): { service: string | null; voice: string } {
  const at = choice.indexOf(OF);
  const service = choice.slice(0, Math.max(at, 0));
  // Voices may have the sign in their own ids.
  return ADAPTER_ID.test(service) ? { service, voice: choice.slice(at + OF.length) } : { service: null, voice: choice };
}

/** What a voice sounds like. */
export type VoiceSex = 'female' | 'male';

/** What a choice begins with that means any voice of a sex, whichever service has one. */
const OF_SEX = 'sex:';

/** The choice of any voice of a sex. */
export const voiceOfSex = (sex: VoiceSex): string => `${OF_SEX}${sex}`;

/** The sex that a choice means any voice of; null for all other choices. */
export function sexMeant(choice: string | null): VoiceSex | null {
  const sex = choice?.startsWith(OF_SEX) === true ? choice.slice(OF_SEX.length) : null;
  return sex === 'female' || sex === 'male' ? sex : null;
}

/** The voice that a choice means, of those to choose from; undefined where it is not among them. */
export function voiceMeant<V extends { id: string; sex?: VoiceSex | null }>(
  voices: readonly V[],
  choice: string | null,
): V | undefined {
  if (choice === null) return undefined;
  const sex = sexMeant(choice);
  if (sex !== null) return voices.find((voice) => voice.sex === sex);
  return (
    voices.find(({ id }) => id === choice) ??
    (partsOfVoice(choice).service === null ? voices.find(({ id }) => partsOfVoice(id).voice === choice) : undefined)
  );
}
