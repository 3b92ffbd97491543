import assert from 'node:assert/strict';
import { test } from 'node:test';

import { describeBrowser } from '#core/server/services/accounts/describe-browser.ts';
import { countedAddress } from '#plugins/account/server/visitor.ts';

test('an IPv4 address counts as it is, an IPv6 one by its first half', () => {
  assert.equal(countedAddress('203.0.113.9'), '203.0.113.9');
  assert.equal(countedAddress('::ffff:203.0.113.9'), '203.0.113.9');
  assert.equal(countedAddress('2001:db8:0:7::1'), '2001:db8:0:7');
  assert.equal(countedAddress('2001:0db8:0000:0007:aaaa:bbbb:cccc:dddd'), '2001:db8:0:7');
  assert.equal(countedAddress('2001:db8::1'), '2001:db8:0:0');
  assert.equal(countedAddress('::1'), '0:0:0:0');
  assert.equal(countedAddress('fe80::1%eth0'), 'fe80:0:0:0');
});

test('a browser is named by two words', () => {
  assert.equal(
    describeBrowser('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'),
    'Chrome · Windows',
  );
  assert.equal(
    describeBrowser(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604',
    ),
    'Safari · iPhone',
  );
  assert.equal(describeBrowser('curl/8'), '');
  assert.equal(describeBrowser(null), '');
});
