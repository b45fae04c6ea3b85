import { AccountsFailure } from './database-failure.ts'

/**
 * A Postgres error that may be logged: the text and the code, without the driver's error, which
 * references connections with addresses and credentials.
 */
export class PostgresFailure extends AccountsFailure {
  override readonly name = 'PostgresFailure'
  /** SQLSTATE or the system's error code, if any. */
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message, canPass(message, code))
    this.code = code
  }
}

/** System error codes of an unreachable server. */
const UNREACHED = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH EHOSTDOWN ENETDOWN ETIMEDOUT'.split(
    ' ',
  ),
)

/**
 * SQLSTATE classes that may pass: connection, deadlock, resources, lock, server starting, stopping
 * or canceling the statement, system error.
 */
const PASSING_CLASSES = new Set(['08', '40', '53', '55', '57', '58'])

/** Messages of the driver, without a code, for a lost or unresponsive connection. */
const GONE =
  /^(?:timeout e|Query read timeout|Connection terminated|Client (?:has|was)|The connection (?:is|was)|There was no)/

function canPass(message: string, code: string | undefined): boolean {
  if (code === undefined) return GONE.test(message)
  return UNREACHED.has(code) || (code.length === 5 && PASSING_CLASSES.has(code.slice(0, 2)))
}

/** Converts an error of the driver into a failure that may be logged. */
export function toFailure(error: unknown): PostgresFailure {
  if (error instanceof PostgresFailure) return error
  // The first error suffices when a name has several addresses.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  if (!(first instanceof Error))
    return new PostgresFailure('The server did not answer.', 'ETIMEDOUT')
  const { message, code } = first as Error & { code?: unknown }
  return new PostgresFailure(message, typeof code === 'string' ? code : undefined)
}

/** Advice for the operator, by code. */
const REMEDIES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there: start PostgreSQL, or correct host and port.',
  ENOTFOUND: 'The host has no address: correct it.',
  EAI_AGAIN: 'The name of the host cannot be looked up: check the DNS of this machine.',
  EHOSTUNREACH: 'The host is unreachable: check the network.',
  ENETUNREACH: 'The host is unreachable: check the network.',
  ETIMEDOUT: 'The server did not answer: check the network and its firewalls.',
  '28P01': 'The user name or the password is wrong.',
  '28000': 'The server rejects this user from this address: check the user and pg_hba.conf.',
  '3D000': 'Create the database first, or correct its name.',
  '42501': 'Grant the role the privileges that docs/postgres.md lists.',
  '53300': 'Raise max_connections of the server, or run fewer nodes.',
  '57P03': 'The server is starting or stopping: try again in a moment.',
}

/**
 * Returns a message with the database, the reason and advice. Never contains the password or the
 * URL.
 */
export function explainFailure(url: string, error: unknown): AccountsFailure {
  const failure = toFailure(error)
  const remedy = REMEDIES[failure.code ?? ''] ?? remedyOf(failure.message)
  return new AccountsFailure(
    `The accounts database at ${placeOf(url)} (BACKLINE_DATABASE_URL) cannot be used: ` +
      [failure.message.replace(/\.?$/, '.'), remedy].filter(Boolean).join(' '),
    failure.mayPass,
  )
}

function remedyOf(message: string): string {
  if (/timeout/i.test(message)) return REMEDIES['ETIMEDOUT'] ?? ''
  if (/SSL|certificate/i.test(message)) return 'Check sslmode and sslrootcert in the URL.'
  return ''
}

function placeOf(url: string): string {
  const parsed = URL.parse(url)
  const host = parsed?.searchParams.get('host') ?? parsed?.hostname ?? ''
  return `${host === '' ? 'localhost' : host}:${parsed?.port === '' ? '5432' : (parsed?.port ?? '')}`
}
