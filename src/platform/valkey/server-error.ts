import { ErrorReply } from '@redis/client'

/** Advice for the operator, by error code. */
const REMEDIES: Readonly<Record<string, string>> = {
  WRONGPASS: 'The user or the password in BACKLINE_VALKEY_URL is wrong.',
  NOAUTH: 'It requires a password: set it in BACKLINE_VALKEY_URL.',
  NOPERM: 'Grant the user the permissions that docs/quotas-on-valkey.md lists.',
}

/**
 * An error reply: the server has done nothing. Only the code is kept, since the rest of the reply
 * may contain an address.
 */
export class ServerError extends Error {
  override readonly name = 'ServerError'
  /** The first word of the reply, such as `READONLY`. */
  readonly code: string
  /** With `MOVED` and `ASK`: the address of the server to use. */
  readonly redirect: string | undefined

  constructor(answer: string) {
    const [code = '', , address] = answer.split(' ')
    const known = /^[A-Z]{2,20}$/.test(code) ? code : 'ERR'
    super([`The quota store answered ${known}.`, REMEDIES[known]].filter(Boolean).join(' '))
    this.code = known
    this.redirect = known === 'MOVED' || known === 'ASK' ? address : undefined
  }
}

/**
 * No reply: the connection could not be opened, or was lost or closed while a command was pending.
 */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/**
 * The reply does not belong to the command: bytes were lost or repeated, and every later reply on
 * the connection may belong to another command. The outcome of the command is unknown.
 */
export class ReplyMismatch extends Error {
  override readonly name = 'ReplyMismatch'

  constructor() {
    super('The quota store sent a reply to another request; its connection was closed.')
  }
}

/** Converts an error of the driver, whose messages may contain addresses and possibly passwords. */
export function toOwnError(error: unknown): Error {
  if (error instanceof ServerError || error instanceof ConnectionLost) return error
  if (error instanceof ErrorReply) return new ServerError(error.message)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? ` (${code})` : ''
  return new ConnectionLost(
    `The connection to the quota store was lost or could not be opened${known}.`,
  )
}
