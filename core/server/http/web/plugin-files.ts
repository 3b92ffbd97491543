import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { FastifyInstance } from 'fastify';

import { answerMissingRoute } from '#core/server/http/calls/error-response.ts';
import { acceptsEncoding } from '#core/server/http/calls/packed-text.ts';
import type { InstalledPlugins } from '#core/server/services/plugin-registry/plugins.ts';

interface FileKind {
  type: string;
  /** Whether it is worth compressing. */
  text: boolean;
}

const KINDS: Record<string, FileKind> = {
  '.mjs': { type: 'text/javascript; charset=utf-8', text: true },
  '.js': { type: 'text/javascript; charset=utf-8', text: true },
  '.css': { type: 'text/css; charset=utf-8', text: true },
  '.json': { type: 'application/json; charset=utf-8', text: true },
  '.svg': { type: 'image/svg+xml', text: true },
  '.png': { type: 'image/png', text: false },
  '.woff2': { type: 'font/woff2', text: false },
};
const OTHER: FileKind = { type: 'application/octet-stream', text: false };

/** Smaller files are not worth compressing. */
const MIN_BYTES = 1_024;
/** Maximum bytes of compressed files that a process caches. */
const KEPT_BYTES = 16 * 1024 * 1024;
const FILE = '/plugin-files/:id/:version/*';

type Encoding = 'br' | 'gzip';

const pack: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 6 }),
};

/**
 * Serves the files of external plugins at `/plugin-files/<id>/<version>/<path>`, to everybody and every origin, because
 * an untrusted plugin loads them from an origin of its own. The content of an address with a build never changes.
 */
export function servePluginFiles(app: FastifyInstance, plugins: Pick<InstalledPlugins, 'file'>): void {
  const zipped = createZippedFiles();
  app.route<{ Params: { id: string; version: string; '*': string } }>({
    method: ['GET', 'HEAD'],
    url: FILE,
    schema: { hide: true },
    async handler(request, reply) {
      const { id, version, '*': path } = request.params;
      const file = await plugins.file(id, version, path);
      if (file === undefined) return answerMissingRoute(request, reply.header('cache-control', 'no-store'));
      const kind = KINDS[extname(path).toLowerCase()] ?? OTHER;
      const wanted = kind.text && file.bytes.length >= MIN_BYTES ? acceptsEncoding(request) : undefined;
      const smaller = wanted === undefined ? undefined : await zipped(file, wanted);
      const etag = `"${createHash('sha256').update(file.integrity).digest('base64url').slice(0, 22)}${smaller === undefined ? '' : `-${wanted}`}"`;
      reply.headers({
        'content-type': kind.type,
        // An address with a build after the plus never changes.
        'cache-control': version.includes('+') ? 'public, max-age=31536000, immutable' : 'no-cache',
        etag,
        vary: 'accept-encoding',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        // An SVG opened as a page could run scripts on this origin.
        'content-security-policy': `sandbox; default-src 'none'`,
      });
      if (request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) {
        return reply.code(304).send();
      }
      if (smaller !== undefined) reply.header('content-encoding', wanted);
      const body = smaller ?? file.bytes;
      reply.header('content-length', body.length);
      return reply.send(request.method === 'HEAD' ? '' : body);
    },
  });
}

/**
 * Compresses files and caches the most recently used.
 * @returns undefined where compression does not pay
 */
function createZippedFiles() {
  const kept = new Map<string, Buffer | undefined>();
  let total = 0;
  return async ({ bytes, integrity }: { bytes: Buffer; integrity: string }, encoding: Encoding) => {
    const key = `${encoding} ${integrity}`;
    if (kept.has(key)) {
      const found = kept.get(key);
      kept.delete(key);
      kept.set(key, found);
      return found;
    }
    const made = await pack[encoding](bytes);
    const smaller = made.length < bytes.length * 0.9 ? made : undefined;
    if (!kept.has(key)) {
      kept.set(key, smaller);
      total += smaller?.length ?? 0;
    }
    for (const [oldest, buffer] of kept) {
      if (total <= KEPT_BYTES || oldest === key) break;
      kept.delete(oldest);
      total -= buffer?.length ?? 0;
    }
    return smaller;
  };
}
