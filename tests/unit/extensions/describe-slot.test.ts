import assert from 'node:assert/strict';
import { test } from 'node:test';

import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { describeSlot } from '#plugins/extensions/web/parts/describe-slot.ts';

test('operators read in words where each plugin of the product adds something', async () => {
  const slots = new Set((await discoverPlugins()).flatMap(({ manifest }) => manifest.slots));
  assert.ok(slots.has('workbench.widgets'));
  const raw = [...slots].filter((slot) => describeSlot(slot, { t: (key) => key }) === slot);
  assert.deepEqual(raw, [], 'plugins/extensions/web/parts/describe-slot.ts: give each a text');
});
