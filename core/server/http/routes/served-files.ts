import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { byteRange } from '#core/server/http/calls/byte-range.ts';
import { contentDisposition } from '#core/server/services/files/content-disposition.ts';
import type { DiskStore } from '#core/server/services/files/disk-store.ts';
import { isStoreKey } from '#core/server/services/files/store-key.ts';

const query = z.object({
  e: z.string().regex(/^\d{1,12}$/),
  s: z.string().max(100),
  n: z.string().max(1000).optional(),
  t: z.string().max(200).optional(),
});

/** A user's file must never act as a page of this server: no scripts, nothing loaded. */
const FILE_POLICY = `default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox`;

/** Serves the objects of a disk store under its signed URLs: `GET` and `HEAD /files/…`. */
export function serveFiles(app: FastifyInstance, store: DiskStore): void {
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/*',
    schema: { hide: true },
    handler: async (request, reply) => serve(request, reply, store),
  });
}

async function serve(
  request: FastifyRequest<{ Params: { '*': string } }>,
  reply: FastifyReply,
  store: DiskStore,
): Promise<FastifyReply> {
  const key = request.params['*'];
  const signed = query.safeParse(request.query);
  const read = signed.success && isStoreKey(key) ? store.verify(key, signed.data) : undefined;
  if (read === undefined) fail('core:file-link', {}, { kind: 'forbidden' });
  const object = await store.stat(key);
  if (object === undefined) fail('core:file-missing', {}, { kind: 'not-found' });

  const etag = `"${object.size.toString(36)}-${Math.floor(object.modifiedAt.getTime()).toString(36)}"`;
  const type = read.type ?? 'application/octet-stream';
  const left = Math.max(0, read.expires - Math.floor(Date.now() / 1000));
  const ifRange = request.headers['if-range'];
  const wanted = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
  const range = byteRange(wanted, object.size);
  reply.headers({
    'content-security-policy': FILE_POLICY,
    // The frame of an isolated plugin has no origin and shows files, too; who has the signed address may read it anyway.
    'cross-origin-resource-policy': 'cross-origin',
    'accept-ranges': 'bytes',
    'cache-control': `private, max-age=${left}`,
    'last-modified': object.modifiedAt.toUTCString(),
    etag,
  });
  if (request.headers['if-none-match']?.split(',').some((tag) => tag.trim() === etag)) return reply.code(304).send();
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${object.size}`).send();

  const length = range === undefined ? object.size : range.end - range.start + 1;
  reply.headers({
    'content-type': type,
    'content-disposition': contentDisposition(type, read.filename),
    'content-length': length,
  });
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${object.size}`);
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await store.read(key, range));
}
