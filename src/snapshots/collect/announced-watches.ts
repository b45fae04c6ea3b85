import { eventStateAt, type GameEvent } from '../../domain/game-event.ts'
import type { Watch } from '../../domain/watch.ts'

/** How events that were announced are watched. */
export interface AnnouncedSettings {
  readonly ranks: readonly number[]
  readonly cadenceMs: number
  /** Milliseconds for which an event is still read behind its end: its board often moves until it is settled. */
  readonly afterEndMs: number
}

/**
 * The watches that events ask for at a time (Unix ms): of each board that of the run that goes on or has ended just now, else that of
 * the next run. A watch stands before its event begins, so that everybody sees what will be collected.
 */
export function announcedWatches(
  events: readonly GameEvent[],
  nowMs: number,
  { ranks, cadenceMs, afterEndMs }: AnnouncedSettings,
): readonly Watch[] {
  const byBoard = new Map<string, Watch>()
  const open = events.filter(({ endsAtMs }) => nowMs < endsAtMs + afterEndMs)
  for (const event of open.toSorted((one, other) => one.startsAtMs - other.startsAtMs)) {
    const { region, id, startsAtMs, endsAtMs } = event
    const key = `${region}/${id}`
    // The next run of the same board begins before the last one is settled: the one that runs matters.
    if (byBoard.has(key) && eventStateAt(event, nowMs) !== 'running') continue
    byBoard.set(key, {
      board: { region, kind: 'event', id },
      ranks,
      cadenceMs,
      fromMs: startsAtMs,
      untilMs: endsAtMs + afterEndMs,
      paused: false,
      origin: 'announced',
    })
  }
  return [...byBoard.values()]
}
