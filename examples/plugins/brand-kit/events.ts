import { defineEvent } from '@reelport/core/contract';
import { z } from 'zod';

/** The kits of an account are other ones now. */
export const kitsChanged = defineEvent({ topic: 'brand-kit.kits', to: 'account' });

/** How far the colours of a picture are taken. */
export const paletteProgress = defineEvent({
  topic: 'brand-kit.palette',
  to: 'account',
  data: z.object({ taskId: z.string(), progress: z.number() }),
});
