import { readFile } from 'node:fs/promises';

import type { FastifyInstance } from 'fastify';

import { fail } from '#core/contract/errors.ts';
import { MARK } from './mark.ts';

/** Folders of `docs/` whose pages are served. */
const DOC_FOLDERS = ['', 'plugins/'];

/** Serves the favicon, and the pages of `docs/` and `docs/plugins/` as plain text. */
export function addServicePages(app: FastifyInstance, options: { docs: URL }): void {
  app.get('/favicon.svg', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('content-type', 'image/svg+xml').header('cache-control', 'public, max-age=86400').send(MARK),
  );

  for (const folder of DOC_FOLDERS) {
    const path = `/docs/${folder}:name`;
    app.get<{ Params: { name: string } }>(path, { schema: { hide: true } }, async (request, reply) => {
      const { name } = request.params;
      if (!/^(README|[a-z0-9-]{1,60})\.md$/.test(name)) fail('core:file-missing', {}, { kind: 'not-found' });
      const text = await readFile(new URL(folder + name, options.docs), 'utf8').catch(() =>
        fail('core:file-missing', {}, { kind: 'not-found' }),
      );
      return reply.header('content-type', 'text/plain; charset=utf-8').send(text);
    });
  }
}
