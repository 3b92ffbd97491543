import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isPublicAddress } from '#core/server/services/outbound/public-address.ts';

test('addresses of the internet are public', () => {
  for (const address of [
    '1.1.1.1',
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ]) {
    assert.equal(isPublicAddress(address), true, address);
  }
});

test('addresses of this machine and of networks around it are not, nor those that stand for them, nor names', () => {
  for (const address of [
    ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
    ...[
      '169.254.169.254',
      '100.64.0.1',
      '100.100.100.200',
      '192.0.0.192',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001::1',
    ],
    ...['fd00:ec2::254', 'fc00::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '2001:db8::1', '100::1'],
    ...['localhost', '', '127.1', '2130706433'],
  ]) {
    assert.equal(isPublicAddress(address), false, address);
  }
});
