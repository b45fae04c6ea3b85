import { count } from './count.ts'
import { setting, type Setting } from './setting.ts'

/** What anybody may ask of the public interface. */
export const PUBLIC_SETTINGS = {
  BACKLINE_PUBLIC_MINUTE: setting(
    'Public requests of one address (IPv6: of one /64) in one UTC minute, at each process.',
    count(1, 1_000_000_000),
    '120',
  ),
  BACKLINE_PUBLIC_CONCURRENCY: setting(
    'Public requests of one address (IPv6: of one /64) being answered at one time, at each process.',
    count(1, 100_000),
    '6',
  ),
  BACKLINE_PUBLIC_READS_MAX: setting(
    'Public requests of all addresses that read the history at one time, at each process. 16 for each of them wait; more get 503.',
    count(1, 100_000),
    '4',
  ),
  BACKLINE_LIVE_STREAMS: setting(
    'Live streams at one time, at each process.',
    count(1, 1_000_000),
    '1000',
  ),
  BACKLINE_LIVE_STREAMS_ADDRESS: setting(
    'Live streams of one address (IPv6: of one /64) at one time, at each process.',
    count(1, 1_000_000),
    '6',
  ),
} as const

/** What the settings of the public interface say. */
export interface PublicConfig {
  /** Of one address. */
  readonly limits: { readonly minute: number; readonly concurrency: number }
  /** Of all addresses together. */
  readonly readsMax: number
  readonly streams: { readonly inAll: number; readonly perNetwork: number }
}

type Public = typeof PUBLIC_SETTINGS
type ValueOf<Name extends keyof Public> = Public[Name] extends Setting<infer Value> ? Value : never

/** Gathers the settings of the public interface. */
export function readPublic(
  read: <Name extends keyof Public>(name: Name) => ValueOf<Name>,
): PublicConfig {
  return Object.freeze({
    limits: Object.freeze({
      minute: read('BACKLINE_PUBLIC_MINUTE'),
      concurrency: read('BACKLINE_PUBLIC_CONCURRENCY'),
    }),
    readsMax: read('BACKLINE_PUBLIC_READS_MAX'),
    streams: Object.freeze({
      inAll: read('BACKLINE_LIVE_STREAMS'),
      perNetwork: read('BACKLINE_LIVE_STREAMS_ADDRESS'),
    }),
  })
}
