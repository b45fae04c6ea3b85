/** Errors of the portal with their status. A new code needs a page that reacts differently. */
export const PORTAL_PROBLEMS = {
  /** No page sends such a request. */
  invalid_request: { status: 400, title: 'The request is not valid' },
  /** There is no session, or it has ended. */
  not_signed_in: { status: 401, title: 'You are not signed in' },
  /** The request comes from another site or needs another role. */
  forbidden: { status: 403, title: 'This is not allowed' },
  /** The developer's plan does not include the scope or region. */
  not_in_plan: { status: 403, title: 'Your plan does not include this' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'The method is not allowed' },
  /** Another application has the name. */
  name_taken: { status: 409, title: 'The name is already in use' },
  /** A developer has the name: the operator must confirm that this one is meant. */
  developer_exists: { status: 409, title: 'A developer with this name exists' },
  /** The developer has the maximum number of applications. */
  applications_full: { status: 409, title: 'The maximum number of applications is reached' },
  /** The application has two active keys. */
  keys_full: { status: 409, title: 'The application has two active keys' },
  /** The key is revoked, expired or already rotated. */
  key_over: { status: 409, title: 'The key is no longer active' },
  /** The developer is not approved yet. */
  waiting: { status: 409, title: 'The account is waiting for approval' },
  /** It is the last way to sign in as an operator or as this developer. */
  last_one: { status: 409, title: 'This is the last way to sign in' },
  /** An operator has decided the request already. */
  already_decided: { status: 409, title: 'The request has been decided already' },
  /** One of two accounts to merge is suspended, or both are the same. */
  not_mergeable: { status: 409, title: 'The accounts cannot be merged' },
  /** The link is unknown, used, withdrawn or expired. */
  link_over: { status: 410, title: 'The link is no longer valid' },
  /** The URL of a webhook is not valid, or its port or address is not allowed. */
  webhook_url: { status: 400, title: 'The URL is not allowed' },
  /** The developer has the maximum number of webhooks. */
  webhooks_full: { status: 409, title: 'The maximum number of webhooks is reached' },
  /** Too many deliveries of the webhook are pending. */
  deliveries_full: { status: 409, title: 'Too many deliveries are pending' },
  too_large: { status: 413, title: 'The request is too large' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  /** Too many requests for access wait for an operator. */
  queue_full: { status: 503, title: 'The queue of requests is full' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  /** The change may or may not have been made: repeating it blindly could make it twice. */
  outcome_unknown: { status: 503, title: 'The outcome is unknown' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly title: string }>>

/** Code of a portal error. */
export type PortalErrorCode = keyof typeof PORTAL_PROBLEMS

/** Error of the portal. `message` is for the client; `cause` is only logged. */
export class PortalError extends Error {
  override readonly name = 'PortalError'
  readonly code: PortalErrorCode
  /** Seconds after which a retry can succeed. */
  readonly retryAfterS: number | undefined

  constructor(
    code: PortalErrorCode,
    message: string,
    { cause, retryAfterS }: { readonly cause?: unknown; readonly retryAfterS?: number } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.retryAfterS = retryAfterS
  }
}

/** Returns the error of a change that may or may not have been made. Has no `Retry-After`. */
export function outcomeUnknown(cause: unknown): PortalError {
  const message = 'The change may or may not have been made. Look before you repeat it.'
  return new PortalError('outcome_unknown', message, { cause })
}
