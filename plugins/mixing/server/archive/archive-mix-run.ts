import type { ServerContext } from '#core/server/plugins/context.ts';
import { archivePath, packPlaces } from '#core/server/services/files/archive-link.ts';

import { findMixRun } from '../runs/find-mix-run.ts';
import { ARCHIVE_KEY, runArchive } from './run-archive.ts';

/** How long a download may begin, or go on after it broke off. */
const LINK_SECONDS = 12 * 60 * 60;

/**
 * Makes an address that streams finished videos of a run as one zip. It names the videos by their places, so that it
 * stays what it is whatever is made later.
 * @throws expected `mixing:run-missing` (404), `mixing:nothing-made` (409)
 */
export async function archiveMixRun(
  ctx: ServerContext,
  accountId: string,
  runId: string,
  { outputs, language }: { outputs?: readonly string[]; language: 'zh' | 'en' },
) {
  const run = await findMixRun(ctx.db.scope(accountId), runId);
  const chosen = outputs === undefined ? null : new Set(outputs);
  const some = ({ id }: { id: string }) => chosen === null || chosen.has(id);
  const { zip, name, places } = await runArchive(ctx, run, { some, language });
  const expires = Math.floor(ctx.clock.now().getTime() / 1000) + LINK_SECONDS;
  const link = { runId, places: packPlaces(places), language, expires };
  return {
    url: `${ctx.publicUrl ?? ''}${archivePath(ctx.keyFor(ARCHIVE_KEY), '/api/mixing/archives', link)}`,
    ...{ name, size: zip.size, expiresAt: new Date(expires * 1000).toISOString() },
  };
}
