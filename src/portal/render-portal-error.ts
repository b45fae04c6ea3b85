import type { FastifyReply } from 'fastify'
import { OutcomeUnknown } from '../platform/sql/database-failure.ts'
import { outcomeUnknown, PORTAL_PROBLEMS, PortalError } from './contract/portal-error.ts'

/** Default `Retry-After` of `unavailable`, in seconds. */
const RETRY_DEFAULT_S = 5

/** Renders a thrown value as the portal's error (RFC 9457). Passes internal faults to `onFault`. */
export function renderPortalError(
  reply: FastifyReply,
  thrown: unknown,
  requestId: string,
  onFault: (error: unknown) => void,
): FastifyReply {
  const error = toPortalError(thrown)
  if (error.cause !== undefined) onFault(error.cause)
  const { status, title } = PORTAL_PROBLEMS[error.code]
  const retryAfterS =
    error.retryAfterS ?? (error.code === 'unavailable' ? RETRY_DEFAULT_S : undefined)
  if (retryAfterS !== undefined) reply.header('Retry-After', String(retryAfterS))
  return reply
    .code(status)
    .type('application/problem+json')
    .send(
      // As bytes: the framework adds a charset to texts, which this media type does not have (RFC
      // 8259).
      Buffer.from(
        JSON.stringify({ title, status, code: error.code, detail: error.message, requestId }),
      ),
    )
}

/** Codes of Fastify's own rejections, by status. */
const OF_FRAMEWORK: Readonly<Record<number, PortalError['code']>> = {
  400: 'invalid_request',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  415: 'invalid_request',
}

/** Converts a thrown value; an internal fault becomes the cause of `unavailable`. */
export function toPortalError(thrown: unknown): PortalError {
  if (thrown instanceof PortalError) return thrown
  const { statusCode = 0 } = thrown as { readonly statusCode?: number }
  const code = OF_FRAMEWORK[statusCode]
  if (code !== undefined)
    return new PortalError(code, 'The request is not one that the portal supports.')
  if (thrown instanceof OutcomeUnknown) return outcomeUnknown(thrown)
  const message = 'The portal cannot answer right now. Try again later.'
  return new PortalError('unavailable', message, { cause: thrown })
}
