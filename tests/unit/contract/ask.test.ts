import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ask } from '#core/contract/ask.ts';
import { GRANTABLE_SERVICES } from '#core/contract/grants.ts';
import * as contract from '#core/contract/index.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import { listMaterials, readMaterial } from '#plugins/materials/calls.ts';

test('what is asked for by a call or a token is the same data as written out', () => {
  const manifest = definePlugin({
    id: 'buoy',
    version: '1.0.0',
    title: 'buoy:title',
    grants: [
      ask(listMaterials, 'buoy:why'),
      ask(readMaterial, 'buoy:why', { optional: true }),
      ask(contract.DIALOGS, 'buoy:why'),
    ],
  });
  assert.deepEqual(JSON.parse(JSON.stringify(manifest.grants)), [
    { kind: 'http', methods: ['GET'], path: '/api/materials', why: 'buoy:why', optional: false },
    { kind: 'http', methods: ['GET'], path: '/api/materials/:id', why: 'buoy:why', optional: true },
    { kind: 'service', token: 'dialogs@1', why: 'buoy:why', optional: false },
  ]);
});

test('every service that can be granted has its token where manifests can ask for it', () => {
  const tokens = Object.values(contract).filter((value) => typeof value === 'symbol');
  const asked = tokens.map((token) => ask(token, 'buoy:why'));
  assert.deepEqual(
    asked.map((grant) => (grant.kind === 'service' ? grant.token : '')).toSorted(),
    [...GRANTABLE_SERVICES].toSorted(),
  );
});
