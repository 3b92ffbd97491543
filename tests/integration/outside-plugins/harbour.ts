import type { TestScope } from '#core/server/testing/test-scope.ts';
import { writeHalf, type HalfParts } from '#tests/fixtures/server-halves/write-half.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '#tests/integration/http/test-server.ts';

/** A server whose data folder holds some plugins from outside, all of them installed for its members too. */
export async function startHarbour(
  scope: TestScope,
  halves: readonly HalfParts[],
  options: TestServerOptions & { install?: boolean } = {},
): Promise<TestServer> {
  const packed: Buffer[] = [];
  const { install = true, prepare, ...rest } = options;
  const server = await startTestServer(scope, {
    ...rest,
    async prepare(dataDir) {
      for (const half of halves) packed.push(await writeHalf(dataDir, half));
      await prepare?.(dataDir);
    },
  });
  if (install) {
    for (const zip of packed) {
      const asked = { actor: 'test', source: 'test', untrusted: false, grants: [] };
      await server.composed.ctx.plugins.install(zip, asked);
    }
  }
  return server;
}
