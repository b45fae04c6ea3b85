import type { GameEvent } from '../../game/game-event.ts'
import type { Region } from '../../game/region.ts'
import { shiftOfRepeat, type EventPeriod } from './event-period.ts'
import { openDataset } from '../open-dataset.ts'

/** Period of an event of a dataset. */
type Period = Omit<EventPeriod, 'curve'>

/**
 * Reads the runs of the events in a dataset, in game time: for a repeating event the current or
 * latest one and the next one. An event without a period has none. Throws when the file is not a
 * dataset of this version.
 */
export function readEventRuns(file: string, gameNowMs: number): readonly GameEvent[] {
  const database = openDataset(file)
  try {
    const rows = database
      .prepare(
        `SELECT b.region, CAST(b.subject_id AS TEXT) AS id, e.starts_at_ms AS startsAtMs,
           e.ends_at_ms AS endsAtMs, e.repeats_ms AS repeatsMs
         FROM events e JOIN boards b ON b.board_key = e.board_key ORDER BY b.region, b.subject_id`,
      )
      .all() as unknown as readonly (Period & {
      region: Region
      id: string
      repeatsMs: number | null
    })[]
    return rows.flatMap(({ region, id, repeatsMs, ...period }) =>
      runsOf({ ...period, repeatsMs: repeatsMs ?? undefined }, gameNowMs).map((run) => ({
        region,
        id,
        name: undefined,
        ...run,
      })),
    )
  } finally {
    database.close()
  }
}

/** Returns the relevant runs of an event at a game time, the earlier one first. */
export function runsOf(
  { startsAtMs, endsAtMs, repeatsMs }: Period,
  gameNowMs: number,
): readonly Pick<GameEvent, 'startsAtMs' | 'endsAtMs'>[] {
  if (repeatsMs === undefined) return [{ startsAtMs, endsAtMs }]
  const shiftMs = Number(
    shiftOfRepeat(BigInt(startsAtMs), BigInt(repeatsMs), BigInt(Math.floor(gameNowMs))),
  )
  return [shiftMs, shiftMs + repeatsMs].map((ms) => ({
    startsAtMs: startsAtMs + ms,
    endsAtMs: endsAtMs + ms,
  }))
}
