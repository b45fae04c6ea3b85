import { isIP } from 'node:net'
import type { Network } from '../domain/network.ts'

const EXAMPLE = 'must be addresses or networks between commas, such as 10.0.0.0/8,2001:db8::1'

/** Reads addresses and networks (CIDR) between commas. Returns what is wrong, in words, when it cannot. */
export function readNetworks(text: string): readonly Network[] | string {
  const networks: Network[] = []
  for (const part of text.split(',')) {
    const [, address = '', bits] = /^\s*([0-9A-Fa-f.:]+)(?:\/([0-9]{1,3}))?\s*$/.exec(part) ?? []
    const version = isIP(address)
    const longest = version === 4 ? 32 : 128
    const prefix = bits === undefined ? longest : Number(bits)
    if (version === 0 || prefix > longest) return EXAMPLE
    // An address is compared in its IPv4 form, so a network in the other form would never hold one.
    if (/^::ffff:/i.test(address)) return 'must have IPv4 networks as such, not as ::ffff:…'
    networks.push({ address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' })
  }
  return networks
}
