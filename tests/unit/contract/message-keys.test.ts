import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { MessageKey } from '#core/contract/message-keys.ts';

test('every file of texts has keys, and a key that none has does not compile', () => {
  const keys: MessageKey[] = ['core:plugin.finding-uses', 'shell:name', 'host:plugin-tools.texts', 'mixing:title'];
  // @ts-expect-error: there is no such text of the kernel
  keys.push('core:no-such-text');
  // @ts-expect-error: nor of a plugin
  keys.push('mixing:no-such-text');
  // @ts-expect-error: nor of what stands above both
  keys.push('host:no-such-text');
  // @ts-expect-error: nor is there such a file
  keys.push('harbour:title');
  assert.equal(keys.length, 8);
});
