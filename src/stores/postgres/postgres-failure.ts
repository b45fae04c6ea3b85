import { AccountsFailure } from '../accounts/accounts-failure.ts'

/**
 * What went wrong with Postgres, in a form that may be logged: the text and the code, and nothing of the driver's own
 * error, which has connections, and with them the address and more, hanging on it.
 */
export class PostgresFailure extends AccountsFailure {
  override readonly name = 'PostgresFailure'
  /** SQLSTATE, or the code of the operating system; `undefined` when there is none. */
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message, canPass(message, code))
    this.code = code
  }
}

/** Codes of the operating system that say that the server cannot be reached now. */
const UNREACHED = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH EHOSTDOWN ENETDOWN ETIMEDOUT'.split(
    ' ',
  ),
)

/**
 * Classes of SQLSTATE that pass: the connection, a deadlock, too few resources, somebody has a lock, the server is
 * starting, stopping or was told to end the statement, its machine fails.
 */
const PASSING_CLASSES = new Set(['08', '40', '53', '55', '57', '58'])

/** What the driver says, without a code, of a connection that has gone or gives no answer. */
const GONE =
  /^(?:timeout e|Query read timeout|Connection terminated|Client (?:has|was)|The connection (?:is|was)|There was no)/

function canPass(message: string, code: string | undefined): boolean {
  if (code === undefined) return GONE.test(message)
  return UNREACHED.has(code) || (code.length === 5 && PASSING_CLASSES.has(code.slice(0, 2)))
}

/** Turns what the driver threw into a failure that may be logged. */
export function toFailure(error: unknown): PostgresFailure {
  if (error instanceof PostgresFailure) return error
  // Of several addresses of one name, the first says enough.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  if (!(first instanceof Error)) return new PostgresFailure('There was no answer.', 'ETIMEDOUT')
  const { message, code } = first as Error & { code?: unknown }
  return new PostgresFailure(message, typeof code === 'string' ? code : undefined)
}

/** What an operator can do about it, by code. */
const REMEDIES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there: start PostgreSQL, or correct host and port.',
  ENOTFOUND: 'The host has no address: correct it.',
  EAI_AGAIN: 'The name of the host cannot be looked up: check the DNS of this machine.',
  EHOSTUNREACH: 'There is no way to that host: check the network.',
  ENETUNREACH: 'There is no way to that host: check the network.',
  ETIMEDOUT: 'There was no answer: check the network and its firewalls.',
  '28P01': 'The user name or the password is wrong.',
  '28000': 'The server does not let this user in from here: check the user and pg_hba.conf.',
  '3D000': 'Make the database first, or correct its name.',
  '42501': 'Give the role the rights that docs/postgres.md lists.',
  '53300': 'Raise max_connections of the server, or run fewer nodes.',
  '57P03': 'The server is starting or stopping: try again in a moment.',
}

/** Says which database cannot be used, why, and what to do about it. Never the password, nor the URL. */
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
