import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { dialogs, kit, startExtensionsServer, why } from './extensions-kit.ts';

const server = await startExtensionsServer({ after });
const { token } = server;

test('every link from the manifest to the faults, for the operator who asks', async () => {
  const { id, packed } = kit({ manifest: { id: 'reasons', grants: [dialogs('reasons', true)] } });
  await server.install(packed, { grants: [] });
  const steps = await why(server, id);
  assert.deepEqual(
    steps.map(({ step, ok }) => [step, ok]),
    [
      ['manifest', true],
      ['source', true],
      ['integrity', true],
      ['requires', true],
      ['switch', true],
      ['gate', true],
      ['tier', true],
      ['grants', false],
      ['server', true],
      ['faults', true],
    ],
  );
  for (const { text } of steps) assert.match(text, /^[A-Z].*\.$/);
  assert.equal(steps[0]?.text, 'The plugin “Plugin reasons” 1.0.0 is installed.');
  assert.match(steps[1]?.text ?? '', /^Olive installed it from /);
  assert.match(steps[7]?.text ?? '', /missing: dialogs@1/);
  const chinese = await why(server, id, '', { 'accept-language': 'zh' });
  assert.match(chinese[0]?.text ?? '', /“插件 reasons”/);
});

test('a tier, a switch, a gate and a fault each show where the chain breaks', async () => {
  const { id, packed } = kit({
    manifest: {
      id: 'breaks',
      gate: { tiers: { level1: 'hidden' } },
      routes: [
        { path: '/breaks/:tab?', page: 'P' },
        { path: '/operator/breaks', page: 'P', gate: { operator: true } },
      ],
      commands: [{ id: 'go', title: 'breaks:title' }],
      slots: ['workbench.cards'],
    },
  });
  await server.install(packed);
  const patch = { disabled: true, tiers: { level0: 'locked' } };
  await server.call('PATCH', `/api/extensions/${id}`, { token, body: patch });
  await server.call('POST', `/api/plugins/${id}/faults`, {
    token,
    body: { version: '1.0.0', phase: 'render', message: 'torn\nat deck' },
  });
  const at = async (step: string, query = '') => (await why(server, id, query)).find((link) => link.step === step);
  assert.deepEqual([(await at('switch'))?.ok, (await at('faults'))?.ok], [false, false]);
  assert.match((await at('faults'))?.text ?? '', /latest at render: torn$/);
  assert.equal(
    (await at('tier', '?level=level0'))?.text,
    'An operator locked it for the tier Black iron; Silver unlocks it.',
  );
  assert.equal((await at('tier', '?level=level1'))?.text, 'It is hidden from the tier Bronze by default.');
  assert.equal((await at('tier', '?level=level4'))?.ok, true);
  const route = '?level=level2&part=route:/operator/breaks';
  assert.deepEqual(
    [(await at('manifest', route))?.ok, (await at('gate', route))?.text],
    [true, 'It is for operators only.'],
  );
  assert.equal((await at('gate', '?level=level2&part=route:/breaks/colors'))?.ok, true);
  assert.equal((await at('manifest', '?part=command:go'))?.ok, true);
  assert.equal(
    (await at('manifest', '?part=command:breaks.go'))?.text,
    'The plugin “Plugin breaks” 1.0.0 has the command go.',
  );
  assert.equal(
    (await at('manifest', '?part=slot:workbench.cards'))?.text,
    'The plugin “Plugin breaks” 1.0.0 adds to workbench.cards.',
  );
  for (const part of ['command:stop', 'command:other.go', 'route:/nowhere', 'slot:mixing.tools', 'slot:', 'nonsense']) {
    const refused = await server.call('GET', `/api/extensions/${id}/why?part=${part}`, { token });
    assert.deepEqual([refused.status, refused.failure.error], [422, 'extensions:why-part'], part);
  }
});

test('a server half that is not there, and files that are not those of the installation', async () => {
  const { id, packed } = kit({ calls: 'abc', server: { 'server/index.mjs': 'export default {};' } });
  const { server: half, blocked } = await server.install(packed);
  assert.deepEqual([half?.state, blocked?.reason], ['missing', 'server']);
  const step = (await why(server, id)).find((link) => link.step === 'server');
  assert.deepEqual(
    [step?.ok, step?.text],
    [false, `Its server part is not on the server. Put it into plugins/${id} of the data folder.`],
  );
  await server.composed.ctx.db.pool.query(
    `update core_plugin_files set bytes = 'torn' where path = 'web.mjs' and version in (select id from core_plugin_versions where plugin = $1)`,
    [id],
  );
  const torn = (await why(server, id)).find((link) => link.step === 'integrity');
  assert.deepEqual([torn?.ok, torn?.facts['damaged']], [false, ['web.mjs']]);
});

test('a plugin of the product', async () => {
  const steps = await why(server, 'extensions');
  assert.ok(steps.every(({ ok }) => ok));
  assert.equal(steps[1]?.text, 'It ships with the workbench.');
  assert.equal((await server.call('GET', '/api/extensions/ghost/why', { token })).status, 404);
});
