import type { Clock } from '../domain/clock.ts'
import type { Stage } from '../domain/stage.ts'

/** Times the stages of one request, one after the other, from when it is made. */
export class StageWatch {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #stagesMs: Record<Stage, number | undefined>
  #nth = 0
  #sinceMs: number

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
    this.#sinceMs = clock.monotonicMs()
    this.#stagesMs = { identify: undefined, admit: undefined, respond: undefined, write: undefined }
  }

  /** The stage that runs is over, however; the next one begins. */
  over(): void {
    const nowMs = this.#clock.monotonicMs()
    const tookMs = nowMs - this.#sinceMs
    if (this.#nth === 0) this.#stagesMs.identify = tookMs
    else if (this.#nth === 1) this.#stagesMs.admit = tookMs
    else if (this.#nth === 2) this.#stagesMs.respond = tookMs
    this.#sinceMs = nowMs
    this.#nth += 1
  }

  /** All of it is over at this time of the same clock, writing too. Returns what each stage took. */
  end(nowMs: number): Readonly<Record<Stage, number | undefined>> {
    this.#stagesMs.write = nowMs - this.#sinceMs
    return this.#stagesMs
  }
}
