import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallContext } from '#core/server/http/calls/call-registry.ts';
import { sendZip } from '#core/server/http/calls/send-zip.ts';
import { isArchiveLink, unpackPlaces, type ArchiveLink } from '#core/server/services/files/archive-link.ts';

import { mixingRuns } from '../tables.ts';
import { ARCHIVE_KEY, runArchive } from './run-archive.ts';

/**
 * Streams the zip that an address names.
 * @throws expected `mixing:archive-link` (403), `mixing:nothing-made` (409)
 */
export async function streamMixArchive(
  ctx: ServerContext,
  link: ArchiveLink,
  signature: string,
  { request, reply }: Pick<CallContext, 'request' | 'reply'>,
): Promise<void> {
  if (!isArchiveLink(ctx.keyFor(ARCHIVE_KEY), link, signature, ctx.clock.now())) {
    fail('mixing:archive-link', {}, { kind: 'forbidden' });
  }
  const [run] = await ctx.db.orm.select().from(mixingRuns).where(eq(mixingRuns.id, link.runId));
  if (run === undefined) fail('mixing:run-missing', {}, { kind: 'not-found' });
  const places = unpackPlaces(link.places);
  const { zip, name } = await runArchive(ctx, run, {
    some: ({ position }) => places.has(position),
    language: link.language,
  });
  await sendZip(zip, name, { request, reply });
}
