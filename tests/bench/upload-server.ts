import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { definePlugin } from '#core/contract/plugin.ts';
import { createApp } from '#core/server/http/calls/create-app.ts';
import { createHttpServer } from '#core/server/http/http-server.ts';
import { openWebBuild } from '#core/server/http/web/web-build.ts';
import { httpPlugins } from '#core/server/plugins/http-plugins.ts';
import { defineServer } from '#core/server/plugins/server-plugin.ts';
import { createDiskStore } from '#core/server/services/files/disk-store.ts';
import { HashedUpload } from '#core/server/services/files/hashed-upload.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { compose } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';

// An api node that takes uploads of any size at /api/uploads/berth/hull, and beside it the plainest way of taking one:
// PUT to the same kind of server, hashed and written to the same kind of store. Both addresses are printed.

const LARGEST = 4 * 1024 ** 3;

const manifest = definePlugin({ id: 'berth', version: '1.0.0', title: 'core:welcome.name', gate: { login: true } });
const hull = {
  announce: () => Promise.resolve({ maxSize: LARGEST }),
  take: (_tx: unknown, _caller: unknown, { hash }: { hash: string }) => Promise.resolve({ hash }),
};
const berth = { manifest, calls: {}, server: defineServer({ manifest, uploads: () => ({ hull }) }) };

const configuration = readConfiguration(process.env);
const plugins = [...(await discoverPlugins()), berth];
const composed = await compose(configuration, 'api', { concurrency: 0, plugins, log: testLog });
const web = await openWebBuild(new URL('../../dist/web/', import.meta.url));
const http = await createHttpServer(composed.ctx, {
  version: '0.0.0',
  plugins: httpPlugins(plugins, composed.ctx),
  ready: {},
  ...(web === undefined ? {} : { web }),
});

const store = await createDiskStore({ folder: join(configuration.dataDir, 'plain'), secret: Buffer.alloc(32) });
const app = createApp({ log: testLog, headers: {}, trustProxy: [] });
app.addContentTypeParser('*', (_request, _body, done) => done(null));
app.get('/', async (_request, reply) => reply.type('text/html').send('<!doctype html><title>plain</title>'));
app.put('/plain', async (request) => {
  const upload = new HashedUpload({ name: 'plain', maxSize: LARGEST });
  const stored = store.put('plain', upload);
  await pipeline(request.raw, upload);
  await stored;
  return { hash: upload.hash };
});
console.log(await http.listen({ host: '127.0.0.1', port: 0 }), await app.listen({ host: '127.0.0.1', port: 0 }));
