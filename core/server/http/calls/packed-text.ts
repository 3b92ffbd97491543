import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

/** A text as it goes to whoever takes which encoding; made once for many requests. */
export interface PackedText {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Packs a text in every encoding that is answered, quickly rather than as small as can be. */
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

/** The best encoding that a request takes and that files are kept in. */
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

/** The form that a request takes; the answer's headers say which it is. */
export function bodyFor(request: FastifyRequest, reply: FastifyReply, packed: PackedText): Buffer {
  const encoding = acceptsEncoding(request);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return packed[encoding ?? 'plain'];
}
