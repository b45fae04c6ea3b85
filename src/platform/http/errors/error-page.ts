import type { RawRequest } from '../request/raw-request.ts'
import { originForm } from '../request/request-target.ts'

/** Content of an error page: fields of the equivalent problem document, and of the request. */
export interface ErrorPage {
  readonly status: number
  /** The code of the problem. */
  readonly code: string
  readonly requestId: string
  /** Whole seconds until a retry is useful; `undefined` if it is not. */
  readonly retryAfterS: number | undefined
  /** Whether planned maintenance that affects the service is under way. */
  readonly isPlanned: boolean
  readonly acceptLanguage: string | undefined
  readonly cookie: string | undefined
}

/**
 * Whether a target, without scheme and authority, belongs to an interface for programs, whose
 * errors are always JSON.
 */
export function isApiTarget(target: string): boolean {
  return target.startsWith('/api/')
}

/**
 * Whether an error is rendered as an HTML page: the target is outside `/api/`, and the client
 * prefers HTML over JSON.
 */
export function wantsErrorPage({
  target,
  headers,
}: Pick<RawRequest, 'target'> & {
  readonly headers: { readonly accept?: string | undefined }
}): boolean {
  return prefersHtml(headers.accept) && !isApiTarget(originForm(target))
}

const HTML = new Set(['text/html', 'application/xhtml+xml'])
const JSON_TYPES = new Set(['application/problem+json', 'application/json'])

/**
 * Whether `Accept` (RFC 9110 section 12.5.1) names HTML with a weight above 0 and not below that of
 * JSON. Wildcards count for neither: programs send them by default.
 */
function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined || !accept.toLowerCase().includes('html')) return false
  let html = 0
  let json = 0
  for (const part of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1)
    if (HTML.has(type)) html = Math.max(html, weight)
    if (JSON_TYPES.has(type)) json = Math.max(json, weight)
  }
  return html > 0 && html >= json
}
