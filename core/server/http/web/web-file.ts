import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { byteRange } from '#core/server/http/calls/byte-range.ts';
import { answerMissingRoute } from '#core/server/http/calls/error-response.ts';
import { acceptsEncoding } from '#core/server/http/calls/packed-text.ts';

import type { OpenedWebBuild } from './web-build.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
};
/** Names with a hash in the file or folder: the content of such an address never changes. */
const LASTING = /\.[0-9a-f]{6,}(\.[a-z0-9]+$|\/)/;
/** Modules that plugins import; some have no extension, because the specifier has none. */
const MODULE = /^\/shared\//;
/** Files without user data, which any origin may read. */
const OPEN = /^\/(shared|assets|locales)\//;

/** Sends a file of the build, or the requested range of it; compressed if a compressed copy exists. */
export async function sendWebFile(
  request: FastifyRequest,
  reply: FastifyReply,
  build: OpenedWebBuild,
  address: string,
): Promise<FastifyReply> {
  const encoding = request.headers.range === undefined ? acceptsEncoding(request) : undefined;
  const path = build.locate(address);
  const twin = encoding === undefined ? undefined : await sized(`${path}.${encoding === 'br' ? 'br' : 'gz'}`);
  const file = twin ?? (await sized(path));
  // The build was replaced a moment ago.
  if (file === undefined) return answerMissingRoute(request, reply);

  reply.headers({
    'content-type': TYPES[MODULE.test(address) ? '.js' : extname(address)] ?? 'application/octet-stream',
    'cache-control': LASTING.test(address) ? 'public, max-age=31536000, immutable' : 'no-cache',
    'accept-ranges': 'bytes',
    // The frame of a plugin has its own origin, and loads the same files.
    ...(OPEN.test(address) ? { 'access-control-allow-origin': '*' } : {}),
    vary: 'accept-encoding',
  });
  if (twin !== undefined) reply.header('content-encoding', encoding);
  const range = byteRange(request.headers.range, file.size);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send();
  reply.header('content-length', range === undefined ? file.size : range.end - range.start + 1);
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  return request.method === 'HEAD' ? reply.send('') : reply.send(createReadStream(file.path, range));
}

async function sized(path: string): Promise<{ path: string; size: number } | undefined> {
  return stat(path).then(
    ({ size }) => ({ path, size }),
    () => undefined,
  );
}
