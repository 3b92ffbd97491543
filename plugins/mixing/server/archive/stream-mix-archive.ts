import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { byteRange } from '#core/server/http/calls/byte-range.ts';
import { contentDisposition } from '#core/server/services/files/content-disposition.ts';
import type { CallContext } from '#core/server/http/calls/call-registry.ts';

import { mixingRuns } from '../tables.ts';
import { ARCHIVE_KEY, isArchiveLink, unpackPlaces, type ArchiveLink } from './archive-link.ts';
import { runArchive } from './run-archive.ts';

/**
 * Streams the zip that an address names. Its bytes are the same each time, so that a download that broke off goes on
 * by a range.
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
  const etag = `"${zip.digest}"`;
  const ifRange = request.headers['if-range'];
  const wanted = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
  const range = byteRange(wanted, zip.size);
  void reply.headers({ 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache', etag });
  if (range === 'unsatisfiable') {
    await reply.code(416).header('content-range', `bytes */${zip.size}`).send();
    return;
  }
  void reply.headers({
    'content-type': 'application/zip',
    'content-disposition': contentDisposition('application/zip', name),
    'content-length': range === undefined ? zip.size : range.end - range.start + 1,
  });
  if (range !== undefined) {
    void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${zip.size}`);
  }
  await reply.send(zip.stream(range));
}
