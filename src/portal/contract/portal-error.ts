/** Every way in which the portal says no, and the status of each. A new one needs a page that would act differently. */
export const PORTAL_PROBLEMS = {
  /** The request is none that a page makes. */
  invalid_request: { status: 400, title: 'The request is not valid' },
  /** There is no session, or it is over. */
  not_signed_in: { status: 401, title: 'Nobody is signed in' },
  /** It came from another site, or needs another role. */
  forbidden: { status: 403, title: 'This is not allowed' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'The method is not offered' },
  /** There is an application of this name already. */
  name_taken: { status: 409, title: 'The name is taken' },
  /** The developer has as many applications as may be. */
  applications_full: { status: 409, title: 'There are as many applications as may be' },
  /** The application has two active keys. */
  keys_full: { status: 409, title: 'The application has two active keys' },
  /** The key is revoked, expired or rotated already. */
  key_over: { status: 409, title: 'The key is no longer active' },
  /** An operator has not approved the developer yet. */
  waiting: { status: 409, title: 'The account waits for approval' },
  /** It is the last way in which an operator, or this developer, could sign in. */
  last_one: { status: 409, title: 'It is the last one' },
  /** The link is unknown, used, withdrawn or too old. */
  link_over: { status: 410, title: 'The link is no longer good' },
  too_large: { status: 413, title: 'The request is too large' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly title: string }>>

/** One of them. */
export type PortalErrorCode = keyof typeof PORTAL_PROBLEMS

/** The portal says no. `message` is for whoever asked; `cause` is for the log alone. */
export class PortalError extends Error {
  override readonly name = 'PortalError'
  readonly code: PortalErrorCode
  /** Seconds until another try makes sense. */
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
