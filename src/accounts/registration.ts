/** How a person becomes a developer by signing in with the provider. */
export const REGISTRATIONS = ['open', 'approval', 'invitation'] as const

/** One of {@link REGISTRATIONS}. */
export type Registration = (typeof REGISTRATIONS)[number]
