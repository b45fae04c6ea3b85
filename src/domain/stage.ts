/**
 * The parts of answering a request that are timed, in their order: whose key it is; whether it may and what it asks for,
 * the limits included; the answer itself; and writing that until the client has it.
 */
export const STAGES = ['identify', 'admit', 'respond', 'write'] as const

/** One of {@link STAGES}. */
export type Stage = (typeof STAGES)[number]

/** Milliseconds that stages took; nothing for a stage that a request never came to. */
export type StageTimes = Readonly<Partial<Record<Stage, number | undefined>>>
