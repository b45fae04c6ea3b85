import { lookup, Resolver } from 'node:dns/promises'
import type { ResolvedAddress, ResolveName } from './checked-connector.ts'

/** Milliseconds for an answer of a name server, of which two are tried. */
const [TIMEOUT_MS, TRIES] = [2_000, 2]

/**
 * Creates the function that resolves the names of receivers. It asks the name servers directly:
 * `lookup` occupies a thread of the pool that files and compression share for as long as a hostile
 * name server says nothing. Private names are known to the machine alone, so where they are allowed
 * it resolves as the machine does.
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
