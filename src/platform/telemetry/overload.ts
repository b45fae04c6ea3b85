/** Causes of overload: active requests, event loop delay, memory, or queued public requests. */
export const OVERLOADS = ['requests', 'delay', 'memory', 'queue'] as const

/** One of {@link OVERLOADS}. */
export type Overload = (typeof OVERLOADS)[number]
