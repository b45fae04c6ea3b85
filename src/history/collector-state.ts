import type { BoardKind } from '../game/board.ts'
import type { Region } from '../game/region.ts'

/** The state of the collector of a process. */
export interface CollectorState {
  /** Whether this process holds the collector lease. */
  readonly collects: boolean
  /** The active watches by region and kind; empty when another process collects. */
  readonly watches: readonly {
    readonly region: Region
    readonly kind: BoardKind
    readonly count: number
    /**
     * Largest delay of a newest snapshot beyond its cadence, in milliseconds; 0: all are on time.
     */
    readonly lagMs: number
  }[]
}
