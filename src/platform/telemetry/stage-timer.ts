import type { Clock } from '../time/clock.ts'
import type { Stage } from './stage.ts'

/** Times the stages of one request, one after the other, from its construction on. */
export class StageTimer {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #stagesMs: Record<Stage, number | undefined>
  #nth = 0
  #sinceMs: number

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
    this.#sinceMs = clock.monotonicMs()
    this.#stagesMs = { identify: undefined, admit: undefined, respond: undefined, write: undefined }
  }

  /** Ends the current stage, whatever its result, and starts the next one. */
  endStage(): void {
    const nowMs = this.#clock.monotonicMs()
    const tookMs = nowMs - this.#sinceMs
    if (this.#nth === 0) this.#stagesMs.identify = tookMs
    else if (this.#nth === 1) this.#stagesMs.admit = tookMs
    else if (this.#nth === 2) this.#stagesMs.respond = tookMs
    this.#sinceMs = nowMs
    this.#nth += 1
  }

  /** Ends the last stage, writing, at this time of the same clock. Returns all durations. */
  end(nowMs: number): Readonly<Record<Stage, number | undefined>> {
    this.#stagesMs.write = nowMs - this.#sinceMs
    return this.#stagesMs
  }
}
