import { BlockList, isIPv4 } from 'node:net'
import type { Network } from '../../net/network.ts'
import { normalizeAddress } from './ip-address.ts'

/** The address reported for a client whose connection has closed. */
const UNKNOWN_ADDRESS = 'unknown'

/** Entries of X-Forwarded-For that are read; more than any deployment's number of proxies. */
const HOPS_MAX = 16

/**
 * Returns the normalized address of a client: that of the connection's peer, or, where the peer is
 * a trusted proxy, the nearest address in `X-Forwarded-For` that is not trusted.
 */
export type ClientAddress = (peer: string | undefined, forwardedFor: string | undefined) => string

/**
 * Creates the function that finds the address of a client. Each proxy appends the address of its
 * own peer to `X-Forwarded-For`, so the header is read from the right, past the trusted proxies;
 * entries further left are forgeable. An entry that is not an address ends the search: the client
 * is then the last trusted proxy.
 */
export function createClientAddress(trusted: readonly Network[]): ClientAddress {
  const proxies = new BlockList()
  for (const { address, prefix, family } of trusted) proxies.addSubnet(address, prefix, family)
  const isTrusted = (address: string) => proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

  return (peer, forwardedFor) => {
    let address = peer === undefined ? undefined : normalizeAddress(peer)
    if (address === undefined) return UNKNOWN_ADDRESS
    if (trusted.length === 0 || forwardedFor === undefined) return address
    const hops = forwardedFor.split(',').slice(-HOPS_MAX)
    while (hops.length > 0 && isTrusted(address)) {
      const next = parseHop(hops.pop() ?? '')
      if (next === undefined) return address
      address = next
    }
    return address
  }
}

/**
 * Parses an entry: an address, optionally with a port or brackets (`1.2.3.4:567`, `[::1]:567`,
 * `[::1]`).
 */
function parseHop(entry: string): string | undefined {
  const text = entry.trim()
  const bare =
    /^\[([^\]]*)\](?::[0-9]{1,5})?$/.exec(text)?.[1] ?? /^([0-9.]+):[0-9]{1,5}$/.exec(text)?.[1]
  return normalizeAddress(bare ?? text)
}
