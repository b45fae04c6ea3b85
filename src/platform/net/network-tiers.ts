/** A network of a client, and its share of a limit. */
export interface NetworkTier {
  readonly network: string
  /** Multiple of the limit of one client. */
  readonly factor: number
}

/**
 * The number of customers behind an IPv6 prefix is unknown; a client with a whole /56 or /48 must
 * not count as 256 or 65,536 clients.
 */
const FACTOR_56 = 4
const FACTOR_48 = 16

const IPV6_64 = /^([0-9a-f]{1,4}):([0-9a-f]{1,4}):([0-9a-f]{1,4}):([0-9a-f]{1,4})::\/64$/

/**
 * Returns the networks that requests of `network` count against, the narrowest first: an IPv4
 * address alone, or an IPv6 /64 (as `a:b:c:d::/64`) with its /56 and its /48. Anything else counts
 * for itself.
 */
export function networkTiers(network: string): readonly [NetworkTier, ...NetworkTier[]] {
  const [, first, second, third, fourth] = IPV6_64.exec(network) ?? []
  const own = { network, factor: 1 }
  if (fourth === undefined) return [own]
  const upper = (Number.parseInt(fourth, 16) & 0xff00).toString(16)
  return [
    own,
    { network: `${first}:${second}:${third}:${upper}::/56`, factor: FACTOR_56 },
    { network: `${first}:${second}:${third}::/48`, factor: FACTOR_48 },
  ]
}

/**
 * Returns the widest network of {@link networkTiers}: an IPv4 address, or the /48 of an IPv6 /64.
 */
export function widestNetwork(network: string): string {
  return networkTiers(network).at(-1)?.network ?? network
}
