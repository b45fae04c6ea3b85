import { isIP, SocketAddress } from 'node:net'

/**
 * The one form of an IP address: IPv4 with dots, IPv6 in lower case with its longest run of zeros shortened, and an IPv4
 * address that is written as IPv6 (`::ffff:1.2.3.4`) as IPv4. A zone (`%eth0`) is left out. Returns `undefined` for
 * what is no address.
 */
export function normalizeAddress(text: string): string | undefined {
  const zone = text.indexOf('%')
  const bare = zone < 0 ? text : text.slice(0, zone)
  switch (isIP(bare)) {
    case 4:
      return bare
    case 6: {
      const { address } = new SocketAddress({ address: bare, family: 'ipv6' })
      const mapped = /^::ffff:([0-9.]+)$/.exec(address)?.[1]
      return mapped ?? address
    }
    default:
      return undefined
  }
}

/**
 * What stands for one customer of a network: an IPv4 address, or the first 64 bits of an IPv6 address, of which
 * everyone has a whole network's worth. Takes and returns normalized text.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const rest = tail === '' ? [] : tail.split(':')
    // Dots at the end stand for two groups.
    const length = groups.length + rest.length + (tail.includes('.') ? 1 : 0)
    groups.push(...Array<string>(8 - length).fill('0'), ...rest)
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}
