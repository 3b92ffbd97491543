import { createHttpServer } from '#core/server/http/http-server.ts';
import { httpPlugins } from '#core/server/plugins/http-plugins.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { compose } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { buildPier } from '#tests/integration/uploads/upload-kit.ts';

// An api node that takes uploads, as a process that can be killed. It prints its address.

const { pier } = buildPier();
const configuration = readConfiguration(process.env);
const composed = await compose(configuration, 'api', { concurrency: 0, plugins: [pier], log: testLog });
const http = await createHttpServer(composed.ctx, {
  version: '0.0.0',
  plugins: httpPlugins([pier], composed.ctx),
  ready: {},
});
console.log(await http.listen({ host: '127.0.0.1', port: configuration.port }));
