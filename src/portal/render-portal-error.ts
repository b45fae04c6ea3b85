import type { IncomingMessage } from 'node:http'
import { wantsErrorPage, type ErrorPage } from '../platform/http/errors/error-page.ts'
import { OutcomeUnknown } from '../platform/sql/database-failure.ts'
import { outcomeUnknown, PORTAL_PROBLEMS, PortalError } from './contract/portal-error.ts'

/** Default `Retry-After` of `unavailable`, in seconds. */
const RETRY_DEFAULT_S = 5

/** Options of {@link renderPortalError}. */
export interface PortalErrorOptions {
  readonly requestId: string
  /** Called with internal faults. */
  readonly onFault: (error: unknown) => void
  /** Renders the page that a browser receives. */
  readonly renderErrorPage: (page: ErrorPage) => string
  /** Returns the seconds left of planned maintenance of the portal; 0 without. */
  readonly maintenanceLeftS: () => number
}

/** An error response of the portal. */
export interface PortalErrorReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Bytes, because Fastify adds a charset to texts, which problem documents do not have. */
  readonly body: Buffer
}

/** Paths for the scripts of the pages, whose errors are always JSON. */
const API = /^\/portal\/api(?:[/?]|$)/

/**
 * Renders a thrown value as the portal's error: a page for a browser outside of its API, else a
 * problem document (RFC 9457).
 */
export function renderPortalError(
  { url: target = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  thrown: unknown,
  { requestId, onFault, renderErrorPage, maintenanceLeftS }: PortalErrorOptions,
): PortalErrorReply {
  const error = toPortalError(thrown)
  if (error.cause !== undefined) onFault(error.cause)
  const { code } = error
  const { status, title } = PORTAL_PROBLEMS[code]
  const plannedS = code === 'unavailable' ? maintenanceLeftS() : 0
  const retryAfterS =
    code === 'unavailable'
      ? Math.max(plannedS, error.retryAfterS ?? RETRY_DEFAULT_S)
      : error.retryAfterS
  const isPage = !API.test(target) && wantsErrorPage({ target, headers })
  const body = isPage
    ? renderErrorPage({
        status,
        code,
        requestId,
        retryAfterS,
        isPlanned: plannedS > 0,
        acceptLanguage: headers['accept-language'],
        cookie: headers.cookie,
      })
    : JSON.stringify({ title, status, code, detail: error.message, requestId })
  return {
    status,
    headers: {
      'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/problem+json',
      ...(retryAfterS !== undefined && { 'Retry-After': String(retryAfterS) }),
    },
    body: Buffer.from(body),
  }
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
