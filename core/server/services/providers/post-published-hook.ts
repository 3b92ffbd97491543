import { z } from 'zod';

import { serverHook } from '#core/server/services/hooks/server-hook.ts';

/** A file has gone out to where others have it from. Sent there a second time, it is another post. */
export const postPublished = serverHook(
  'posts.published',
  1,
  z.object({
    /** The post's. */
    id: z.uuid(),
    /** The account's file that was sent, which may be gone. */
    fileId: z.uuid(),
    /** sha-256 of its bytes, lower-case hex: they may be in the library under another id. */
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    name: z.string(),
    /** The adapter that took it, with its plugin: `publishing.folder`. */
    service: z.string(),
    /** Where people see it; null where there is no such address. */
    link: z.url().nullable(),
  }),
);
