import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { buildPackage } from '#tests/fixtures/plugin-package.ts';
import neighbour from '#tests/fixtures/plugins/neighbour.ts';
import { REFUSED } from '#tests/fixtures/plugins/refused.ts';
import { SUSPICIOUS } from '#tests/fixtures/plugins/suspicious.ts';
import { startTestServer } from '#tests/integration/http/test-server.ts';

import { installPackage } from './install-package.ts';

test('a package that asks for what nobody may have, or is not whole, is not installed', async () => {
  const server = await startTestServer({ after }, { discovered: await discoverPlugins() });
  const { accountId: actor } = await server.signIn({ operator: true });
  await installPackage(server, neighbour, { actor });
  for (const { does, code, ...parts } of REFUSED) {
    await assert.rejects(installPackage(server, parts, { actor }), { code }, does);
    const there = await server.composed.ctx.plugins.find(parts.manifest.id);
    assert.equal(there?.source, undefined, does);
  }
});

test('a package that does not go together with itself is told of before it is installed', async () => {
  const server = await startTestServer({ after }, { discovered: await discoverPlugins() });
  const { plugins } = server.composed.ctx;
  for (const { does, code, ...parts } of SUSPICIOUS) {
    const { findings } = await plugins.inspect(buildPackage(parts));
    assert.deepEqual(
      findings.map((finding) => [finding.level, finding.code]),
      [['warning', code]],
      does,
    );
  }
});
