import type { z } from 'zod';

import type { Notifications } from './database.ts';

export interface ListenForChangesOptions<T> {
  topic: string;
  /** The content of the topic's messages. */
  schema: z.ZodType<T>;
  /** Drops the cached data that a message says has changed; everything if that is unknown. */
  forget(change: T | undefined): void;
}

/**
 * For caches of database content: makes a function that starts listening for changes on its first call and resolves
 * once it listens.
 */
export function listenForChanges<T>(
  notifications: Notifications,
  options: ListenForChangesOptions<T>,
): () => Promise<void> {
  const { topic, schema, forget } = options;
  let listening: Promise<void> | undefined;
  return () =>
    (listening ??= notifications.listen({
      topic,
      onMessage: (data) => forget(schema.safeParse(data).data),
      onGap: () => forget(undefined),
    }));
}
