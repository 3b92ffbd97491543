import type { CallData } from '#core/contract/call.ts';
import { translate, translateError, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { refuseFailure } from '#core/server/services/providers/refuse-failure.ts';
import type { VoicesProvider } from '#core/server/services/providers/voices.ts';

import type { readService as call } from '#plugins/voices/calls.ts';
import { SECONDS } from '#plugins/voices/limits.ts';

/** What a service may refuse: a sample, what a voice is to say, to delete a voice. */
type Refused = 'voices:service.refused' | 'voices:service.refused-text' | 'voices:service.refused-removal';

/** The service that makes voices now. */
export interface ServiceNow {
  id: string;
  languages: readonly string[];
}

/** The service that makes voices now; null where there is none, or it does not answer. */
export async function serviceNow(ctx: Pick<ServerContext, 'providers' | 'log'>): Promise<ServiceNow | null> {
  try {
    const { id, provider } = await ctx.providers.use('voices');
    return { id, languages: await provider.languages() };
  } catch (error) {
    ctx.log.info({ err: error }, 'voices cannot be used now');
    return null;
  }
}

/** The sentence in which a person agrees: the service's, or ours in the language of the sample where we have it. */
export function sentenceFor(
  { consentSentence }: Pick<VoicesProvider, 'consentSentence'>,
  tag: string,
  reader: MessageLanguage,
): string {
  const own = tag.startsWith('zh') ? 'zh' : tag.startsWith('en') ? 'en' : reader;
  return consentSentence?.(tag) ?? translate(own, 'voices:consent.sentence', {});
}

/** What the service that makes voices needs. */
export async function readService(ctx: ServerContext, language: MessageLanguage): Promise<CallData<typeof call>> {
  try {
    const { provider } = await ctx.providers.use('voices');
    const languages = await provider.languages();
    return {
      ...{ why: null, isToneMatch: provider.likeness === 'tone' },
      ...{ least: Math.max(SECONDS.sample, provider.sample.least), most: Math.min(SECONDS.most, provider.sample.most) },
      languages: languages.map((tag) => ({ tag, sentence: sentenceFor(provider, tag, language) })),
      isSpokenOnly: provider.consentSentence !== undefined,
    };
  } catch (error) {
    ctx.log.info({ err: error }, 'no voice can be made now');
    const why = translateError(language, error, 'voices:service.unavailable');
    return { why, isToneMatch: false, least: SECONDS.sample, most: SECONDS.most, languages: [], isSpokenOnly: false };
  }
}

/**
 * Says what a failed service means for whoever waits: once for good, or to be tried again.
 * @param refused says what it does not take
 */
export function refuse(error: unknown, refused: Refused = 'voices:service.refused'): never {
  refuseFailure(error, {
    ...{ refused, configuration: 'voices:service.configuration', unavailable: 'voices:service.unavailable' },
  });
}
