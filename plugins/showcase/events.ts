import { defineEvent } from '#core/contract/event.ts';

/** A showcase or one of its posts was added or changed. */
export const showcasesChanged = defineEvent({ topic: 'showcase.changed', to: 'account' });
