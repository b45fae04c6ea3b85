/**
 * The timed stages of a request, in order: identify the key; check grants, parameters and limits;
 * obtain the answer; write it until the client has received it.
 */
export const STAGES = ['identify', 'admit', 'respond', 'write'] as const

/** One of {@link STAGES}. */
export type Stage = (typeof STAGES)[number]

/** Durations of the stages in milliseconds; absent for a stage that was not reached. */
export type StageTimes = Readonly<Partial<Record<Stage, number | undefined>>>
