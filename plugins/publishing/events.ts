import { z } from 'zod';

import { defineEvent } from '#core/contract/event.ts';
import { shownName } from '#core/contract/shown-name.ts';

/** An account at a platform was connected, changed or removed. */
export const channelsChanged = defineEvent({
  topic: 'publishing.channels',
  to: 'account',
  data: z.object({
    id: z.uuid(),
    /** Its name, when its permission was just taken back and its owner has to agree again. */
    expired: shownName.optional(),
  }),
});

/** Posts of a task are further than they were. */
export const postsChanged = defineEvent({
  topic: 'publishing.posts',
  to: 'account',
  data: z.object({ taskId: z.uuid() }),
});

/** The permission of an account at a platform ends within `days` days, and its owner has to agree again. */
export const channelEnding = defineEvent({
  topic: 'publishing.channel-ending',
  to: 'account',
  data: z.object({ id: z.uuid(), name: shownName, days: z.number().int() }),
});
