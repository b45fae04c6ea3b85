import { z } from '#libraries/zod'
import type { Network } from '../domain/network.ts'
import { count } from './count.ts'
import { readNetworks } from './read-networks.ts'
import { setting, unset, type Setting } from './setting.ts'

const networks = z.string().transform((text, context): readonly Network[] => {
  const read = readNetworks(text)
  if (typeof read !== 'string') return read
  context.addIssue({ code: 'custom', message: read })
  return z.NEVER
})

/** What the process takes from the network, and what it does when that is too much. */
export const EDGE_SETTINGS = {
  BACKLINE_TRUSTED_PROXIES: unset(
    'Addresses or networks (10.0.0.0/8, fd00::/8) of proxies, between commas, whose X-Forwarded-For is believed. Unset: nobody.',
    networks,
  ),
  BACKLINE_UNKNOWN_KEYS_MINUTE: setting(
    'Unknown keys that are looked up in a minute for one address (IPv6: for one /64).',
    count(1, 1_000_000_000),
    '600',
  ),
  BACKLINE_CONNECTIONS_MAX: setting(
    'Connections to the public listener at one time.',
    count(1, 1_000_000),
    '10000',
  ),
  BACKLINE_REQUESTS_MAX: setting(
    'Requests worked on at one time; with more, clients get 503.',
    count(1, 1_000_000),
    '1000',
  ),
  BACKLINE_EVENT_LOOP_DELAY_MS: setting(
    'Milliseconds by which the process may be late, again and again, before clients get 503; 0: no limit.',
    count(0, 60_000),
    '500',
  ),
  BACKLINE_MEMORY_BYTES: setting(
    'Bytes of memory the process may take before clients get 503; 0: only the limit of its heap counts.',
    count(0, 999_999_999_999),
    '0',
  ),
} as const

/** What the settings of the edge say. */
export interface EdgeConfig {
  /** Proxies whose word on the address of a client is taken. */
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

type Edge = typeof EDGE_SETTINGS
type ValueOf<Name extends keyof Edge> = Edge[Name] extends Setting<infer Value> ? Value : never

/** Gathers the settings of the edge. */
export function readEdge(read: <Name extends keyof Edge>(name: Name) => ValueOf<Name>): EdgeConfig {
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
