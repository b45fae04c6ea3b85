import { ConfigError } from '../../platform/config/config-error.ts'

/** An error in the arguments of a command. The command prints only its message. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Returns the text of an error that ended a command and, where known, what to do. */
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
        `backline: ${address}:${port} is already in use. Stop the other program, or change the address: ` +
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
