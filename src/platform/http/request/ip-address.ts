import { isIP, SocketAddress } from 'node:net'

/**
 * Returns the canonical form of an IP address: IPv4 in dotted decimal; IPv6 in lower case with its
 * longest run of zeros shortened; an IPv4-mapped address (`::ffff:1.2.3.4`) as IPv4. Drops a zone
 * (`%eth0`). Returns `undefined` when `text` is not an address.
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
 * Returns the network that stands for one customer: an IPv4 address, or the first 64 bits of an
 * IPv6 address. Takes and returns normalized text.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const rest = tail === '' ? [] : tail.split(':')
    // A dotted suffix counts as two groups.
    const length = groups.length + rest.length + (tail.includes('.') ? 1 : 0)
    groups.push(...Array<string>(8 - length).fill('0'), ...rest)
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}
