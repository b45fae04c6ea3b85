import type { ProviderProblem } from '../contract/provider-problem.ts'

/**
 * Failed sign-in with the provider. `problem` is for the user; the message is for the log and in
 * our own words, because a provider's text could contain anything.
 */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly problem: ProviderProblem

  constructor(problem: ProviderProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

/** Codes of the library for temporary failures. */
const PASSING_CODES = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'])

/** Problems by the provider's error codes (RFC 6749, 4.1.2.1). */
const OF_PROVIDER: Readonly<Record<string, ProviderProblem>> = {
  access_denied: 'cancelled',
  server_error: 'unavailable',
  temporarily_unavailable: 'unavailable',
}

/** Converts a thrown error; retains nothing that the provider sent except a code. */
export function toProviderFailure(thrown: unknown): ProviderFailure {
  if (thrown instanceof ProviderFailure) return thrown
  const { code, error } = thrown as { readonly code?: unknown; readonly error?: unknown }
  if (typeof error === 'string') {
    const problem = Object.hasOwn(OF_PROVIDER, error) ? OF_PROVIDER[error] : undefined
    return new ProviderFailure(
      problem ?? 'failed',
      `The provider returned an error: ${codeIn(error)}.`,
    )
  }
  // Errors without a code of the library mean that the provider was unreachable.
  if (typeof code !== 'string' || !code.startsWith('OAUTH_')) {
    return new ProviderFailure('unavailable', `The provider is unreachable${reasonIn(thrown)}.`)
  }
  const problem = PASSING_CODES.has(code) ? 'unavailable' : 'failed'
  return new ProviderFailure(problem, `The provider's response was rejected: ${codeIn(code)}.`)
}

/** Returns a well-formed code; replaces anything longer or different. */
function codeIn(text: string): string {
  return /^[A-Za-z_]{1,60}$/.test(text) ? text : 'an invalid code'
}

/** Returns the system error behind an error, such as ECONNREFUSED. */
function reasonIn(thrown: unknown): string {
  const { cause } = thrown as { readonly cause?: { readonly code?: unknown } }
  return typeof cause?.code === 'string' ? ` (${codeIn(cause.code)})` : ''
}
