import { callsAmong } from '#core/server/http/calls/call-exports.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { compose } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import * as calls from '#plugins/membership/calls.ts';
import manifest from '#plugins/membership/plugin.ts';
import half from '#plugins/membership/server/index.ts';

// A worker that has the jobs of the membership plugin only, and can be killed at any moment.

await compose(readConfiguration(process.env), 'worker', {
  ...{ concurrency: 1, log: testLog },
  plugins: [{ manifest, calls: callsAmong(calls), server: half }],
});
