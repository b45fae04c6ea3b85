import { z } from '#libraries/zod'
import { count } from './count.ts'
import { setting } from './setting.ts'

/** An address to listen on. */
export interface ListenAddress {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
}

/** `HOST:PORT` as people write it. */
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

/** Where the process listens, and how long it goes on when it is told to stop. */
export const LISTEN_SETTINGS = {
  BACKLINE_LISTEN: setting('Address of the public listener.', address, '127.0.0.1:8787'),
  BACKLINE_ADMIN_LISTEN: setting(
    'Address of the admin listener (health, metrics, status); never make it public.',
    address,
    '127.0.0.1:9787',
  ),
  BACKLINE_DRAIN_DELAY_MS: setting(
    'Milliseconds for which a process that was told to stop, and is not ready any more, still serves: what a balancer takes to see it.',
    count(0, 60_000),
    '0',
  ),
} as const
