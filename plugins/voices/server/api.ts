import { serverToken } from '#core/server/plugins/server-token.ts';
import type { ClonedVoices } from '#core/server/services/providers/chosen-voice.ts';

/** Cloned voices; absent while the plugin is off. */
export const CLONED_VOICES = serverToken<ClonedVoices>('voices.cloned', 1);
