import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import type { MixProjectRow } from '#plugins/mixing/calls.ts';

import { startMixSite } from './mix-site.ts';

const { server } = await startMixSite({ after });

test('a sample project that is asked for twice at once is there once', async () => {
  const { token } = await server.signIn();
  const sample = async (): Promise<MixProjectRow> =>
    (await server.call('POST', '/api/mixing/samples', { token })).envelope.data as MixProjectRow;
  const made = await Promise.all([sample(), sample(), sample()]);
  assert.equal(new Set(made.map(({ id }) => id)).size, 1);
});
