import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

/** A text in each encoding that clients accept, compressed once for many requests. */
export interface PackedText {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Compresses a text in every encoding we serve, for speed rather than size. */
export async function packText(text: string): Promise<PackedText> {
  const plain = Buffer.from(text);
  const [br, gzipped] = await Promise.all([
    brotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    zip(plain, { level: 6 }),
  ]);
  return { plain, br, gzip: gzipped };
}

/** The best encoding that the client accepts and that files are stored in. */
export function acceptsEncoding(request: FastifyRequest): 'br' | 'gzip' | undefined {
  const taken = new Set(
    (request.headers['accept-encoding'] ?? '')
      .toString()
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim()),
  );
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : undefined;
}

/** The body in the encoding that the client accepts; sets the header that names it. */
export function bodyFor(request: FastifyRequest, reply: FastifyReply, packed: PackedText): Buffer {
  const encoding = acceptsEncoding(request);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return packed[encoding ?? 'plain'];
}
