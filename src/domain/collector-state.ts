import type { BoardKind } from './board.ts'
import type { Region } from './region.ts'

/** What the collector of a process does at one moment. */
export interface CollectorState {
  /** Whether this process is the one that collects. */
  readonly collects: boolean
  /** The watches that are to be read now, together for each region and kind; none where another process collects. */
  readonly watches: readonly {
    readonly region: Region
    readonly kind: BoardKind
    readonly count: number
    /** Milliseconds by which the oldest of their newest snapshots is later than its cadence; 0 when all are in time. */
    readonly lagMs: number
  }[]
}
