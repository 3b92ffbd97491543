import { defineEvent } from '@reelport/core/contract';
import { z } from 'zod';

/** The account's kits have changed. */
export const kitsChanged = defineEvent({ topic: 'brand-kit.kits', to: 'account' });

/** Progress of extracting colours from a picture. */
export const paletteProgress = defineEvent({
  topic: 'brand-kit.palette',
  to: 'account',
  data: z.object({ taskId: z.string(), progress: z.number() }),
});
