import { ErrorReply } from '@redis/client'

/** What an operator can do about it, by code. */
const REMEDIES: Readonly<Record<string, string>> = {
  WRONGPASS: 'The user or the password in BACKLINE_VALKEY_URL is wrong.',
  NOAUTH: 'It wants a password: set it in BACKLINE_VALKEY_URL.',
  NOPERM: 'Give the user the rights that docs/quotas-on-valkey.md lists.',
}

/**
 * The server answered with an error: it has done nothing. Only the code is kept, for what a server writes behind it may
 * name an address.
 */
export class ServerError extends Error {
  override readonly name = 'ServerError'
  /** The first word of the answer, such as `READONLY`. */
  readonly code: string
  /** Of `MOVED` and `ASK`: the address of the server to ask. */
  readonly redirect: string | undefined

  constructor(answer: string) {
    const [code = '', , address] = answer.split(' ')
    const known = /^[A-Z]{2,20}$/.test(code) ? code : 'ERR'
    super([`The quota store answered ${known}.`, REMEDIES[known]].filter(Boolean).join(' '))
    this.code = known
    this.redirect = known === 'MOVED' || known === 'ASK' ? address : undefined
  }
}

/** There was no answer: the connection could not be made, or it went or was given up while a command was on its way. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/** What the driver threw, in our own words: its own may hold addresses, and nobody has checked them for passwords. */
export function toOwnError(error: unknown): Error {
  if (error instanceof ServerError || error instanceof ConnectionLost) return error
  if (error instanceof ErrorReply) return new ServerError(error.message)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? ` (${code})` : ''
  return new ConnectionLost(`The connection to the quota store was lost or not made${known}.`)
}
