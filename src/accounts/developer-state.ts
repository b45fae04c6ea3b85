/** State of a developer: `waiting` for approval, `active`, or `suspended`. */
export const DEVELOPER_STATES = ['waiting', 'active', 'suspended'] as const

/** One of {@link DEVELOPER_STATES}. */
export type DeveloperState = (typeof DEVELOPER_STATES)[number]
