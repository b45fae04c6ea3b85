/**
 * Reasons why a sign-in with the provider failed, as in `/portal/sign-in?problem=CODE`. The page
 * has the texts; the provider's are never shown.
 */
export const PROVIDER_PROBLEMS = [
  /** The user declined. */
  'cancelled',
  /**
   * The return does not match this browser's last attempt, took more than ten minutes, or the
   * provider rejected it.
   */
  'failed',
  /** The provider is unreachable. */
  'unavailable',
  /** A store of the portal failed. */
  'portal_unavailable',
  /** The person may or may not have been linked to the signed-in developer. */
  'outcome_unknown',
  /** The person is unknown, and accounts require an invitation. */
  'not_invited',
  /** Too many people are waiting for approval. */
  'queue_full',
  /** The developer is suspended. */
  'suspended',
  /** The person signs in as another developer, so it cannot be linked to this one. */
  'taken',
] as const

/** One of {@link PROVIDER_PROBLEMS}. */
export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number]
