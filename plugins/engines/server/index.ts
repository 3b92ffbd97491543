import { defineServer } from '#core/server/plugins/server-plugin.ts';

import manifest from '../plugin.ts';
import { espeak } from './espeak/espeak.ts';
import { openAi } from './openai/openai.ts';
import { translationProviders } from './translation/providers.ts';

export default defineServer({ manifest, providers: () => [espeak, openAi, ...translationProviders] });
