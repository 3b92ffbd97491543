import { z } from 'zod';

import { defineEvent } from '#core/contract/event.ts';

/** Something of a project has changed: facts, lines, or how far a language is. */
export const translationChanged = defineEvent({
  topic: 'translation.changed',
  to: 'account',
  data: z.object({ id: z.uuid() }),
});

/** A dub of a language of a project has come further. */
export const dubChanged = defineEvent({
  topic: 'translation.dub-changed',
  to: 'account',
  data: z.object({ id: z.uuid(), language: z.string() }),
});

/** A batch has come further. */
export const batchChanged = defineEvent({
  topic: 'translation.batch-changed',
  to: 'account',
  data: z.object({ id: z.uuid() }),
});
