import type { ProviderProblem } from '../contract/provider-problem.ts'

/**
 * Signing in with the provider did not work. `problem` is for whoever tried; the message is for the log, in our own words: what a
 * provider wrote could hold anything.
 */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly problem: ProviderProblem

  constructor(problem: ProviderProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

/** Codes of the library for which another try may go well. */
const PASSING_CODES = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'])

/** Codes of providers (RFC 6749, 4.1.2.1) and what became of the attempt. */
const OF_PROVIDER: Readonly<Record<string, ProviderProblem>> = {
  access_denied: 'cancelled',
  server_error: 'unavailable',
  temporarily_unavailable: 'unavailable',
}

/** What went wrong with the provider, without a word of what it sent but a code. */
export function toProviderFailure(thrown: unknown): ProviderFailure {
  if (thrown instanceof ProviderFailure) return thrown
  const { code, error } = thrown as { readonly code?: unknown; readonly error?: unknown }
  if (typeof error === 'string') {
    const problem = Object.hasOwn(OF_PROVIDER, error) ? OF_PROVIDER[error] : undefined
    return new ProviderFailure(problem ?? 'failed', `The provider says: ${codeIn(error)}.`)
  }
  // The library's own codes come with an error of its class; without one, the provider could not be reached.
  if (typeof code !== 'string' || !code.startsWith('OAUTH_')) {
    return new ProviderFailure('unavailable', `The provider cannot be reached${reasonIn(thrown)}.`)
  }
  const problem = PASSING_CODES.has(code) ? 'unavailable' : 'failed'
  return new ProviderFailure(problem, `The provider's answer was refused: ${codeIn(code)}.`)
}

/** A code as such; anything longer or stranger is not told. */
function codeIn(text: string): string {
  return /^[A-Za-z_]{1,60}$/.test(text) ? text : 'a code that is none'
}

/** Which error of the machine is behind an error, such as ECONNREFUSED. */
function reasonIn(thrown: unknown): string {
  const { cause } = thrown as { readonly cause?: { readonly code?: unknown } }
  return typeof cause?.code === 'string' ? ` (${codeIn(cause.code)})` : ''
}
