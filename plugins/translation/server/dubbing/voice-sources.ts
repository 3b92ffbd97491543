import type { ServerContext } from '#core/server/plugins/context.ts';
import type { VoiceSources } from '#core/server/services/providers/chosen-voice.ts';
import { CLONED_VOICES } from '#plugins/voices/server/api.ts';

/** What a dub may be spoken with. */
export const voiceSources = (ctx: Pick<ServerContext, 'use' | 'providers'>): VoiceSources => ({
  ...{ providers: ctx.providers, cloned: ctx.use(CLONED_VOICES) },
});
