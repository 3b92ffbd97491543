import { autorun, reaction } from 'mobx';

import type { Router } from '#core/web/router/router.ts';
import type { Uploads } from '#core/web/uploads/uploads.ts';

/** Long enough to have been read, in milliseconds: whoever drops files may be led to another page at once. */
const READ = 4_000;

/**
 * Tidies the list when the user goes on to another page: what was refused cannot be helped there either, and a list of
 * nothing but what is done would lie over what comes next. What was refused just before is left there to be read first.
 */
export function tidyUploads(
  uploads: Pick<Uploads, 'items' | 'clearDone'>,
  router: Pick<Router, 'place'>,
  now: () => number = () => performance.now(),
): () => void {
  const since = new Map<string, number>();
  const refused = () => uploads.items.filter(({ isRefused }) => isRefused);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const drop = (items: readonly Uploads['items'][number][]): void => {
    for (const item of refused()) if (items.includes(item)) item.cancel();
    if (uploads.items.every(({ state }) => state === 'done')) uploads.clearDone();
  };
  const tidy = (): void => {
    clearTimeout(timer);
    const isRead = ({ id }: { id: string }): boolean => now() - (since.get(id) ?? now()) >= READ;
    drop(refused().filter(isRead));
    const left = refused();
    if (left.length > 0) timer = setTimeout(() => drop(left), READ);
  };
  const stops = [
    autorun(() => {
      for (const { id } of refused()) if (!since.has(id)) since.set(id, now());
    }),
    reaction(() => router.place.path, tidy),
    () => clearTimeout(timer),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
