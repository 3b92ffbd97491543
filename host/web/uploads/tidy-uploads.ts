import { autorun, reaction } from 'mobx';

import type { Router } from '#core/web/router/router.ts';
import type { Uploads } from '#core/web/uploads/uploads.ts';

/** Long enough to have been read, in milliseconds: whoever drops files may be led to another page at once. */
const READ = 4_000;

/**
 * Tidies the list when the user goes on to another page: what was refused cannot be helped there either, and a list of
 * nothing but what is done would lie over what comes next.
 */
export function tidyUploads(
  uploads: Pick<Uploads, 'items' | 'clearDone'>,
  router: Pick<Router, 'place'>,
  now: () => number = () => performance.now(),
): () => void {
  const since = new Map<string, number>();
  const refused = () => uploads.items.filter(({ isRefused }) => isRefused);
  const stops = [
    autorun(() => {
      for (const { id } of refused()) if (!since.has(id)) since.set(id, now());
    }),
    reaction(
      () => router.place.path,
      () => {
        for (const item of refused()) if (now() - (since.get(item.id) ?? now()) >= READ) item.cancel();
        if (uploads.items.every(({ state }) => state === 'done')) uploads.clearDone();
      },
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
