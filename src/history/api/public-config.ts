import { defineConfig, type ReadSetting } from '../../platform/config/config-group.ts'
import { count } from '../../platform/config/count.ts'
import { setting } from '../../platform/config/setting.ts'

/** The settings of the public interface. */
const PUBLIC_SETTINGS = {
  BACKLINE_PUBLIC_MINUTE: setting(
    'Public requests per UTC minute of one address (IPv6: one /64; 4 times as many for a /56, 16 times for a /48), per process.',
    count(1, 1_000_000_000),
    '120',
  ),
  BACKLINE_PUBLIC_CONCURRENCY: setting(
    'Concurrent public requests of one address (IPv6: one /64; 4 times as many for a /56, 16 times for a /48), per process.',
    count(1, 100_000),
    '6',
  ),
  BACKLINE_PUBLIC_READS_MAX: setting(
    'Concurrent history reads of all public requests, per process. 16 times as many can wait; further ones get 503.',
    count(1, 100_000),
    '4',
  ),
  BACKLINE_LIVE_STREAMS: setting(
    'Concurrent live streams, per process.',
    count(1, 1_000_000),
    '1000',
  ),
  BACKLINE_LIVE_STREAMS_ADDRESS: setting(
    'Concurrent live streams of one address (IPv6: one /64; 4 times as many for a /56, 16 times for a /48), per process.',
    count(1, 1_000_000),
    '6',
  ),
} as const

/** Configuration of the public interface. */
export interface PublicConfig {
  /** Limits of an IPv4 address or IPv6 /64. */
  readonly limits: { readonly minute: number; readonly concurrency: number }
  /** Concurrent reads of all clients together. */
  readonly readsMax: number
  readonly streams: { readonly inAll: number; readonly perNetwork: number }
}

function readPublic(read: ReadSetting<typeof PUBLIC_SETTINGS>): PublicConfig {
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

/** Configuration product of the public interface. */
export const publicConfig = defineConfig(PUBLIC_SETTINGS, (read) => ({
  publicData: readPublic(read),
}))
