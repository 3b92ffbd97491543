import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { DiscoveredPlugin } from '#host/server/discover-plugins.ts';

import { crane, manifest, open } from './harbour-plugin.ts';
import { startTestServer } from './test-server.ts';

const withRoutes = (
  declared: Record<string, typeof open | typeof crane>,
  routes: NonNullable<DiscoveredPlugin['server']>['routes'],
): DiscoveredPlugin => ({
  manifest,
  calls: declared,
  server: { manifest, routes },
});

test('a declared call without a handler stops the start and names the line to add', async (t) => {
  const start = startTestServer(t, {
    discovered: [withRoutes({ open, crane }, (registry) => registry.handle(open, async () => ({ visitor: true })))],
  });
  await assert.rejects(
    start,
    /^TypeError: harbour: crane \(GET \/api\/harbour\/crane\) has no handler; add calls\.handle\(crane, /,
  );
});

test('a plugin that declares calls and has no routes stops the start too', async (t) => {
  const start = startTestServer(t, { discovered: [withRoutes({ crane }, undefined)] });
  await assert.rejects(start, /crane .* has no handler/);
});

test('two handlers of one call stop the start', async (t) => {
  const twice = withRoutes({ open }, (registry) => {
    registry.handle(open, async () => ({ visitor: true }));
    registry.handle(open, async () => ({ visitor: true }));
  });
  await assert.rejects(startTestServer(t, { discovered: [twice] }), /open .* has a handler already/);
});

test('a handler of a call that nobody declares stops the start', async (t) => {
  const stray = withRoutes({}, (registry) => registry.handle(open, async () => ({ visitor: true })));
  await assert.rejects(startTestServer(t, { discovered: [stray] }), /no calls\.ts of harbour exports it/);
});
