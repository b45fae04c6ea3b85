import {
  ServiceError,
  type ErrorCode,
  type ServiceErrorOptions,
} from '../http/errors/service-error.ts'

/** An error as sent by a worker: errors lose their class and their causes between threads. */
export interface SentError {
  /** The name of its class. */
  readonly type: string
  readonly text: string
  /** The fields of a {@link ServiceError}. */
  readonly service?: ServiceErrorOptions & { readonly code: ErrorCode }
}

/** A class of errors that callers distinguish. */
export type ErrorClass = new (text: string) => Error

/**
 * Returns an error as a value to send. The text of an unexpected one includes its causes. An
 * `unavailable` one is replaced by its cause: the caller reports that the worker is unavailable.
 */
export function encodeError(error: unknown): SentError {
  if (!(error instanceof Error)) return { type: 'Error', text: String(error) }
  const type = error.constructor.name
  if (!(error instanceof ServiceError)) return { type, text: reasonsOf(error).join(' ') }
  const { code, cause } = error
  if (code === 'unavailable' && cause !== undefined) return encodeError(cause)
  const { problems, watched, retryAfterS, upstreamKind, challenge, allow } = error
  const options = {
    problems,
    watched,
    retryAfterS,
    upstreamKind,
    challenge,
    allow,
  } as ServiceErrorOptions
  return { type, text: error.message, service: { code, ...options } }
}

/** Returns the error that a worker has sent, of its class if that is one of `classes`. */
export function decodeError(
  { type, text, service }: SentError,
  classes: readonly ErrorClass[],
): Error {
  if (service !== undefined) return new ServiceError(service.code, text, service)
  const known = classes.find(({ name }) => name === type) ?? Error
  return new known(text)
}

function reasonsOf(error: unknown): readonly string[] {
  return error instanceof Error ? [error.message, ...reasonsOf(error.cause)] : []
}
