import { eventStateAt, type GameEvent } from '../../game/game-event.ts'
import type { Watch } from '../../game/board-watch.ts'

/** Options for watching announced events. */
export interface AnnouncedOptions {
  readonly ranks: readonly number[]
  readonly cadenceMs: number
  /**
   * Milliseconds an event is still polled after its end; its board often moves until it is settled.
   */
  readonly afterEndMs: number
}

/**
 * Returns the watches for announced events at a time (Unix ms). Each board gets one watch: for its
 * running or just ended run, else for its next run. The watch exists before the event starts, so
 * that the coming collection is visible.
 */
export function announcedWatches(
  events: readonly GameEvent[],
  nowMs: number,
  { ranks, cadenceMs, afterEndMs }: AnnouncedOptions,
): readonly Watch[] {
  const byBoard = new Map<string, Watch>()
  const open = events.filter(({ endsAtMs }) => nowMs < endsAtMs + afterEndMs)
  for (const event of open.toSorted((one, other) => one.startsAtMs - other.startsAtMs)) {
    const { region, id, startsAtMs, endsAtMs } = event
    const key = `${region}/${id}`
    // The next run of a board may start before the last one is settled; prefer the running one.
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
