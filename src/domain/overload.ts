/** What there may be too much of: requests at work, delay of the event loop, memory. */
export const OVERLOADS = ['requests', 'delay', 'memory'] as const

/** One of {@link OVERLOADS}. */
export type Overload = (typeof OVERLOADS)[number]
