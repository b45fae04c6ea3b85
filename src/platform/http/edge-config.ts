import { isIP } from 'node:net'
import { z } from '#libraries/zod'
import type { Network } from '../net/network.ts'
import { defineConfig, type ReadSetting } from '../config/config-group.ts'
import { count } from '../config/count.ts'
import { setting, unset } from '../config/setting.ts'

const EXAMPLE =
  'must be a comma-separated list of addresses or networks such as 10.0.0.0/8,2001:db8::1'

const networks = z.string().transform((text, context): readonly Network[] => {
  const read = readNetworks(text)
  if (typeof read !== 'string') return read
  context.addIssue({ code: 'custom', message: read })
  return z.NEVER
})

/** Network limits and load shedding. */
const EDGE_SETTINGS = {
  BACKLINE_TRUSTED_PROXIES: unset(
    'Comma-separated addresses or networks (10.0.0.0/8, fd00::/8) of trusted proxies, whose X-Forwarded-For is used. Unset: none.',
    networks,
  ),
  BACKLINE_UNKNOWN_KEYS_MINUTE: setting(
    'Unknown keys looked up per minute for one address (IPv6: one /64; 4 times as many for a /56, 16 times for a /48).',
    count(1, 1_000_000_000),
    '600',
  ),
  BACKLINE_CONNECTIONS_MAX: setting(
    'Maximum concurrent connections to the public listener.',
    count(1, 1_000_000),
    '10000',
  ),
  BACKLINE_REQUESTS_MAX: setting(
    'Maximum concurrent requests; further ones get 503.',
    count(1, 1_000_000),
    '1000',
  ),
  BACKLINE_EVENT_LOOP_DELAY_MS: setting(
    'Sustained event-loop delay in milliseconds above which clients get 503; 0: no limit.',
    count(0, 60_000),
    '500',
  ),
  BACKLINE_MEMORY_BYTES: setting(
    'Memory of the process in bytes (on Linux without mapped files) above which clients get 503; 0: only the heap limit applies.',
    count(0, 999_999_999_999),
    '0',
  ),
} as const

/** The configuration of network limits and load shedding. */
export interface EdgeConfig {
  /** Proxies whose `X-Forwarded-For` is used. */
  readonly trustedProxies: readonly Network[]
  readonly unknownKeysMinute: number
  readonly connectionsMax: number
  /** 0 is no limit. */
  readonly load: {
    readonly requestsMax: number
    readonly delayMaxMs: number
    readonly memoryMaxBytes: number
  }
}

function readEdge(read: ReadSetting<typeof EDGE_SETTINGS>): EdgeConfig {
  return Object.freeze({
    trustedProxies: read('BACKLINE_TRUSTED_PROXIES') ?? [],
    unknownKeysMinute: read('BACKLINE_UNKNOWN_KEYS_MINUTE'),
    connectionsMax: read('BACKLINE_CONNECTIONS_MAX'),
    load: Object.freeze({
      requestsMax: read('BACKLINE_REQUESTS_MAX'),
      delayMaxMs: read('BACKLINE_EVENT_LOOP_DELAY_MS'),
      memoryMaxBytes: read('BACKLINE_MEMORY_BYTES'),
    }),
  })
}

/** The configuration group of network limits and load shedding. */
export const edgeConfig = defineConfig(EDGE_SETTINGS, (read) => ({ edge: readEdge(read) }))

/**
 * Parses a comma-separated list of addresses and networks (CIDR). Returns an error message when it
 * is invalid.
 */
export function readNetworks(text: string): readonly Network[] | string {
  const parsed: Network[] = []
  for (const part of text.split(',')) {
    const [, address = '', bits] = /^\s*([0-9A-Fa-f.:]+)(?:\/([0-9]{1,3}))?\s*$/.exec(part) ?? []
    const version = isIP(address)
    const longest = version === 4 ? 32 : 128
    const prefix = bits === undefined ? longest : Number(bits)
    if (version === 0 || prefix > longest) return EXAMPLE
    // Addresses are normalized to IPv4, so a network in the mapped form would match none.
    if (/^::ffff:/i.test(address)) return 'must contain IPv4 networks in IPv4 form, not as ::ffff:…'
    parsed.push({ address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' })
  }
  return parsed
}
