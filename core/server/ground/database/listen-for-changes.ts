import type { z } from 'zod';

import type { Notifications } from './database.ts';

export interface ListenForChangesOptions<T> {
  topic: string;
  /** What a message of the topic says. */
  schema: z.ZodType<T>;
  /** Drops what a message says has changed; everything when nobody can say what has. */
  forget(change: T | undefined): void;
}

/**
 * For what a process remembers of the database: makes the function that begins to hear of changes when it is
 * first called, and resolves once changes are heard of.
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
