import type { Clock } from '../domain/clock.ts'
import { STAGES, type Stage, type StageTimes } from '../domain/stage.ts'

/** Times the stages of one request, one after the other. */
export interface StageWatch {
  readonly stagesMs: StageTimes
  /** The stage that runs is over, however; the next one begins. */
  over(): void
}

/** Begins to time a request, with the first stage. */
export function watchStages(clock: Pick<Clock, 'monotonicMs'>): StageWatch {
  const stagesMs: Partial<Record<Stage, number>> = {}
  let nth = 0
  let sinceMs = clock.monotonicMs()
  return {
    stagesMs,
    over: () => {
      const stage = STAGES[nth]
      if (stage === undefined) return
      const nowMs = clock.monotonicMs()
      stagesMs[stage] = nowMs - sinceMs
      sinceMs = nowMs
      nth += 1
    },
  }
}
