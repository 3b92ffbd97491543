import type { FastifyReply, FastifyRequest } from 'fastify';

import { byteRange } from '#core/server/http/calls/byte-range.ts';
import { contentDisposition } from '#core/server/services/files/content-disposition.ts';
import { blobKey, type Files } from '#core/server/services/files/files.ts';

/** What somebody may withdraw is kept elsewhere only for a while without asking again. */
const FRESH_SECONDS = 300;

interface ServedMedia {
  /** sha-256 of a stored file. */
  hash: string;
  /** MIME type. */
  type: string;
  /** Whether caches between may keep it, and search engines may name it. */
  isListed: boolean;
  /** What it is called where it is saved; shown in the page when absent. */
  saveAs?: string | undefined;
}

/**
 * Sends a stored file as a whole or in ranges. Through this server also from a bucket, so that the address stays good and
 * ends with what the file belongs to.
 */
export async function serveMedia(
  { store }: Pick<Files, 'store'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { hash, type, isListed, saveAs }: ServedMedia,
): Promise<void> {
  const key = blobKey(hash);
  const object = await store.stat(key);
  if (object === undefined) return void reply.code(404).send();
  const etag = `"${hash.slice(0, 32)}"`;
  const { range: asked, 'if-range': ifRange, 'if-none-match': known } = request.headers;
  const range = byteRange(ifRange === undefined || ifRange === etag ? asked : undefined, object.size);
  reply.headers({
    'content-security-policy': `default-src 'none'; sandbox`,
    // Cards, feeds and players of other sites show it.
    'cross-origin-resource-policy': 'cross-origin',
    'accept-ranges': 'bytes',
    'cache-control': `${isListed ? 'public' : 'private'}, max-age=${FRESH_SECONDS}`,
    ...(isListed ? {} : { 'x-robots-tag': 'noindex' }),
    ...(saveAs === undefined ? {} : { 'content-disposition': contentDisposition(undefined, saveAs) }),
    etag,
  });
  if (known?.split(',').some((tag) => tag.trim() === etag || tag.trim() === '*')) return void reply.code(304).send();
  if (range === 'unsatisfiable') {
    return void reply.code(416).header('content-range', `bytes */${object.size}`).send();
  }
  const length = range === undefined ? object.size : range.end - range.start + 1;
  reply.headers({ 'content-type': type, 'content-length': length });
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${object.size}`);
  if (request.method === 'HEAD') reply.send();
  else reply.send(await store.read(key, range));
}
