import { BlockList, isIP } from 'node:net'
import { normalizeAddress } from '../../platform/http/request/ip-address.ts'

/**
 * Ranges that no public receiver has, from the IANA special-purpose registries (RFC 6890):
 * loopback, private and link-local networks (including metadata services), documentation,
 * multicast, reserved. IPv6 ranges outside global unicast are excluded by {@link GLOBAL_IPV6};
 * those within it are listed, such as 6to4 and Teredo, which embed an IPv4 address.
 */
const SPECIAL = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
] as const

const SPECIAL_RANGES = new BlockList()
for (const range of SPECIAL) {
  const [address = '', prefix] = range.split('/')
  SPECIAL_RANGES.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** The only IPv6 addresses that are assigned for global unicast (RFC 4291). */
const GLOBAL_IPV6 = new BlockList()
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6')

/**
 * Returns whether an IP address is one of the public internet. IPv4 in IPv6 (`::ffff:10.0.0.1`)
 * counts as IPv4; a text that is no address is not public.
 */
export function isPublicAddress(text: string): boolean {
  const address = normalizeAddress(text)
  if (address === undefined) return false
  if (isIP(address) === 4) return !SPECIAL_RANGES.check(address, 'ipv4')
  return GLOBAL_IPV6.check(address, 'ipv6') && !SPECIAL_RANGES.check(address, 'ipv6')
}
