import { lookup, Resolver } from 'node:dns/promises'
import type { ResolvedAddress, ResolveName } from './checked-connector.ts'

/** Timeout of one DNS query in milliseconds, and number of tries. */
const [TIMEOUT_MS, TRIES] = [2_000, 2]

/**
 * Creates the function that resolves the host names of receivers. It queries the name servers
 * directly, because `lookup` occupies a thread of the pool shared with file I/O and compression for
 * as long as a hostile name server does not answer. With `allowsPrivate` it uses the resolver of
 * the operating system, which alone knows private names.
 */
export function createResolveName(
  allowsPrivate: boolean,
  servers?: readonly string[],
): ResolveName {
  if (allowsPrivate) return (hostname) => lookup(hostname, { all: true })
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers !== undefined) resolver.setServers(servers)
  return async (hostname) => {
    const found = await Promise.allSettled([
      resolver.resolve4(hostname).then(addressesOf(4)),
      resolver.resolve6(hostname).then(addressesOf(6)),
    ])
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    const [first] = found
    if (addresses.length === 0 && first.status === 'rejected') throw first.reason
    return addresses
  }
}

function addressesOf(family: number) {
  return (addresses: readonly string[]): readonly ResolvedAddress[] =>
    addresses.map((address) => ({ address, family }))
}
