/**
 * Why somebody who went to the provider came back without what they went for. It stands in the link of the page that they come
 * back to, `/portal/sign-in?problem=CODE`: the words are the page's, never the provider's.
 */
export const PROVIDER_PROBLEMS = [
  /** Whoever was asked said no. */
  'cancelled',
  /** The way back is not that of this browser's last attempt, took more than ten minutes, or the provider refused. */
  'failed',
  /** The provider cannot be reached now. */
  'unavailable',
  /** Nobody knows this person, and accounts are made by invitation alone. */
  'not_invited',
  /** The developer is suspended. */
  'suspended',
  /** The person signs in as another developer already, so it cannot be added to this one. */
  'taken',
] as const

/** One of {@link PROVIDER_PROBLEMS}. */
export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number]
