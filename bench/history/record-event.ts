import type { Board, Snapshot } from '../../src/game/board.ts'
import type { Region } from '../../src/game/region.ts'
import type { CollectorLease, HistoryStore } from '../../src/history/history-store.ts'
import { createSeededRandom } from '../../src/platform/text/seeded-random.ts'

/** Milliseconds between two snapshots. */
export const CADENCE_MS = 60_000

/** Fetch time of the first snapshot of a board, in Unix milliseconds. */
export const START_MS = 1_790_000_000_000

/** Snapshots per write when filling a store. */
const BATCH = 25

/** A synthetic event board. */
export interface EventShape {
  readonly id: string
  readonly ranks: number
  readonly snapshots: number
  /** The fraction of ranks whose points grow from one snapshot to the next. */
  readonly changing: number
}

/** Returns the board of an event in a region. */
export function boardOf({ id }: Pick<EventShape, 'id'>, region: Region = 'jp'): Board {
  return { region, kind: 'event', id }
}

/** Yields every snapshot of an event in order; ids, names and points have realistic lengths. */
export function* snapshotsOf(shape: EventShape, region?: Region): Generator<Snapshot> {
  const random = createSeededRandom(1, shape.id)
  const board = boardOf(shape, region)
  const ranks = Array.from({ length: shape.ranks }, (_, index) => index + 1)
  const points = ranks.map((rank) => 30_000_000 - rank * 100_000)
  for (let index = 0; index < shape.snapshots; index += 1) {
    for (const at of points.keys()) {
      if (random.integer(1, 1_000) <= shape.changing * 1_000)
        points[at] = (points[at] ?? 0) + random.integer(1_000, 20_000)
    }
    const rows = ranks.map((rank, at) => ({
      rank,
      points: points[at] ?? 0,
      holders: [{ id: String(7_000_000_000_000 + rank * 7), name: `player number ${rank}` }],
    }))
    yield { board, fetchedAtMs: START_MS + index * CADENCE_MS, ranks, rows }
  }
}

/** Records a whole event. */
export async function recordEvent(
  store: HistoryStore,
  lease: CollectorLease,
  shape: EventShape,
): Promise<void> {
  let batch: { readonly snapshot: Snapshot }[] = []
  for (const snapshot of snapshotsOf(shape)) {
    batch.push({ snapshot })
    if (batch.length < BATCH) continue
    await store.record(batch, [], lease)
    batch = []
  }
  await store.record(batch, [], lease)
}
