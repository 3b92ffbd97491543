import { z } from 'zod';

import { defineEvent } from '#core/contract/event.ts';

/** An account at a platform was connected, changed or removed. */
export const channelsChanged = defineEvent({
  topic: 'publishing.channels',
  to: 'account',
  data: z.object({ id: z.uuid() }),
});

/** Posts of a task are further than they were. */
export const postsChanged = defineEvent({
  topic: 'publishing.posts',
  to: 'account',
  data: z.object({ taskId: z.uuid() }),
});
