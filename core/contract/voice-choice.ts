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

/** The voice that a choice means, of those to choose from; undefined where it is not among them. */
export function voiceMeant<V extends { id: string }>(voices: readonly V[], choice: string | null): V | undefined {
  if (choice === null) return undefined;
  return (
    voices.find(({ id }) => id === choice) ??
    (partsOfVoice(choice).service === null ? voices.find(({ id }) => partsOfVoice(id).voice === choice) : undefined)
  );
}
