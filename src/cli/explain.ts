import { ConfigError } from '../config.ts'

/** A mistake in how a command was called. Its message is all that the person needs. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Says in words what ended a command and, where that is known, what to do. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return `backline: ${String(error)}`
  if (error instanceof UsageError || error instanceof ConfigError)
    return `backline: ${error.message}`
  const { code, address, port } = error as NodeJS.ErrnoException & {
    address?: string
    port?: number
  }
  switch (code) {
    case 'EADDRINUSE':
      return (
        `backline: ${address}:${port} is in use by another program. Stop it, or listen elsewhere: ` +
        'BACKLINE_LISTEN and BACKLINE_ADMIN_LISTEN take HOST:PORT.'
      )
    case 'EACCES':
    case 'EADDRNOTAVAIL':
      return `backline: cannot use ${address ?? error.message}${port === undefined ? '' : `:${port}`} (${code}).`
    default: {
      const cause = error.cause instanceof Error ? `\n  because: ${error.cause.message}` : ''
      return `backline: ${error.message}${cause}`
    }
  }
}
