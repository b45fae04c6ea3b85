import { z } from '#libraries/zod'
import { defineConfig, type ConfigOf } from '../config/config-group.ts'
import { count } from '../config/count.ts'
import { origin } from '../config/origin.ts'
import { setting, unset } from '../config/setting.ts'

/** An address to listen on. */
export interface ListenAddress {
  readonly host: string
  /** 0 selects any free port. */
  readonly port: number
}

/** Parses `HOST:PORT`. */
export const address = z.string().transform((text, context): ListenAddress => {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]+)):([0-9]{1,5})$/.exec(text)
  const port = Number(match?.[3])
  if (match === null || port > 65_535) {
    context.addIssue({
      code: 'custom',
      message: 'must be HOST:PORT, such as 127.0.0.1:8787 or [::1]:8787',
    })
    return z.NEVER
  }
  return { host: match[1] ?? match[2] ?? '', port }
})

/**
 * The addresses of the listeners and the public origin. Groups that derive from them read them as
 * well.
 */
export const LISTEN_SETTINGS = {
  BACKLINE_LISTEN: setting('Address of the public listener.', address, '127.0.0.1:8787'),
  BACKLINE_ADMIN_LISTEN: setting(
    'Address of the admin listener (health, metrics, status); never make it public.',
    address,
    '127.0.0.1:9787',
  ),
  BACKLINE_PUBLIC_URL: unset('The public origin, for links in responses.', origin),
  BACKLINE_DRAIN_DELAY_MS: setting(
    'Milliseconds for which a stopping process still serves after it became unready: the time a load balancer needs to notice.',
    count(0, 60_000),
    '0',
  ),
} as const

/** The listeners. */
export const listenConfig = defineConfig(LISTEN_SETTINGS, (read) => ({
  listen: read('BACKLINE_LISTEN'),
  adminListen: read('BACKLINE_ADMIN_LISTEN'),
  drainDelayMs: read('BACKLINE_DRAIN_DELAY_MS'),
  /** Without a trailing slash; empty when unknown. */
  publicUrl: read('BACKLINE_PUBLIC_URL') ?? '',
}))

/** The value of {@link listenConfig}. */
export type ListenConfig = ConfigOf<typeof listenConfig>
