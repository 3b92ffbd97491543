import { defineServer } from '#core/server/plugins/server-plugin.ts';
import { createServiceTurns } from '#core/server/services/providers/service-turns.ts';
import { provide } from '#core/server/plugins/server-token.ts';

import manifest from '../plugin.ts';
import { createAligner } from './aligner/aligner.ts';
import { ALIGN } from './aligner/operation.ts';
import { ALIGNER } from './api.ts';
import { espeak } from './espeak/espeak.ts';
import { transcriptionProviders } from './openai/openai.ts';
import { speechProviders } from './speech/providers.ts';
import { translationProviders } from './translation/providers.ts';
import { voicesProviders } from './voices/providers.ts';

export default defineServer({
  manifest,
  providers(ctx) {
    const turns = createServiceTurns(ctx);
    return [
      espeak,
      ...speechProviders(ctx, turns),
      ...transcriptionProviders(turns),
      ...translationProviders(turns),
      ...voicesProviders(ctx, turns),
    ];
  },
  operations: () => [ALIGN],
  provides: (ctx) => [provide(ALIGNER, createAligner(ctx))],
});
