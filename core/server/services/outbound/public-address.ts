import { BlockList, isIP } from 'node:net';

/** IPv4 networks that are not on the public internet: own, private, shared, link-local, documentation, multicast. */
const SPECIAL_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
/**
 * Ranges within the assigned IPv6 addresses that are refused: tunnels, which can lead to any IPv4 address, and
 * documentation.
 */
const SPECIAL_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [network, bits] of SPECIAL_4) special.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of SPECIAL_6) special.addSubnet(network, bits, 'ipv6');
/** The assigned public IPv6 addresses; forms that embed IPv4 addresses lie outside. */
const given = new BlockList();
given.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an IP address is public: not of this machine, its surrounding networks or a cloud's metadata service,
 * nor of a form that can hide such an address.
 * @param address as the system reports it; false for a host name
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && given.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
