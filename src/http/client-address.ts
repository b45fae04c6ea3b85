import { BlockList, isIPv4 } from 'node:net'
import type { Network } from '../domain/network.ts'
import { normalizeAddress } from './ip-address.ts'

/** What is said of a client whose connection is gone. */
const UNKNOWN_ADDRESS = 'unknown'

/** Entries of X-Forwarded-For that are looked at; no request passes so many proxies of ours. */
const HOPS_MAX = 16

/**
 * The address of a client, normalized: that of the connection's other end (`peer`), or, where that is a trusted proxy,
 * the nearest one in `X-Forwarded-For` that is not.
 */
export type ClientAddress = (peer: string | undefined, forwardedFor: string | undefined) => string

/**
 * Makes what finds the address of a client. Each proxy writes who came to it at the end of `X-Forwarded-For`, so it is
 * read from the right, past the trusted ones, and what stands further left is anybody's invention. An entry that is no
 * address ends the reading: then the client is the last trusted proxy that was seen.
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
      const next = readHop(hops.pop() ?? '')
      if (next === undefined) return address
      address = next
    }
    return address
  }
}

/** An entry: an address, or one with a port as some proxies write it (`1.2.3.4:567`, `[::1]:567`, `[::1]`). */
function readHop(entry: string): string | undefined {
  const text = entry.trim()
  const bare =
    /^\[([^\]]*)\](?::[0-9]{1,5})?$/.exec(text)?.[1] ?? /^([0-9.]+):[0-9]{1,5}$/.exec(text)?.[1]
  return normalizeAddress(bare ?? text)
}
