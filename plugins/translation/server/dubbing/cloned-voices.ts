import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { InUse } from '#core/server/services/providers/providers.ts';
import { CLONED_VOICES } from '#plugins/voices/server/api.ts';

import type { DubChoice } from '#plugins/translation/dub-calls.ts';

/** What the id of a cloned voice begins with in a choice, where those of the speech service stand, too. */
const CLONED = 'clone:';

/** The cloned voices of an account that speak a language, as a choice names them. */
export async function clonedVoices(ctx: Pick<ServerContext, 'use'>, accountId: string, language: string) {
  const voices = (await ctx.use(CLONED_VOICES)?.list(accountId, language)) ?? [];
  return voices.map(({ id, name }) => ({ id: `${CLONED}${id}`, name, sex: null }));
}

/** Who says what with a voice. */
export interface Speaker {
  speech: InUse<'speech'>;
  /** The id that the service knows it by; null for its only one, or the one that it thinks best. */
  voice: string | null;
}

/**
 * Who speaks with a voice of a choice: the speech service, or a cloned voice of the account.
 * @throws expected `core:speech.voice` (422) without the plugin that clones, and what its voices and `Providers.use` say
 */
export async function speakerOf(
  ctx: Pick<ServerContext, 'use' | 'providers'>,
  accountId: string,
  voice: string | null,
): Promise<Speaker> {
  const id = clonedId(voice);
  if (id === null) return { speech: await ctx.providers.use('speech'), voice };
  const cloned = ctx.use(CLONED_VOICES) ?? fail('core:speech.voice', {}, { kind: 'invalid' });
  return { speech: await cloned.speaker(accountId, id), voice: null };
}

/** The cloned voices of a choice. */
export const clonedIn = ({ voice, speakers }: DubChoice): string[] =>
  [voice, ...Object.values(speakers)].map(clonedId).filter((id) => id !== null);

const clonedId = (voice: string | null): string | null =>
  voice?.startsWith(CLONED) === true ? voice.slice(CLONED.length) : null;
